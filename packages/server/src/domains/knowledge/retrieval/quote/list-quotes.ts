import type { TextUnit } from './split-units.ts';

/** Units that can be quoted together: places from `start` to before `end`, and the line before a list, which says what it is of. */
export type Quotable = { start: number; end: number; lead: number | undefined };

/** Of two sentences, or of as many items of a list as there is room for; one unit is never cut. */
const MAX_WORDS = 42;

/** What of a text may be quoted: one unit, two sentences beside each other in a paragraph, an item with its lead, a list from its first item. */
export function listQuotes(units: TextUnit[], wordsOf: (place: number) => number): Quotable[] {
  const quotes: Quotable[] = [];
  units.forEach((unit, place) => {
    if (isLead(units, place)) return;
    const lead = shortLead(leadOf(units, place), (at) => wordsOf(at) + wordsOf(place));
    quotes.push({ start: place, end: place + 1, lead });
    const next = units[place + 1];
    const isBeside = unit.kind === 'sentence' && next?.line === unit.line && !isLead(units, place + 1);
    if (isBeside && wordsOf(place) + wordsOf(place + 1) <= MAX_WORDS) {
      quotes.push({ start: place, end: place + 2, lead });
    }
    if (unit.kind === 'item' && units[place - 1]?.kind !== 'item') quotes.push(...wholeList(units, { place, wordsOf }));
  });
  return quotes;
}

/** A line that ends with a colon says nothing without what follows it. */
function isLead(units: TextUnit[], place: number): boolean {
  return units[place]?.text.endsWith(':') === true && units[place + 1] !== undefined;
}

function leadOf(units: TextUnit[], place: number): number | undefined {
  let first = place;
  while (units[first]?.kind === 'item' && units[first - 1]?.kind === 'item') first -= 1;
  return isLead(units, first - 1) ? first - 1 : undefined;
}

/** The line above goes with what has room for both. */
const shortLead = (lead: number | undefined, wordsWith: (lead: number) => number): number | undefined =>
  lead === undefined || wordsWith(lead) > MAX_WORDS ? undefined : lead;

function wholeList(units: TextUnit[], list: { place: number; wordsOf: (place: number) => number }): Quotable[] {
  let end = list.place;
  const lead = shortLead(leadOf(units, list.place), (at) => list.wordsOf(at) + list.wordsOf(list.place));
  let words = lead === undefined ? 0 : list.wordsOf(lead);
  while (units[end]?.kind === 'item') {
    words += list.wordsOf(end);
    if (words > MAX_WORDS) break;
    end += 1;
  }
  if (end === list.place + 1) return [];
  return [{ start: list.place, end, lead }];
}
