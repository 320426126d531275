import {
  type FoundPassage,
  isPriceWord,
  splitUnits,
  statesFigure,
  stemWord,
  wantsPrice,
} from '../../knowledge/index.ts';
import { isPreposition, wordsOf } from '../talk/words.ts';
import { isAmong, isSubject } from './alike-words.ts';
import { DURATION, isCommon, isFreeWord } from './misses-subject.ts';

/** What is withheld or given back is the price of nothing, unless that is asked for. */
const WITHHELD = /залог|депозит|неявк|штраф|удерж|deposit|penalt|no-show/iu;
/** «120 см», «с 9 до 21»: as little a price as how long something takes. */
const MEASURE =
  /(?<!\p{N})\p{N}+(?:[.,]\p{N}+)?(?:\s?[-–—]\s?\p{N}+)?\s?(?:см(?!\p{L})|мм(?!\p{L})|м²|м(?!\p{L})|°|градус|кг(?!\p{L})|мл(?!\p{L})|этаж|человек|%)\p{L}*|(?<!\p{L})(?:с|до|по|from|to|until)\s\p{N}{1,2}(?::\p{N}{2})?(?!\p{N}|\s?(?:\p{Sc}|руб|р\.|тыс))/giu;
/** «за 3 часа до приёма», «при неявке на приём»: said of a time, and not the thing that has the price. */
const BESIDE = /(?<!\p{L})(?:до|после|перед|before|after)\s\p{L}+/giu;
const FIGURE = /\p{N}/u;
const DIGITS = /^\p{N}+$/u;
/** «Он стоит 120 ₽»: of what stands before it. */
const POINTS = /^(?:он|она|оно|они|его|её|ее|их|it|they)(?!\p{L})/iu;

/**
 * A price is asked for: whether the words of a file or page that would be given name one of that very thing. «Очки не выдаём.
 * Подгузник для воды стоит 120 ₽» has a price, and not of the glasses.
 */
export function pricesThing(question: string, { kind, text, quote = text, heading = '' }: FoundPassage): boolean {
  if (kind === 'qa' || !wantsPrice(question)) return true;
  const asked = wordsOf(question).filter((word) => namesThing(word) && !DIGITS.test(word));
  const units = splitUnits(quote).map((unit) => unit.text);
  const priced = units.flatMap((unit, at) => {
    const rest = unit.replaceAll(DURATION, ' ').replaceAll(MEASURE, ' ');
    const isPrice = FIGURE.test(rest) || isFreeOf(asked, unit);
    return statesFigure(rest) && isPrice && (!WITHHELD.test(unit) || WITHHELD.test(question))
      ? [namesNothing(unit) ? `${units[at - 1] ?? ''} ${unit}` : unit]
      : [];
  });
  const known = wordsOf(`${heading} ${priced.join(' ')}`.replaceAll(BESIDE, ' ')).map(stemWord);
  return priced.length > 0 && asked.every((word) => isAmong(word, known));
}

/** «Отменить запись можно бесплатно» is free of another thing, «по городу бесплатно» of what stands above it. */
function isFreeOf(asked: readonly string[], unit: string): boolean {
  const words = wordsOf(unit);
  const stems = words.map(stemWord);
  return isPreposition(words[0] ?? '') || isFreeWord(words[0] ?? '') || asked.some((word) => isAmong(word, stems));
}

const namesNothing = (unit: string): boolean => POINTS.test(unit) || !wordsOf(unit).some(namesThing);

const namesThing = (word: string): boolean => isSubject(word) && !isPriceWord(word) && !isCommon(word);
