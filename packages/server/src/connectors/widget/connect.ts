import type { AccountDescription, Connector, ConnectorIo } from '../port.ts';
import { refuseCredentials } from './errors.ts';

/** Nothing is asked of the owner. */
export const steps: Connector['connect']['steps'] = [];

/** Every widget is an account of its own: a random identity keeps identities unique over all channels. */
export async function check(
  credentials: Record<string, string>,
  io: Pick<ConnectorIo, 'random'>,
): Promise<AccountDescription> {
  if (Object.keys(credentials).length > 0) throw refuseCredentials();
  return {
    identity: io.random.bytes(16).toString('hex'),
    accountName: '',
    title: '',
    profileUrl: null,
    foreignWebhook: null,
  };
}

/** Nothing outside needs to be told: the endpoint serves the channel while it is active. */
export async function prepare(): Promise<Record<string, string>> {
  return {};
}

/** See `prepare`. */
export async function activate(): Promise<Record<string, string>> {
  return {};
}

/** See `prepare`. */
export async function deactivate(): Promise<void> {
  return undefined;
}
