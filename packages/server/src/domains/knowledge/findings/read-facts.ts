import { pairOfRow } from '@otvet/contract/values';
import { asksFor, daysIn, type FactKind, isPart, joinStems, ofHeading, stemsOf, subjectOf } from './fact-words.ts';
import { type Cell, callsPrices, isPriceColumn, ofColumns, toCell } from './price-columns.ts';
import { readHours, readPhones, readPlainPrices, withoutFree, withoutPrices } from './read-values.ts';
import { hoursByDay, ofDayTable } from './week-hours.ts';

/**
 * What a base says of one thing. `subject`: the stems of its name, the same in whatever form it is written. `name`: as it is
 * written here. `of`: what it says besides which is meant, such as a height or a part of the town; of another one it is no other
 * value. `under`: the heading that the thing stands under. `isNumber`: nothing beside it calls it a price. `day`: of
 * the week.
 */
export type Fact = {
  kind: FactKind;
  subject: string;
  value: string;
  name: string;
  of?: string;
  under?: string;
  isNumber?: true;
  day?: number;
};

export type CheckedPassage = {
  id: string;
  kind: 'qa' | 'file' | 'page';
  question: string;
  body: string;
  phrasings?: readonly string[];
};

/** A longer answer, or line of a document, speaks of several things. */
const MAX_ANSWER = 300;
/** «А: 1 ₽». */
const MIN_LINE = 6;
const CAREFUL_NAME = 3;
const CAREFUL_WORDS = 2;

/** The facts of a passage, few and sure: a pair whose answer holds one value, the price of a row, a value behind its name. */
export function readFacts(passage: CheckedPassage): Fact[] {
  if (passage.kind === 'qa') return ofPair(passage);
  const lines = passage.body.split('\n').filter((line) => /\d/.test(line) && line.length >= MIN_LINE);
  const once = namedOnce(lines);
  const isPriced = callsPrices(passage);
  const list = { once, isPriced };
  const pairs = lines.map(pairOfRow);
  const facts = lines.flatMap((line, at) =>
    line.length > MAX_ANSWER || pairs[at] !== undefined ? [] : ofLine(line.replace(/^• /, ''), list),
  );
  const told = [...facts, ...ofDayTable(passage)].map((fact) =>
    fact.kind === 'price' ? { ...fact, under: ofHeading(passage.question, fact.subject) } : fact,
  );
  // A row of a sheet of answers is what a pair is, whatever stands above it.
  return [...told, ...pairs.flatMap((pair) => (pair ? ofPair({ ...pair, body: pair.reply }) : []))];
}

function ofPair({ question, body, phrasings = [] }: Pick<CheckedPassage, 'question' | 'body' | 'phrasings'>): Fact[] {
  if (body.length > MAX_ANSWER) return [];
  return (['price', 'phone', 'hours'] as const).flatMap((kind) => {
    const names = namesOf(question, phrasings, kind);
    const isOfHours = kind === 'hours' && names.length > 0;
    const found = readOnly(body, { isOfHours }).find((one) => one.kind === kind);
    if (found === undefined) return [];
    return names.flatMap((name) => ofName(name, body, found));
  });
}

/** The ways to ask a pair that ask for a value, none of which leaves out what the question names. */
function namesOf(question: string, phrasings: readonly string[], kind: FactKind): string[] {
  const own = wordsIn(subjectOf(question, kind));
  const isWhole = (name: string) => {
    const words = wordsIn(subjectOf(name, kind));
    return words.length >= own.length && own.every((word) => !/\d/.test(word) || words.includes(word));
  };
  return [question, ...phrasings.slice(0, MAX_PHRASINGS).filter(isWhole)].filter((name) => asksFor(name, kind));
}

const MAX_PHRASINGS = 20;
const wordsIn = (subject: string): string[] => (subject === '' ? [] : subject.split(' '));

/** A value by what is asked, and by what is asked and said together: «Сколько стоит доставка?» — «390 ₽ по городу». */
function ofName(name: string, body: string, { kind, value }: { kind: FactKind; value: string }): Fact[] {
  const subject = subjectOf(name, kind);
  if (kind !== 'price') return ofKind(kind, { value, name, named: name, said: body });
  if (subject === '') return [];
  const said = withoutPrices(body);
  const named = wordsIn(subject);
  const of = joinStems(stemsOf([...said.matchAll(QUALIFIER)].join(' ')).filter((stem) => !named.includes(stem)));
  const whole = joinStems([...named, ...wordsIn(subjectOf(said, kind))]);
  const isOne = !/[.!?]\s/u.test(said.trim());
  return [
    { kind, value, name, subject, of },
    ...(isOne && whole !== subject ? [{ kind, value, name, subject: whole }] : []),
  ];
}

