import { cellsOfRow } from '@otvet/contract/values';
import {
  type FoundPassage,
  isPriceWord,
  splitUnits,
  statesFigure,
  stemWord,
  wantsPrice,
} from '../../../knowledge/index.ts';
import { isPreposition, wordsOf } from '../../talk/words.ts';
import { hasMeasure, measuresAsked, measuresIn } from '../figures/measures.ts';
import { withoutHeld } from '../figures/ranges.ts';
import { isIncludedColumn, isSaidWith } from '../rows/includes-only.ts';
import { isAmong, isSubject } from '../words/alike-words.ts';
import { endsWithHowMuch, isCommon, isFreeWord } from './misses-subject.ts';
import { CLOCK, DURATION, MEASURE, withoutAll } from './no-price-figures.ts';
import { isOnlyCalledOff, whatIsFree } from './what-is-free.ts';

/** What is withheld or given back is the price of nothing, unless that is asked for. */
const WITHHELD = /залог|депозит|неявк|штраф|удерж|deposit|penalt|no-show/iu;
/** «Возим на прицепе, плюс 500 руб.»: of what is done with the thing. */
const ON_TOP = /(?<!\p{L})(?:плюс|plus) (?:\p{Sc}\s?)?\p{N}/iu;
/** «Чистка зубов; Примечание: под наркозом, наркоз отдельно»: the row has no price of narcosis. */
const NOTE = /^(?:примечани|комментари|уточнени|note|comment|remark)/iu;
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
export function pricesThing(
  question: string,
  { kind, title, text, quote = text, heading = '' }: FoundPassage,
): boolean {
  if (kind === 'qa' || !(wantsPrice(question) || endsWithHowMuch(question))) return true;
  const asked = wordsOf(withoutHeld(question, quote)).filter((word) => namesThing(word) && !DIGITS.test(word));
  const above = `${title} ${heading}`;
  const units = splitUnits(quote).map((unit) => readFree(unit.text, { question, asked, above }));
  const priced = units.flatMap((unit, at) => {
    const rest = withoutMeasures(unit);
    const isPrice = FIGURE.test(rest) || wordsOf(unit).some(isFreeWord);
    const isOfElse = [WITHHELD, ON_TOP].some((other) => other.test(beside(unit)) && !other.test(question));
    return statesFigure(rest) && isPrice && !isOfElse
      ? [namesNothing(unit) ? `${units[at - 1] ?? ''} ${unit}` : unit]
      : [];
  });
  // «60 минут» stands in «1 час».
  const lengths = measuresAsked(question).filter((asked) => hasMeasure(measuresIn(priced.join('\n')), asked));
  const said = [above, ...priced, ...lengths.flatMap(({ words }) => words)].join(' ');
  const known = wordsOf(said.replaceAll(BESIDE, ' ')).map(stemWord);
  const isPart = asked.some((word) => isSaidWith(question, word)) ? isNote : isNoteOrIncluded;
  const own = wordsOf(`${above} ${priced.map((unit) => withoutCells(unit, isPart)).join(' ')}`).map(stemWord);
  const isOwn = asked.length === 0 || asked.some((word) => isAmong(word, own));
  return priced.length > 0 && isOwn && asked.every((word) => isAmong(word, known));
}

const isNote = (column: string): boolean => NOTE.test(column);

/** «День рождения; Что входит: чай» has no price of tea. */
const isNoteOrIncluded = (column: string): boolean => isNote(column) || isIncludedColumn(column);

/** A row without the cells of some columns. */
const withoutCells = (unit: string, isLeft: (column: string) => boolean): string =>
  (cellsOfRow(unit) ?? [])
    .filter(({ name }) => !isLeft(name))
    .map(({ name, value }) => `${name}: ${value}`)
    .join('; ') || unit;

/** A row has other prices beside its deposit. */
const beside = (unit: string): string => withoutCells(unit, (column) => WITHHELD.test(column));

const withoutMeasures = (text: string): string => withoutAll(text, [DURATION, MEASURE, CLOCK]);

type Asking = { question: string; asked: readonly string[]; above: string };

/**
 * A sentence as it is, without its condition where nothing but that it is free stands in it, and empty where that is said of another
 * thing: «Отменить запись можно бесплатно», «по городу бесплатно» below another thing than is asked for.
 */
function readFree(unit: string, { question, asked, above }: Asking): string {
  if (cellsOfRow(unit) !== undefined || !wordsOf(unit).some(isFreeWord)) return unit;
  const free = whatIsFree(question, unit);
  if (FIGURE.test(withoutMeasures(free))) return unit;
  if (isOnlyCalledOff(question, unit)) return '';
  // «заказ цена» names nothing that could be free.
  if (asked.length === 0) return free === unit ? unit : '';
  const words = wordsOf(free);
  const isOfAbove = isPreposition(words[0] ?? '') || !words.some((word) => namesThing(word) && !isFreeWord(word));
  const stems = wordsOf(isOfAbove ? `${above} ${free}` : free).map(stemWord);
  return asked.some((word) => isAmong(word, stems)) ? free : '';
}

const namesNothing = (unit: string): boolean => POINTS.test(unit) || !wordsOf(unit).some(namesThing);

const namesThing = (word: string): boolean => isSubject(word) && !isPriceWord(word) && !isCommon(word);
