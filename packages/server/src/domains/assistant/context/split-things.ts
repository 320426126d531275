import { isPriceWord } from '../../knowledge/index.ts';
import { dropGreeting, readSmallTalk } from '../talk/small-talk.ts';
import { wordsOf } from '../talk/words.ts';
import { ownWords } from './find-knowledge.ts';

const and = /,? (?:и|а также|а ещ[её]|плюс|and also|and|plus|as well as) |, | ?[+&/] /iu;
const sentenceEnd = /\n|[.?!…](?=\s)/u;
const MAX_WORDS = 12;
const MAX_THINGS = 3;
/** «делаете», «продаёте»: what is done with all that follows. */
const done = /^\p{L}{2,20}(?:ете|ите|ете)$/u;
/** They begin the second thing, and ask nothing. */
const weak = new Set('a an the у в на по для с'.split(' '));
/** Words before or behind two things that ask of both. */
const asking = new Set(
  `сколько есть какой какая какое какие каков какова где когда можно нужен нужна нужны стоит стоят цена почем скажите подскажите
  what which how much do does is are have has can there`.split(/\s+/),
);

/**
 * `names`: each as the customer wrote it. `isAsked`: words that ask stand before or behind all of them, and no bare comma between
 * them: what stands behind one may describe what stands before it.
 */
export type Things = { questions: string[]; names: string[]; isAsked: boolean };

/**
 * «есть рассрочка и парковка?» may ask of two things: each one with the words of asking that it shares with the other. Words alone
 * do not tell («стол и стул» may be one offer), so the base decides. Undefined where a text cannot be read so.
 */
export function splitThings(text: string): Things | undefined {
  const said = dropGreeting(text).replace(/\s+/gu, ' ').trim();
  if (sentenceEnd.test(said) || wordsOf(said).length > MAX_WORDS) return undefined;
  const parts = said.split(and).map((part) => part.trim());
  const [first = '', ...more] = parts;
  const last = more.at(-1);
  if (last === undefined || parts.length > MAX_THINGS) return undefined;
  if (parts.some((part) => ownWords(part).length === 0 || readSmallTalk(part) !== undefined)) return undefined;
  const before = frameOf(first.split(' '));
  const behind = behindThing(last);
  const questions = parts.map((part, place) => {
    const begun = place === 0 || frameOf(part.split(' ')).some((word) => !weak.has(word)) ? [part] : [...before, part];
    const isEnded = part === last || behindThing(part).length > 0;
    return (isEnded ? begun : [...begun, ...behind]).join(' ');
  });
  const frame = [...before, ...behind].flatMap(wordsOf);
  const isAsked =
    !said.includes(', ') && frame.some((word) => asking.has(word) || done.test(word) || isPriceWord(word));
  const names = parts.map((part) =>
    part
      .split(' ')
      .slice(frameOf(part.split(' ')).length)
      .join(' '),
  );
  return { questions, names, isAsked };
}

/** «кресло можно вернуть»: what is asked of the thing; else the words at the end that carry no subject. */
function behindThing(part: string): string[] {
  const words = part.split(' ');
  const thing = frameOf(words).length;
  const rest = words.slice(thing + 1);
  const isAskedOf = frameOf(rest).length > 0;
  return isAskedOf ? rest : frameOf(words.reverse()).reverse();
}

/** The words at the beginning that carry no subject. */
function frameOf(words: readonly string[]): string[] {
  const end = words.findIndex((word) =>
    ownWords(word).some((own) => !done.test(own) && !isPriceWord(own) && !asking.has(own)),
  );
  return words.slice(0, end < 0 ? words.length : end);
}
