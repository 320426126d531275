import { splitWords } from '../retrieval/words/split-words.ts';
import { stemWord } from '../retrieval/words/stem-word.ts';
import { readHours, readPhones, readPlainPrices } from './read-values.ts';

export type FactKind = 'price' | 'phone' | 'hours';
/** What a base says of one thing. `subject`: the stems of its name, the same in whatever form it is written. */
export type Fact = { kind: FactKind; subject: string; value: string };

export type CheckedPassage = { id: string; kind: 'qa' | 'file' | 'page'; question: string; body: string };

/** A longer answer, or line of a document, speaks of several things. */
const MAX_ANSWER = 300;
const NAME_WORDS = { characters: 300, words: 30 };
/** They ask for a value and name nothing. */
const ASKING: Record<FactKind, Set<string>> = {
  price: stems('сколько стоит стоят стоить цена цены стоимость почём price prices cost costs how much'),
  phone: stems('телефон телефона номер телефону phone telephone number call позвонить связаться'),
  hours: stems('часы время график режим работы работаете работает открыто открыты hours opening open working time'),
};
const FILLERS = stems(
  'какой какая какое какие каков у вас ваш ваша ваши наш наша мы вы ли а и же это мне подскажите скажите пожалуйста есть можно what which is are the a an your you do does of our we i please tell me когда when',
);
/** A phone or hours without a name are those of the shop. */
const OF_THE_SHOP = stems(
  'магазин магазина магазине shop store с со до по ежедневно каждый день без выходных from to at daily every day',
);
const CAREFUL_NAME = 3;
const CAREFUL_WORDS = 2;

/** The facts of a passage, few and sure: a pair whose answer holds one value, the price of a row, a value behind its name. */
export function readFacts(passage: CheckedPassage): Fact[] {
  if (passage.kind === 'qa') return ofPair(passage);
  return passage.body.split('\n').flatMap((line) => (line.length > MAX_ANSWER ? [] : ofLine(line.replace(/^• /, ''))));
}

function ofPair({ question, body }: CheckedPassage): Fact[] {
  if (body.length > MAX_ANSWER) return [];
  return readOnly(body, { isOfHours: asksFor(question, 'hours') }).flatMap(({ kind, value }) => {
    if (!asksFor(question, kind)) return [];
    const subject = subjectOf(question, kind);
    return subject === '' && kind === 'price' ? [] : [{ kind, subject, value }];
  });
}

const asksFor = (question: string, kind: FactKind) =>
  splitWords(question, NAME_WORDS).some((word) => ASKING[kind].has(stemWord(word)));

/** "Товар: Роза; Цена: 300 ₽", a value behind its name: "Телефон доставки: +7 900 …", and sentences that name theirs. */
function ofLine(line: string): Fact[] {
  const [first, ...others] = line.split('; ').map(toCell);
  if (first === undefined) return [];
  if (others.length > 0) return ofRow([first, ...others]);
  const sentences = line.split(/(?<=[.!?])\s+(?=\p{Lu})/u);
  // A price is told apart by what stands beside it: its line must say nothing else.
  if (sentences.length === 1) return [...ofNamedValue(first), ...ofSentence(line)];
  return sentences.flatMap((sentence) =>
    [...ofNamedValue(toCell(sentence)), ...ofSentence(sentence)].filter(({ kind }) => kind !== 'price'),
  );
}

type Cell = { name: string; value: string };

function toCell(text: string): Cell {
  const at = text.indexOf(': ');
  return at < 0 ? { name: '', value: text } : { name: text.slice(0, at), value: text.slice(at + 2) };
}

/** A name that stands in several rows of a list has several values there, and the finder drops it. */
function ofRow(cells: Cell[]): Fact[] {
  const prices = cells.filter(({ name }) => isPriceColumn(name));
  const [price] = prices;
  const thing = cells.find(({ name }) => !isPriceColumn(name) && !OF_THE_LIST.test(name.trim()));
  const name = thing === undefined ? '' : subjectOf(thing.value, 'price');
  // Of a row with a size or a colour the name alone is not the thing.
  if (price === undefined || prices.length > 1 || name === '' || cells.some(isVariant)) return [];
  const value = readPlainPrices(price.value, { isBare: true });
  return value.length === 1 ? [{ kind: 'price', subject: name, value: value[0] ?? '' }] : [];
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
  const [, thing = '', price = ''] = /^(.{3,80}?)\s(?:стоит|стоят|costs?)\s(.+)$/iu.exec(sentence) ?? [];
  if (subjectOf(thing, 'price').split(' ').length >= CAREFUL_WORDS)
    return ofNamedValue({ name: thing, value: price }).filter(({ kind }) => kind === 'price');
  const words = sentence.replaceAll(/\d+/g, ' ');
  return readOnly(sentence, { isOfHours: asksFor(words, 'hours') }).flatMap(({ kind, value }) =>
    kind !== 'price' && asksFor(words, kind) ? [{ kind, subject: subjectOf(words, kind), value }] : [],
  );
}

function ofNamedValue({ name, value }: Cell): Fact[] {
  if (name === '') return [];
  return readOnly(value, { isOfHours: asksFor(name, 'hours') }).flatMap(({ kind, value: found }): Fact[] => {
    if (value.length > found.length + MAX_BESIDE) return [];
    const subject = subjectOf(name, kind);
    // "Роза: 300 ₽" names a thing; of phones and hours the name says which they are.
    if (kind === 'price') return subject.length < CAREFUL_NAME ? [] : [{ kind, subject, value: found }];
    return asksFor(name, kind) ? [{ kind, subject, value: found }] : [];
  });
}

/** Words beside the value, such as a currency or a country's code. */
const MAX_BESIDE = 20;
const isPriceColumn = (name: string) => /^(?:цена|стоимость|price|cost)/i.test(name.trim());

/** One value of one kind; a text with two of them says of each something else. */
function readOnly(text: string, { isOfHours }: { isOfHours: boolean }): { kind: FactKind; value: string }[] {
  const all: [FactKind, string[]][] = [
    ['price', readPlainPrices(text)],
    ['phone', readPhones(text)],
    ['hours', readHours(text, { isBare: isOfHours })],
  ];
  return all.flatMap(([kind, values]) => (values.length === 1 ? [{ kind, value: values[0] ?? '' }] : []));
}

function subjectOf(name: string, kind: FactKind): string {
  const found = splitWords(name, NAME_WORDS).map(stemWord);
  const isEmpty = (stem: string) =>
    ASKING[kind].has(stem) || FILLERS.has(stem) || (kind !== 'price' && OF_THE_SHOP.has(stem));
  return [...new Set(found.filter((stem) => !isEmpty(stem)))].sort().join(' ');
}

function stems(words: string): Set<string> {
  return new Set(words.split(' ').map((word) => stemWord(word.replaceAll('ё', 'е'))));
}
