import type { Queryable } from '../../../platform/database/queryable.ts';
import { holdPassages, raiseRevision } from './source-passage-store.ts';
import { decideConversation } from './source-store.ts';

type OfSource = { accountId: string; knowledgeBaseId: string; sourceId: string; now: Date };

/** Takes all of a source out of the search of its base, or back into it, within a transaction that holds the account's lock. */
export async function setHeld(tx: Queryable, source: OfSource & { isHeld: boolean }): Promise<void> {
  const base = await raiseRevision.first(tx, { ...source, memory: 0, isRemoving: source.isHeld });
  if (base !== undefined) await holdPassages.run(tx, { ...source, ...base });
}

/** What its owner says of a source that looks like a conversation; of one that no longer does it says nothing. */
export async function allowConversation(tx: Queryable, source: OfSource & { isAllowed: boolean }): Promise<void> {
  const conversation = source.isAllowed ? 'allowed' : 'held';
  const isDecided = (await decideConversation.run(tx, { ...source, conversation })) > 0;
  if (isDecided) await setHeld(tx, { ...source, isHeld: !source.isAllowed });
}
