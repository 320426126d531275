import { replyOfRow } from '@otvet/contract/values';
import { type FoundPassage, wantsPrice } from '../../../knowledge/index.ts';
import { isAboutThing } from './is-about-thing.ts';
import { nameOfOnlyRow, readRow, rowsBeside, rowsSaid } from './list-rows.ts';
import { matchRows } from './match-rows.ts';

/** `isOther`: a row of the same table that has less of what is asked. */
type Fitting = { first: FoundPassage; more: FoundPassage[]; isOther: (passage: FoundPassage) => boolean };

/**
 * Each row of a table is a passage, and the nearest one has but some of what is asked, or as much as others: all that were found and
 * have it, that one first where it is among them.
 */
export function rowsThatFit(question: string, nearest: FoundPassage, found: readonly FoundPassage[]): Fitting {
  const alone = { first: nearest, more: [], isOther: () => false };
  // A row of questions and answers is one answer.
  if (nearest.kind === 'qa' || replyOfRow(nearest.text) !== undefined) return alone;
  if (nameOfOnlyRow(nearest.text) === undefined) return alone;
  const rows = rowsBeside(nearest, found);
  const { fitting, named } = matchRows(question, { rows, passage: nearest });
  const about = wantsPrice(question) ? fitting.filter((row) => isAboutThing(row.thing, question, named)) : fitting;
  const lines = new Set((about.length > 0 ? about : fitting).map(({ line }) => line));
  const isOfTable = ({ kind, sourceName }: FoundPassage) => kind === nearest.kind && sourceName === nearest.sourceName;
  const isFitting = ({ text }: FoundPassage) => lines.has(readRow(text)?.line ?? '');
  const own = found.filter((passage) => isOfTable(passage) && isFitting(passage));
  const first = own.find(({ id }) => id === nearest.id) ?? own[0];
  if (first === undefined) return alone;
  const isOther = (passage: FoundPassage) =>
    isOfTable(passage) && !isFitting(passage) && nameOfOnlyRow(passage.text) !== undefined;
  const said = rowsSaid(rows, first.quote ?? first.text).map(({ line }) => line);
  return {
    first,
    more: own.filter(({ id, text }) => id !== first.id && !said.includes(readRow(text)?.line ?? '')),
    isOther,
  };
}