/** A phone, or hours: of the days together and of each. `named`: what says whose they are. */
function ofKind(kind: 'phone' | 'hours', fact: { value: string; name: string; named: string; said: string }): Fact[] {
  const { value, name, named, said } = fact;
  const whole = { kind, value, name, subject: withDays(subjectOf(named, kind), kind, said) };
  return kind === 'hours' ? [whole, ...hoursByDay(fact)] : [whole];
}

/** Hours that are said of some days are not those of all. */
const withDays = (subject: string, kind: FactKind, said: string): string =>
  kind === 'hours' ? joinStems([...wordsIn(subject), ...daysIn(said)]) : subject;

/** «По городу», «за МКАД», «для детей»: of what part the price is. */
const QUALIFIER =
  /(?<!\p{L})(?:по|за|в|во|на|до|для|из|при|без|от|внутри|вне|within|outside|inside|in|to|for|per|with|without)\s\p{L}{2,40}/giu;

/** "Товар: Роза; Цена: 300 ₽", a value behind its name: "Телефон доставки: +7 900 …", and sentences that name theirs. */
function ofLine(line: string, list: List): Fact[] {
  const [first, ...others] = line.split('; ').map(toCell);
  if (first === undefined) return [];
  if (others.length > 0) return ofRow([first, ...others], list);
  // «Стрижка 500 руб. Доставка 300 руб.» are two, whatever is an abbreviation elsewhere.
  const sentences = line.split(/(?<=[.!?])\s+(?=\p{Lu})/u);
  // A price is told apart by what stands beside it: its line must say nothing else.
  if (sentences.length === 1) return [...ofNamedValue(first), ...ofDash(line), ...ofSentence(line)];
  return sentences.flatMap((sentence) =>
    [...ofNamedValue(toCell(sentence)), ...ofSentence(sentence)].filter(({ kind }) => kind !== 'price'),
  );
}

/** «Нежность — 3000 ₽»: nothing but a name and its price. */
function ofDash(line: string): Fact[] {
  const [, name = '', value = ''] = /^([^:]{3,80}?)\s[-–—]\s([^\p{L}]{0,2}\d[^:]{0,24})$/u.exec(line.trim()) ?? [];
  if (/[\p{L}\p{N}]/u.test(withoutPrices(value))) return [];
  const [price, ...others] = readPlainPrices(line);
  const subject = subjectOf(name, 'price');
  if (price === undefined || others.length > 0 || subject.length < CAREFUL_NAME || isPart(name)) return [];
  return [{ kind: 'price', subject, value: price, name }];
}

/** `once`: the things that stand in one row each; `isPriced`: the passage says that it is of prices. */
type List = { once: ReadonlySet<string>; isPriced: boolean };

/** A name that stands in several rows of a list has several values there, and the finder drops it. */
function ofRow(cells: Cell[], { once, isPriced }: List): Fact[] {
  const prices = cells.filter(({ name }) => isPriceColumn(name));
  const [price] = prices;
  const thing = thingOf(cells);
  const subject = thing === undefined ? '' : subjectOf(thing.value, 'price');
  const isDescribed = (cell: Cell) => DESCRIBES.test(cell.name) && once.has(subject);
  // Of a row with a size or a colour the name alone is not the thing.
  if (thing === undefined || subject === '') return [];
  if (cells.some((cell) => isVariant(cell) && !isDescribed(cell))) return [];
  if (price === undefined || prices.length > 1) {
    const columns =
      price === undefined ? cells.filter((cell) => cell !== thing && !OF_THE_LIST.test(cell.name.trim())) : prices;
    return ofColumns(thing, columns, { isPriced: isPriced || price !== undefined });
  }
  const [value, ...others] = readPlainPrices(price.value, { isBare: true });
  if (value === undefined || others.length > 0) return [];
  const of = joinStems(cells.filter(isDescribed).flatMap((cell) => stemsOf(cell.value)));
  // A row of «Букет: Полевой» is «Букет Полевой» elsewhere.
  const whole = subjectOf(`${thing.name} ${thing.value}`, 'price');
  return [...new Set([subject, whole])].map((named) => ({
    kind: 'price',
    subject: named,
    value,
    name: thing.value,
    of,
  }));
}

