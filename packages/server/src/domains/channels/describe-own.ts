import type { Channels } from './index.ts';
import type { StoredChannel } from './store.ts';

/** What only those see who may manage channels: what was typed to connect it, and the address to enter. */
export function describeOwn({ channels }: { channels: Channels }, stored: StoredChannel) {
  return { credentials: channels.readTyped(stored), enteredAddress: channels.enteredAddress(stored) };
}
