import type { AccountDescription, ConnectorIo } from '../port.ts';
import { refuseCredentials } from './errors.ts';
import { widgetCredentials } from './settings.ts';

/** Every widget is an account of its own: a random identity keeps identities unique over all channels. */
export async function check(
  credentials: Record<string, string>,
  io: Pick<ConnectorIo, 'random'>,
): Promise<AccountDescription> {
  if (!widgetCredentials.safeParse(credentials).success) throw refuseCredentials();
  return {
    identity: io.random.bytes(16).toString('hex'),
    accountName: '',
    title: '',
    profileUrl: null,
    foreignWebhook: null,
  };
}

/** Nothing outside needs to be told: the endpoint serves the channel while it is active. */
export async function activate(): Promise<Record<string, string>> {
  return {};
}

/** See `activate`. */
export async function deactivate(): Promise<void> {
  return undefined;
}
