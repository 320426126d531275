import type { ImportedRow } from '@otvet/contract';
import type { Translate } from '../../../platform/texts/text-key.ts';

type Skipped = Extract<ImportedRow, { outcome: 'skipped' }>;

/** Why a row is not taken; of one that asks again what another row does, which of the two is. */
export function describeFault(t: Translate, { reason, repeats }: Pick<Skipped, 'reason' | 'repeats'>): string {
  if (repeats === undefined) return t(`knowledge.many.fault.${reason}`);
  const { row, isSameAnswer } = repeats;
  return t(isSameAnswer ? 'knowledge.import.fault.copy' : 'knowledge.import.fault.other_answer', { row });
}
