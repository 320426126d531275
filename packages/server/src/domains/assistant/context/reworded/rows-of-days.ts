import { cellsOfRow } from '@otvet/contract/values';
import { dayOf } from '../../../knowledge/index.ts';

const WEEK = 7;
const DAY_OR_RANGE = /(?<from>\p{L}+)(?:\s?(?:[-–—]|по|to|through)\s?(?<to>\p{L}+))?/gu;
/** Behind the days of a row. */
const DAYS_END = /\s[-–—]\s|[:;|]|\p{N}/u;

/** The days that a row of hours is of: «Понедельник–пятница: 10:00–21:00». Empty where it begins with none. */
function daysOfRow(line: string): number[] {
  const named = cellsOfRow(line)?.[0]?.value ?? line.split(DAYS_END)[0] ?? '';
  if (dayOf(/\p{L}+/u.exec(named)?.[0] ?? '') === undefined) return [];
  return [...named.matchAll(DAY_OR_RANGE)].flatMap(({ groups }) => {
    const from = dayOf(groups?.from ?? '');
    const to = dayOf(groups?.to ?? '') ?? from;
    return from === undefined || to === undefined ? [] : daysBetween(from, to);
  });
}

function daysBetween(from: number, to: number): number[] {
  const count = ((to - from + WEEK) % WEEK) + 1;
  return Array.from({ length: count }, (_, at) => (from + at) % WEEK);
}

/** Of hours with a row to a day the rows of those that are asked; all of them where none is asked, or one has no row. */
export function rowsOfDays(said: string, asked: readonly string[]): string {
  const days = asked.map(dayOf);
  const rows = said.split('\n').map((line) => ({ line, days: daysOfRow(line) }));
  if (rows.length < 2 || rows.filter((row) => row.days.length === 0).length > 1) return said;
  if (days.length === 0 || days.some((day) => day === undefined || !rows.some((row) => row.days.includes(day))))
    return said;
  const own = rows.filter((row) => row.days.some((day) => days.includes(day)));
  return own.map(({ line }) => line).join('\n');
}
