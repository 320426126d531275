import { splitAtEveryEnd } from '../../../../platform/text/split-sentences.ts';
import { isPriceName, isPriceWord } from '../../../knowledge/index.ts';
import { dropGreeting, readSmallTalk } from '../../talk/small-talk.ts';
import { wordsOf } from '../../talk/words.ts';
import { TELL, THERE_IS, WHICH, wordSet } from '../words/asking-words.ts';
import { ownWords } from '../words/own-words.ts';
import { shareObject } from './share-object.ts';

const and = /,? (?:и|а также|а ещ[её]|плюс|and also|and|plus|as well as) |, | ?[+&/] /iu;
const MAX_WORDS = 12;
const MAX_THINGS = 3;
/** «делаете», «продаёте»: what is done with all that follows. */
const done = /^\p{L}{2,20}(?:ете|ите|ете)$/u;
/** They begin the second thing, and ask nothing. */
const weak = new Set('a an the у в на по для с к ко из от за до of for to from'.split(' '));
/** Words before or behind two things that ask of both. */
const asking = wordSet(
  ...[WHICH, THERE_IS, TELL],
  `сколько будет где когда можно нужен нужна нужны стоит стоят цена почем
  what which how much do does is are has have can there`,
);

/** «…, скидка пенсионерам есть?»: a question of its own, also behind a comma. */
const ASKED_LAST = /(?<!\p{L})(?:есть|будет|бывает|бывают)[?!.\s]*$/iu;

/**
 * `names`: each as the customer wrote it. `carried`: what may stand on the first word of the first one («сборка шкафа и стола»), with
 * that word. `isAsked`: words that ask stand before or behind all of them. `isByComma`: what stands before a bare comma may only tell
 * what is asked behind it.
 */
export type Things = {
  questions: string[];
  names: string[];
  carried: (string | undefined)[];
  isAsked: boolean;
  isByComma: boolean;
};

/**
 * «есть рассрочка и парковка?» may ask of two things: each one with the words of asking that it shares with the other. Words alone
 * do not tell («стол и стул» may be one offer), so the base decides. Undefined where a text cannot be read so.
 */
export function splitThings(text: string): Things | undefined {
  const said = dropGreeting(text).replace(/\s+/gu, ' ').trim();
  if (splitAtEveryEnd(said).length > 1 || wordsOf(said).length > MAX_WORDS) return undefined;
  const bare = said.split(and).map((part) => part.trim());
  const parts = shareObject(bare);
  const [first = '', ...more] = parts;
  const last = more.at(-1);
  if (last === undefined || parts.length > MAX_THINGS) return undefined;
  if (parts.some((part) => ownWords(part).length === 0 || readSmallTalk(part) !== undefined)) return undefined;
  const before = frameOf(first.split(' '));
  const behind = behindThing(last);
  const questions = parts.map((part, place) => {
    const isWhole = place === 0 || ASKED_LAST.test(part) || frameOf(part.split(' ')).some((word) => !weak.has(word));
    const begun = isWhole ? [part] : [...before, part];
    const asksFirst = place === 0 && before.length > 0 && ASKED_LAST.test(last);
    const isEnded = part === last || part !== bare[place] || asksFirst || behindThing(part).length > 0;
    return (isEnded ? begun : [...begun, ...behind]).join(' ');
  });
  const frame = [...before, ...behind].flatMap(wordsOf);
  const isByComma = said.includes(', ');
  const isAsked = isByComma
    ? ASKED_LAST.test(last)
    : frame.some((word) => asking.has(word) || done.test(word) || isPriceWord(word));
  const names = parts.map(nameOf);
  const carried = questions.map((question, place) =>
    place === 0 ? undefined : carry(question, { first, part: parts[place] ?? '' }),
  );
  return { questions, names, carried, isAsked, isByComma };
}

/** «сборка шкафа и стола»: the second thing with the word before the first one. */
function carry(question: string, { first, part }: { first: string; part: string }): string | undefined {
  const words = first.split(' ');
  const [head, ...more] = words.slice(frameOf(words).length);
  const [thing, ...others] = ownWords(part).filter((word) => !asking.has(word) && !isPriceWord(word));
  if (head === undefined || thing === undefined || others.length > 0 || ownWords(more.join(' ')).length === 0)
    return undefined;
  return question.toLowerCase().replace(thing, `${head} ${thing}`);
}

/** «кресло можно вернуть»: what is asked of the thing; else the words at the end that carry no subject. */
function behindThing(part: string): string[] {
  const words = part.split(' ');
  const thing = frameOf(words).length;
  const rest = words.slice(thing + 1);
  const isAskedOf = frameOf(rest).some((word) => !weak.has(word));
  return isAskedOf ? rest : frameOf(words.reverse()).reverse();
}

/** Without the words that ask; a price that is asked for stays («цена у кресла»). */
function nameOf(part: string): string {
  const words = part.split(' ');
  const frame = frameOf(words);
  const price = frame.findIndex((word) => isPriceName(word.toLowerCase()));
  return words.slice(price < 0 ? frame.length : price).join(' ');
}

/** The words at the beginning that carry no subject. */
function frameOf(words: readonly string[]): string[] {
  const end = words.findIndex((word) =>
    ownWords(word).some((own) => !done.test(own) && !isPriceWord(own) && !asking.has(own)),
  );
  return words.slice(0, end < 0 ? words.length : end);
}
