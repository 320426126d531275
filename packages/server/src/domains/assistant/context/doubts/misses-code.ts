import { type FoundPassage, stemWord } from '../../../knowledge/index.ts';
import { withoutHeld } from '../figures/ranges.ts';
import { isOtherModel } from '../rows/is-other-model.ts';
import { readRow } from '../rows/list-rows.ts';
import { codesIn } from '../words/codes.ts';

const NUMBERED =
  /(?<![\p{L}\p{N}])(?<thing>\p{L}{4,}) (?<number>\p{N}{1,2})(?![\p{N}:.,%-]|\s?(?:\p{L}|\p{Sc}|[·×*]))/gu;

/** «листовки а4» beside «Листовки А5», "session 4" beside "Session 1 … Session 2": one of those that it does not know. */
export function missesCode(question: string, { kind, title, heading = '', text, quote = text }: FoundPassage): boolean {
  if (kind === 'qa') return false;
  const rows = quote.split('\n').map(readRow);
  if (rows.every((row) => row !== undefined && isOtherModel(question, row))) return true;
  const known = `${title} ${heading} ${text}`;
  const codes = codesIn(withoutHeld(question, quote));
  const own = new Set(codesIn(known));
  if (own.size > 0 && codes.some((code) => !own.has(code))) return true;
  const numbered = numbersIn(known);
  return [...numbersIn(question)].some(([thing, [number = '']]) => {
    const others = numbered.get(thing) ?? [];
    return others.length > 0 && !others.includes(number);
  });
}

function numbersIn(text: string): Map<string, string[]> {
  const found = new Map<string, string[]>();
  for (const { groups } of text.toLowerCase().matchAll(NUMBERED)) {
    const thing = stemWord(groups?.thing ?? '');
    found.set(thing, [...(found.get(thing) ?? []), groups?.number ?? '']);
  }
  return found;
}
