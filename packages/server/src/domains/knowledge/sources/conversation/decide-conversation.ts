import type { Role } from '@otvet/contract';
import type { Queryable } from '../../../../platform/database/queryable.ts';
import { AppError } from '../../../../platform/errors/app-error.ts';
import { requireMayManage } from '../manage-sources.ts';
import { holdPassages, raiseRevision } from '../source-passage-store.ts';
import { decideConversation, findSource, type SourceRow } from '../source-store.ts';

type OfSource = { accountId: string; knowledgeBaseId: string; sourceId: string; now: Date };

/** Takes all of a source out of the search of its base, or back into it, within a transaction that holds the account's lock. */
export async function setHeld(tx: Queryable, source: OfSource & { isHeld: boolean }): Promise<void> {
  const base = await raiseRevision.first(tx, { ...source, memory: 0, isRemoving: source.isHeld });
  if (base !== undefined) await holdPassages.run(tx, { ...source, ...base });
}

type Decision = OfSource & { role: Role; isAllowed: boolean; isOfText(textHash: string | null): boolean };

/**
 * What its owner says of a source that looks like a conversation. `isOfText`: whether it is said of the text that stands there now.
 * Throws `knowledge.finding_not_found` where that is another one.
 */
export async function decideOn(tx: Queryable, { role, isAllowed, isOfText, ...source }: Decision): Promise<void> {
  const row = requireMayManage(role, await findSource.first(tx, { ...source, id: source.sourceId }));
  if (row.conversation === 'none' || !isOfText(row.textHash)) throw new AppError('knowledge.finding_not_found');
  const conversation = isAllowed ? 'allowed' : 'held';
  if (row.conversation === conversation) return;
  await decideConversation.run(tx, { ...source, conversation });
  await setHeld(tx, { ...source, isHeld: !isAllowed });
}

/** What a new reading of a source is held for: its owner has looked at this very text, or at none. */
export function judgeConversation(
  { allowedHash }: Pick<SourceRow, 'allowedHash'>,
  { isConversation, textHash }: { isConversation: boolean; textHash: string },
): SourceRow['conversation'] {
  if (!isConversation) return 'none';
  return allowedHash === textHash ? 'allowed' : 'held';
}
