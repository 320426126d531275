import type { ConnectorChannel } from '../port.ts';
import { receiveForAccount, receiveForApplication } from '../vendors/meta/messaging/receive-messaging.ts';
import type { RawRequest, SharedWebhookResult, WebhookResult } from '../webhook-port.ts';
import { OBJECT } from './payload.ts';

/** The address of one account, to which the owner's own application brings its events. */
export function receive(request: RawRequest, { identity, credentials }: ConnectorChannel): WebhookResult {
  const { appSecret, verifyToken } = credentials;
  return receiveForAccount(request, { object: OBJECT, identity, secrets: [appSecret], verifyToken });
}

/** The address of the installation's application; Instagram's own login has another secret than Meta's. */
export function receiveShared(request: RawRequest, keys: Record<string, string>): SharedWebhookResult {
  const { META_APP_SECRET: secret, INSTAGRAM_APP_SECRET: directSecret, META_VERIFY_TOKEN: verifyToken } = keys;
  return receiveForApplication(request, { object: OBJECT, secrets: [secret, directSecret], verifyToken });
}
