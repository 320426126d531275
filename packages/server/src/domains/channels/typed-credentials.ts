import type { FieldValues } from '@otvet/contract';
import type { ChannelDeps } from './deps.ts';
import { tryOpen } from './live-channel.ts';
import type { StoredChannel } from './store.ts';

/** What was typed to connect a channel, secrets aside, so that nobody has to find it again; nothing where it does not open. */
export function readTypedCredentials(deps: ChannelDeps, stored: StoredChannel): FieldValues {
  if (stored.sealedSecrets === null) return {};
  const live = tryOpen(deps, stored);
  const shown = live?.descriptor.credentials.filter(({ kind }) => kind === 'text') ?? [];
  const values = shown.map(({ name }) => [name, live?.self.credentials[name] ?? ''] as const);
  return Object.fromEntries(values.filter(([, value]) => value !== ''));
}
