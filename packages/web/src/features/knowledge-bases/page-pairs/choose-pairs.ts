import type { ImportFault, ProposedPair } from '@otvet/contract';
import { judgePairs } from '@otvet/contract/many-pairs';

/** A proposed pair as its reader left it. `fault`: why it cannot be taken as it stands. */
export type ChosenRow = {
  row: number;
  proposed: ProposedPair['pair'];
  question: string;
  answer: string;
  isChosen: boolean;
  isEdited: boolean;
  fault: ImportFault | null;
};

type Change = { question?: string; answer?: string; isChosen?: boolean };
/** What was changed by hand, by the number of the row. */
export type Changes = ReadonlyMap<number, Change>;

/**
 * The rows with what was changed by hand. Only what is new and a question for certain is chosen by itself: what would replace
 * an answer of the base, or may be none, its owner chooses.
 */
export function applyChanges(proposals: readonly ProposedPair[], changes: Changes): ChosenRow[] {
  const rows = proposals.map(({ pair, isSure }): ChosenRow => {
    const { row, outcome } = pair;
    const { question = pair.question, answer = pair.answer, isChosen } = changes.get(row) ?? {};
    const isEdited = question !== pair.question || answer !== pair.answer;
    const fault = judgePairs([{ question, answer }]).refused[0]?.reason ?? null;
    const canBeTaken = fault === null && (outcome !== 'unchanged' || isEdited);
    const isOwn = isChosen ?? (outcome === 'added' && isSure);
    return { row, proposed: pair, question, answer, isEdited, fault, isChosen: canBeTaken && isOwn };
  });
  // A question is taken once: the first that is chosen.
  const chosen = rows.filter(({ isChosen }) => isChosen);
  for (const { at, reason } of judgePairs(chosen).refused) {
    const repeated = chosen[at];
    if (repeated !== undefined) Object.assign(repeated, { fault: reason, isChosen: false });
  }
  return rows;
}

/** Whether a row can be ticked as it stands. */
export const canChoose = ({ fault, proposed, isEdited }: ChosenRow): boolean =>
  (fault === null || fault === 'repeated') && (proposed.outcome !== 'unchanged' || isEdited);
