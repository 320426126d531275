import { wordsOf } from './words.ts';

const ordinals: RegExp[] = [
  /^(?:1|один|перв\p{L}*|first|one|a|а)$/u,
  /^(?:2|два|втор\p{L}*|second|two|b|б)$/u,
  /^(?:3|три|трет\p{L}*|third|three|c|в)$/u,
  /^(?:4|четыре|четверт\p{L}*|fourth|four|d|г)$/u,
];
const lastWord = /^(?:последн\p{L}*|last)$/u;
const everyWord = /^(?:оба|обе|все|всё|both|all)$/u;
const noneWord = /^(?:нет|ни|другое|другой|иное|no|none|neither|other)$/u;
const fillers = new Set(
  'номер вариант пункт вопрос про о об мне пожалуйста the number option question about please и and то это'.split(' '),
);
const MAX_WORDS = 10;
const STEM_LENGTH = 5;
const MIN_WORD = 3;

export type Choice = { kind: 'picked'; places: number[] } | { kind: 'none' };

/** Which of the offered questions a reply to a clarifying question picks; undefined when it says something else. */
export function chooseCandidate(reply: string, titles: string[]): Choice | undefined {
  const words = wordsOf(reply);
  if (words.length === 0 || words.length > MAX_WORDS) return undefined;
  const said = words.filter((word, at) => !fillers.has(word) && !(word === 'one' && at > 0));
  const [first] = said;
  if (said.length <= 2 && first !== undefined) {
    if (everyWord.test(first)) return { kind: 'picked', places: titles.map((_, place) => place) };
    if (lastWord.test(first)) return { kind: 'picked', places: [titles.length - 1] };
    const place = ordinals.findIndex((ordinal) => ordinal.test(first));
    if (said.length === 1 && place >= 0 && place < titles.length) return { kind: 'picked', places: [place] };
  }
  const repeated = findRepeated(said, titles);
  if (repeated !== undefined) return { kind: 'picked', places: [repeated] };
  return said.length <= 3 && first !== undefined && noneWord.test(first) ? { kind: 'none' } : undefined;
}

/** The only title that has all, or most, of the said words that tell the titles apart. */
function findRepeated(said: string[], titles: string[]): number | undefined {
  const stems = new Set(said.filter((word) => word.length >= MIN_WORD).map(stemOf));
  if (stems.size === 0) return undefined;
  const shares = titles.map((title) => {
    const own = new Set(wordsOf(title).map(stemOf));
    return [...stems].filter((stem) => own.has(stem)).length / stems.size;
  });
  const best = Math.max(...shares);
  const leaders = shares.flatMap((share, place) => (share === best ? [place] : []));
  return best >= 0.5 && leaders.length === 1 ? leaders[0] : undefined;
}

const stemOf = (word: string): string => word.slice(0, STEM_LENGTH);
