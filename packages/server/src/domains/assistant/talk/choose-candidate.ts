import { sameStems, stemImportance, stemWord } from '../../knowledge/index.ts';
import { saysNotToKnow } from './says-not-to-know.ts';
import { isOneSlipAway, wordsOf } from './words.ts';

const ordinals: RegExp[] = [
  /^(?:1|один|одно|перв(?:ый|ая|ое|ую|ого|ому|ым|ом|ой)|first|one)$/,
  /^(?:2|два|втор(?:ой|ая|ое|ую|ого|ому|ым|ом)|second|two)$/,
  /^(?:3|три|трет(?:ий|ья|ье|ью|ьего|ьему|ьим|ьем|ьей)|third|three)$/,
  /^(?:4|четыре|четверт(?:ый|ая|ое|ую|ого|ому|ым|ом|ой)|fourth|four)$/,
];
/** Long enough to be recognised with one slip. */
const longOrdinals =
  'первый первое первая второй второе вторая третий третье третья последний последнее последняя second'.split(' ');
const MIN_FOR_SLIP = 6;
const lastWord = /^(?:последн(?:ий|яя|ее|юю|его|ему|им|ем|ей)|last)$/;
const everyWord = /^(?:оба|обе|все|both|all)$/;
const noneWord =
  /^(?:нет|неа|нету|ни|ничего|никакой|никакое|никакая|другое|другой|иное|no|nope|none|nothing|neither|other)$/;
const yesWords = 'да ага угу конечно верно именно точно yes yep yeah yup sure right correct exactly certainly'.split(
  ' ',
);
const noWord = /^(?:нет|неа|no|nope)$/;
/** What may stand beside a bare yes: «да, об этом», "yes, that's it". */
const yesFillers = new Set("это этом этот эту об про о вот пожалуйста please that that's this one about it".split(' '));
const denial = /^(?:не|ни|кроме|без|not|except|none|no|without|don't|don’t|dont)$/;
/** What is denied with these is the offer as a whole: «не то», "not these". */
const anyOffered =
  /^(?:то|те|тот|та|это|эти|этот|этом|этого|об|про|из|подходит|подходят|надо|нужно|интересует|these|those|that|this)$/;
const fillers = new Set(
  `номер вариант варианта варианты пункт пункта пункты вопрос вопроса вопросы про о об мне пожалуйста
  the number option options question questions about please and of them и то это`.split(/\s+/),
);
const MAX_WORDS = 10;
const MAX_WORDS_OF_DENIAL = 3;
const MIN_WORD = 3;
const digits = /^\p{N}+$/u;
/** Between what is picked together: «51 и 25», "first and second". */
const between = /,|;|(?<![\p{L}\p{N}])(?:и|and)(?![\p{L}\p{N}])/u;

/** `yes`: it says no more than that. */
export type Choice = { kind: 'picked'; places: number[] } | { kind: 'none' | 'yes' };

/** Which of the offered questions a reply to a clarifying question picks; undefined when it says something else. */
export function chooseCandidate(reply: string, titles: readonly string[]): Choice | undefined {
  const words = wordsOf(reply);
  if (words.length === 0 || words.length > MAX_WORDS) return undefined;
  if (saysNotToKnow(reply)) return { kind: 'none' };
  const said = words.filter((word, at) => !fillers.has(word) && !(word === 'one' && at > 0));
  const [first = '', ...rest] = said;
  const isAgreed = isYes(first);
  const numbered = isAgreed || noWord.test(first) ? findNumbered(rest, titles.length) : undefined;
  const places =
    numbered ?? findNumbered(said, titles.length) ?? findRepeated(isAgreed ? words.slice(1) : words, titles);
  if (places !== undefined) return { kind: 'picked', places };
  const several = findSeveral(reply, titles);
  if (several !== undefined) return { kind: 'picked', places: several };
  if (isAgreed) return readYes(words, rest);
  return isDenial(words, { said, titles }) ? { kind: 'none' } : undefined;
}

const isYes = (word: string): boolean => yesWords.some((yes) => isSame(word, yes));

/** «да», and «да, об этом»; «да нет» is a no. */
function readYes(words: readonly string[], rest: readonly string[]): Choice | undefined {
  if (words.every((word) => isYes(word) || yesFillers.has(word))) return { kind: 'yes' };
  return rest.length > 0 && rest.every((word) => noWord.test(word)) ? { kind: 'none' } : undefined;
}

/** One slip is forgiven in a word that is long enough. */
const isSame = (word: string, known: string): boolean =>
  word === known || (known.length >= MIN_FOR_SLIP && isOneSlipAway(word, known));

/** An ordinal with a slip, as it is written. */
const readOrdinal = (word: string): string => longOrdinals.find((known) => isSame(word, known)) ?? word;

/** A reply that is nothing but a number, «последний» or «оба». */
function findNumbered([word, ...more]: string[], count: number): number[] | undefined {
  if (word === undefined || more.length > 0) return undefined;
  const first = readOrdinal(word);
  if (everyWord.test(first)) return Array.from({ length: count }, (_, place) => place);
  if (lastWord.test(first)) return [count - 1];
  const place = ordinals.findIndex((ordinal) => ordinal.test(first));
  return place >= 0 && place < count ? [place] : undefined;
}

/** Each part picks one: by its number or by its words. */
function findSeveral(reply: string, titles: readonly string[]): number[] | undefined {
  const parts = reply
    .toLowerCase()
    .split(between)
    .map((part) => wordsOf(part))
    .filter((words) => words.length > 0);
  const places = parts.flatMap((words) => {
    const said = words.filter((word, at) => !fillers.has(word) && !(word === 'one' && at > 0));
    const place = findNumbered(said, titles.length) ?? findRepeated(words, titles);
    return place?.length === 1 ? place : [];
  });
  return parts.length > 1 && places.length === parts.length ? [...new Set(places)] : undefined;
}

/** The only title that has every said word of weight: what it does not have is a question of its own. */
function findRepeated(words: readonly string[], titles: readonly string[]): number[] | undefined {
  const stems = listSubjects(words);
  if (stems.length === 0) return undefined;
  const places = titles.flatMap((title, place) => {
    const own = wordsOf(title);
    const denies = words.some((word) => denial.test(word) && !own.includes(word));
    return !denies && hasAll(own, stems) ? [place] : [];
  });
  return places.length === 1 ? places : undefined;
}

/** «нет», «ни один», «не то», and «не Колумбия» where that is what was offered. */
function isDenial(
  words: readonly string[],
  { said, titles }: { said: readonly string[]; titles: readonly string[] },
): boolean {
  const [first] = said;
  if (first === undefined || said.length > MAX_WORDS_OF_DENIAL) return false;
  if (noneWord.test(first)) return true;
  if (!denial.test(first)) return false;
  const denied = words.filter((word) => !denial.test(word) && !anyOffered.test(word));
  const stems = listSubjects(denied);
  return stems.length === 0 ? denied.length < words.length : titles.some((title) => hasAll(wordsOf(title), stems));
}

const listSubjects = (words: readonly string[]): string[] =>
  words
    .filter((word) => (word.length >= MIN_WORD && !fillers.has(word)) || digits.test(word))
    .map(stemWord)
    .filter((stem) => stemImportance(stem) === 1);

function hasAll(words: readonly string[], stems: readonly string[]): boolean {
  const own = new Set(words.map(stemWord));
  return stems.every((stem) => own.has(stem) || [...sameStems(stem)].some((same) => own.has(same)));
}