const thingOf = (cells: readonly Cell[]): Cell | undefined =>
  cells.find(({ name }) => !isPriceColumn(name) && !OF_THE_LIST.test(name.trim()));

/** How tall a thing is tells it from no other, where each row of a list names another thing. */
const DESCRIBES = /^(?:высота|глубина|height|depth)(?!\p{L})/iu;
const MIN_ROWS = 3;

/** The things of a list whose rows all name another one. */
function namedOnce(lines: readonly string[]): ReadonlySet<string> {
  const things = lines.flatMap((line) => {
    const cells = line.includes('; ') && line.length <= MAX_ANSWER ? line.split('; ').map(toCell) : [];
    const thing = cells.some(({ name }) => DESCRIBES.test(name)) ? thingOf(cells) : undefined;
    return thing === undefined ? [] : [subjectOf(thing.value, 'price')];
  });
  const once = new Set(things);
  return things.length >= MIN_ROWS && once.size === things.length ? once : new Set();
}

/** Columns that stand before the name and are not it. */
const OF_THE_LIST =
  /^(?:№|#|n$|п\/п|номер|код|артикул|id$|sku|code|no\.?$|number|item no|категори|раздел|групп|category|section|group)/i;
const VARIANT =
  /(?:^|\P{L})(?:размер|цвет|объ[её]м|вес|масса|длина|ширина|высота|диаметр|количество|кол-во|фасовка|вариант|size|colou?r|volume|weight|length|width|height|quantity|amount|variant)/iu;
const isVariant = ({ name, value }: Cell) => VARIANT.test(name) && /[\p{L}\d]/u.test(value);

/** "Чистка дивана стоит 1200 ₽", "Работаем с 10 до 19": the other words of a sentence say what its value is of. */
function ofSentence(sentence: string): Fact[] {
  if (sentence.includes(': ')) return [];
  const [, thing = '', price, sum] = COSTS.exec(sentence) ?? [];
  if (subjectOf(thing, 'price').split(' ').length >= CAREFUL_WORDS)
    return ofNamedValue({ name: thing, value: price ?? sum ?? '' }).filter(({ kind }) => kind === 'price');
  const words = sentence.replaceAll(/\d+/g, ' ');
  return readOnly(sentence, { isOfHours: asksFor(words, 'hours') }).flatMap(({ kind, value }) =>
    kind !== 'price' && asksFor(words, kind)
      ? ofKind(kind, { value, name: sentence, named: words, said: sentence })
      : [],
  );
}

const COSTS = /^(.{3,80}?)\s(?:(?:стоит|стоят|costs?)\s(.+)|(?:is|are)\s([$€£]\s?\d[\d,.]{0,12}))$/iu;

function ofNamedValue({ name, value }: Cell): Fact[] {
  if (name === '') return [];
  return readOnly(value, { isOfHours: asksFor(name, 'hours'), name }).flatMap(({ kind, value: found }): Fact[] => {
    if (withoutFree(value).length > found.length + MAX_BESIDE) return [];
    const subject = subjectOf(name, kind);
    // "Роза: 300 ₽" names a thing; of phones and hours the name says which they are.
    if (kind === 'price')
      return subject.length < CAREFUL_NAME || isPart(name) ? [] : [{ kind, subject, value: found, name }];
    return asksFor(name, kind) ? ofKind(kind, { value: found, name, named: name, said: value }) : [];
  });
}

/** Words beside the value, such as a currency or a country's code. */
const MAX_BESIDE = 20;

/** One value of one kind; a text with two of them says of each something else. */
function readOnly(
  text: string,
  { isOfHours, name = '' }: { isOfHours: boolean; name?: string },
): { kind: FactKind; value: string }[] {
  const all: [FactKind, string[]][] = [
    ['price', readPlainPrices(text)],
    // «Телефон: 33-44-55» is one by its name.
    ['phone', readPhones(`${name}: ${text}`)],
    ['hours', readHours(text, { isBare: isOfHours })],
  ];
  return all.flatMap(([kind, values]) => (values.length === 1 ? [{ kind, value: values[0] ?? '' }] : []));
}
