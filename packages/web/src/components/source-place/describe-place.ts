import type { PassagePlace } from '@otvet/contract';
import type { Translate } from '../../platform/texts/text-key.ts';

/** Where a passage stands, in words: `стр. 3`, `лист «Цены», строки 4–6`; empty where nothing is known. */
export function describePlace({ page, sheet, row, lastRow }: PassagePlace, t: Translate): string {
  const parts: string[] = [];
  if (page !== undefined) parts.push(t('knowledge.place.page', { page }));
  if (sheet !== undefined) parts.push(t('knowledge.place.sheet', { sheet }));
  if (row !== undefined)
    parts.push(lastRow === undefined ? t('knowledge.place.row', { row }) : t('knowledge.place.rows', { row, lastRow }));
  return parts.join(', ');
}
