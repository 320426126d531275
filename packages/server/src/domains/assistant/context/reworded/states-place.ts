import { splitSentences } from '../../../../platform/text/split-sentences.ts';
import { type FoundPassage, stemWord } from '../../../knowledge/index.ts';
import { isPreposition, wordsOf } from '../../talk/words.ts';
import { isCommon } from '../doubts/misses-subject.ts';
import { wordsToSay } from '../say-passage.ts';
import { isAmong, isSubject } from '../words/alike-words.ts';

const WHERE = /(?<!\p{L})(?:где|where)(?!\p{L})/iu;
/** What is one's own is not the business's to find. */
const OWN = /(?<!\p{L})(?:мо[йяеи]|моё|my)(?!\p{L})/iu;
const LIES = /^(?:наход\p{L}+|располо[жг]\p{L}+|стоит|located|situated)$/u;
/** «где купить билеты» may be answered by a site: a deed has no address. */
const DEED = /(?:ть|ти|чь|ться|ете|ите)$/u;
/** «Склад — Заводская, 12», «на втором этаже». */
const PLACE =
  /(?<!\p{L})(?:[Уу]л\.|(?:[Пп]р|[Пп]росп|[Пп]ер)\.(?= ?\p{Lu})|(?:д|стр|корп)\. ?\p{N}|[Уу]лиц\p{L}*|[Пп]росп\p{L}*|[Пп]ереул\p{L}*|[Шш]оссе|[Ээ]таж\p{L}*|[Вв]ход\p{L}*|двор\p{L}*|[Рр]ядом|[Нн]апротив|корпус\p{L}*|здани\p{L}*|кабинет\p{L}* \p{N}|[Мм]етро|street|road|floor|entrance|next to|opposite|behind|yard|building)(?!\p{L})|\p{Lu}\p{Ll}+,? \p{N}/u;
/** Whatever could be a place: what has none of these says when or how. */
const ANY_PLACE =
  /(?<!\p{L})(?:[Вв]|[Вв]о|[Нн]а|[Уу]|[Зз]а|[Пп]од|над|около|возле|при|между|через|in|on|at|by|near|under) (?!(?:январ|феврал|март|апрел|ма[ей](?!\p{L})|июн|июл|август|сентябр|октябр|ноябр|декабр|течени|будн|выходн|любо|запис|недел|день|час|год|advance|time))\p{L}|(?<=[\p{L}:,–—-] )\p{Lu}\p{Ll}/u;
/** «…, рентген — на втором этаже»: a part of a sentence that is of another thing. */
const PARTS = /[,;] (?=[^,;—–]* [—–] )/u;
const MAX_WORDS = 6;

/** «на втором этаже», «Пушкина, 14». */
export const isSurelyPlace = (text: string): boolean => PLACE.test(text);
/** Also «в парке Горького»: it may be anything else. */
export const isPlace = (text: string): boolean => PLACE.test(text) || ANY_PLACE.test(text);

/** What a question asks the place of; undefined where it asks for none, or of more than a thing. */
export function readThingOfPlace(question: string): string[] | undefined {
  if (!WHERE.test(question) || OWN.test(question)) return undefined;
  const words = wordsOf(question);
  const thing = words.filter((word) => isSubject(word) && !isCommon(word) && !LIES.test(word));
  return thing.length > 0 && words.length <= MAX_WORDS ? thing : undefined;
}

/** The words that would be given name the place of that thing. */
export const statesPlace = (thing: readonly string[], passage: FoundPassage): boolean =>
  partsOf(passage).some(({ part, stems }) => isSurelyPlace(part) && thing.every((word) => isAmong(word, stems)));

/** «где лагерь» is not answered by when it is, nor «где стационар» by where the chemist's is. */
export function missesPlace(question: string, passage: FoundPassage): boolean {
  const { kind, title, phrasings = [] } = passage;
  const thing = readThingOfPlace(question);
  if (thing === undefined || wordsOf(question).some((word) => DEED.test(word))) return false;
  if (kind === 'qa' && [title, ...phrasings].some((way) => WHERE.test(way))) return false;
  return !partsOf(passage).some(({ part, stems }) => isPlace(part) && thing.some((word) => isAmong(word, stems)));
}

/** «где находится склад» asks no more than «где склад». */
export const withoutWhere = (question: string): string =>
  wordsOf(question)
    .filter((word) => !LIES.test(word))
    .join(' ');

/** Each with the words that it is of: those of a title where it names nothing itself. */
function partsOf(passage: FoundPassage): { part: string; stems: string[] }[] {
  const { kind, title, heading = '' } = passage;
  const parts = splitSentences(wordsToSay(passage)).flatMap((sentence) => sentence.split(PARTS));
  return parts.map((part) => {
    const isOfTitle = kind === 'qa' || namesNothing(part);
    return { part, stems: wordsOf(isOfTitle ? `${title} ${heading} ${part}` : part).map(stemWord) };
  });
}

/** «На втором этаже»: it is of what stands above it. */
function namesNothing(part: string): boolean {
  const [first = ''] = wordsOf(part);
  return isPreposition(first) || LIES.test(first);
}
