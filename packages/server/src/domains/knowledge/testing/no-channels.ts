import type { KnowledgeDeps } from '../deps.ts';

/** Knowledge of an account that has no channel. */
export const noChannels: KnowledgeDeps['channels'] = {
  list: async () => [],
  detachBase: async () => [],
  noteChanged: () => undefined,
};
