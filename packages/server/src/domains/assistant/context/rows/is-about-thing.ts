import { stemWord } from '../../../knowledge/index.ts';
import { isPreposition, wordsOf } from '../../talk/words.ts';
import { isCommon } from '../doubts/misses-subject.ts';
import { isAmong, isSubject } from '../words/alike-words.ts';
import { isAdjective } from '../words/word-forms.ts';

/** In English the thing stands before what is done to it: "Chair repair". */
const DONE_TO = /(?:ing|tion|ment|repairs?|rental|hire|removal|assembly|upholstery|wash)$/u;
/** «цена дивана»: what stands behind it depends on it as it does on «чистка». */
const BEHIND_PRICE = /(?<!\p{L})(?:цен[аыу]|стоимость) (\p{L}+)/iu;
/** «доставка курьером» is not done to one. */
const BY_MEANS = /(?:ом|ем|ами|ями)$/u;

/**
 * «сколько стоит кресло» asks for the price of a thing, and «Перетяжка кресла» has the price of what is done to one: another noun
 * stands before it, on which it depends. Russian shows that by the form of the word; a name («Пицца Маргарита») does not depend.
 */
export function isAboutThing(name: string, question: string, asked: readonly string[]): boolean {
  const words = wordsOf(name);
  const [head = '', ...more] = words.filter((word) => isSubject(word) && !isCommon(word));
  const isNamed = (word: string) => asked.find((other) => isAmong(other, [stemWord(word)]));
  const last = more.at(-1) ?? '';
  if (DONE_TO.test(last) && isNamed(last) === undefined) return isNamed(head) === undefined;
  const thing = more.find((word) => isNamed(word) !== undefined);
  if (thing === undefined || isNamed(head) !== undefined || isAdjective(head) || BY_MEANS.test(thing)) return true;
  const before = words.slice(0, words.indexOf(thing)).findLast((word) => !isAdjective(word)) ?? '';
  // A name is written with a capital letter.
  if ((isPreposition(before) && before !== 'для') || !name.includes(` ${thing}`)) return true;
  const isOfPrice = BEHIND_PRICE.exec(question)?.[1]?.toLowerCase() === isNamed(thing);
  return (isNamed(thing) === thing) !== isOfPrice;
}
