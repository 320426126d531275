import type { PassagePlace } from '@otvet/contract';
import type { Translate } from '../../platform/texts/text-key.ts';

/** Where a passage stands, in words: `стр. 3`, `лист «Цены», строка 12`; empty where nothing is known. */
export function describePlace({ page, sheet, row }: PassagePlace, t: Translate): string {
  const parts: string[] = [];
  if (page !== undefined) parts.push(t('knowledge.place.page', { page }));
  if (sheet !== undefined) parts.push(t('knowledge.place.sheet', { sheet }));
  if (row !== undefined) parts.push(t('knowledge.place.row', { row }));
  return parts.join(', ');
}
