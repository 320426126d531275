import { type FoundPassage, splitUnits, statesPrice, stemWord } from '../../../knowledge/index.ts';
import { wordsOf } from '../../talk/words.ts';
import { isCommon, isFreeWord } from '../doubts/misses-subject.ts';
import { isSubject } from '../words/alike-words.ts';
import { GIVEN, NEEDED, OBLIGED, TELL, THERE_IS, WHICH, wordSet } from '../words/asking-words.ts';
import { isAdjective } from '../words/word-forms.ts';

/** One of them asks: «нужен ли залог», «какая гарантия», «шлем дают?», «а если дождь?». */
const ASKING = wordSet(
  ...[WHICH, THERE_IS, NEEDED, OBLIGED, GIVEN],
  'выдаете выдают предоставляете если need needed required have what which if available',
);
/** Whoever asks so wants to know whether it costs something. */
const ASKING_FREE = /^(?:бесплатн(?:о|ый|ая|ое|ые)|платн(?:о|ый|ая|ое|ые)|free|paid)$/u;
/** They say nothing of what is asked. */
const ASIDE = wordSet(
  TELL,
  `а и ли у вас вы ваш ваша ваши нам мне мы я что будет пойдет идет на при это пожалуйста можно узнать или
  is are there do does you your we i a an the any it will please tell me can get be in case of and`,
);
const MAX_WORDS = 7;
const MAX_WHOLE = 300;
const MAX_NAMED_TOGETHER = 4;
const TOGETHER = new Set(['и', 'and']);

type Asked = { thing: string; isOfPrice: boolean };

/** The one thing of which a question asks whatever there is to say; undefined where it asks for more, or of more than one. */
export function readThing(question: string): Asked | undefined {
  const words = wordsOf(question);
  if (words.length > MAX_WORDS) return undefined;
  const isOfPrice = words.some((word) => ASKING_FREE.test(word));
  const [thing, ...more] = words.filter((word) => !ASKING.has(word) && !ASKING_FREE.test(word) && !ASIDE.has(word));
  if (thing === undefined || more.length > 0 || !(isOfPrice || words.some((word) => ASKING.has(word))))
    return undefined;
  return isThing(thing) ? { thing, isOfPrice } : undefined;
}

const isThing = (word: string): boolean => isSubject(word) && !isCommon(word) && !isAdjective(word);

/**
 * What a passage says of that thing: a pair that asks of it in such a way, all of a short piece that stands under its name, or
 * the sentence that begins with it («Залог 5000 ₽ или паспорт», «Шлем и замок — бесплатно»). Several where it says several things.
 */
export function saidOf({ thing, isOfPrice }: Asked, passage: FoundPassage): string[] {
  const { kind, heading = '', text, title, phrasings = [] } = passage;
  const stem = stemWord(thing);
  const isPriced = (said: string) => !isOfPrice || statesPrice(said) || wordsOf(said).some(isFreeWord);
  if (kind === 'qa') {
    const isOfThing = [title, ...phrasings].some((way) => stemWord(readThing(way)?.thing ?? '') === stem);
    return isOfThing && isPriced(text) ? [text] : [];
  }
  const above = wordsOf(heading);
  // What is free below a name may be another thing.
  if (!isOfPrice && above.length === 1 && stemWord(above[0] ?? '') === stem && text.length <= MAX_WHOLE) return [text];
  return splitUnits(text)
    .map((unit) => unit.text)
    .filter((said) => beginsWith(said, stem) && isPriced(said));
}

/** «Шлем и замок — …» is of both. */
function beginsWith(said: string, stem: string): boolean {
  const words = wordsOf(said).slice(0, MAX_NAMED_TOGETHER);
  const at = words.findIndex((word) => stemWord(word) === stem);
  return at === 0 || (at === 2 && TOGETHER.has(words[1] ?? ''));
}

/** The words that would be given are what it says of that thing. */
export function answersOfThing(question: string, passage: FoundPassage): boolean {
  const asked = readThing(question);
  const { kind, text, quote = text } = passage;
  return asked !== undefined && saidOf(asked, passage).includes(kind === 'qa' ? text : quote);
}
