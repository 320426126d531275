import { splitWords } from '../retrieval/words/split-words.ts';
import { stemWord } from '../retrieval/words/stem-word.ts';
import { readHours, readPhones, readPlainPrices } from './read-values.ts';

export type FactKind = 'price' | 'phone' | 'hours';
/** What a base says of one thing. `subject`: the stems of its name, the same in whatever form it is written. */
export type Fact = { kind: FactKind; subject: string; value: string };

export type CheckedPassage = { id: string; kind: 'qa' | 'file' | 'page'; question: string; body: string };

/** A longer answer speaks of several things. */
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
const CAREFUL_NAME = 3;

/** The facts of a passage, few and sure: a pair whose answer holds one value, the price of a row, a value behind its name. */
export function readFacts(passage: CheckedPassage): Fact[] {
  if (passage.kind === 'qa') return ofPair(passage);
  return passage.body.length > MAX_ANSWER ? [] : ofRow(passage.body);
}

function ofPair({ question, body }: CheckedPassage): Fact[] {
  if (body.length > MAX_ANSWER) return [];
  return readOnly(body).flatMap(({ kind, value }) => {
    if (!asksFor(question, kind)) return [];
    const subject = subjectOf(question, kind);
    return subject === '' && kind === 'price' ? [] : [{ kind, subject, value }];
  });
}

const asksFor = (question: string, kind: FactKind) =>
  splitWords(question, NAME_WORDS).some((word) => ASKING[kind].has(stemWord(word)));

/** "Товар: Роза; Цена: 300 ₽", and a value behind its name: "Телефон доставки: +7 900 …". */
function ofRow(body: string): Fact[] {
  if (body.includes('\n')) return [];
  const cells = body.split('; ').map((cell) => {
    const at = cell.indexOf(': ');
    return at < 0 ? { name: '', value: cell } : { name: cell.slice(0, at), value: cell.slice(at + 2) };
  });
  const [first, ...others] = cells;
  if (first === undefined) return [];
  if (others.length === 0) return ofNamedValue(first);
  const prices = others.filter(({ name }) => isPriceColumn(name));
  const [price] = prices;
  const name = subjectOf(first.value, 'price');
  // Of a row with other values than its price the name alone is not the thing: sizes, colours, amounts.
  if (price === undefined || prices.length > 1 || name === '' || others.length > 1) return [];
  const value = readPlainPrices(price.value, { isBare: true });
  return value.length === 1 ? [{ kind: 'price', subject: name, value: value[0] ?? '' }] : [];
}

function ofNamedValue({ name, value }: { name: string; value: string }): Fact[] {
  if (name === '') return [];
  return readOnly(value).flatMap(({ kind, value: found }): Fact[] => {
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
function readOnly(text: string): { kind: FactKind; value: string }[] {
  const all: [FactKind, string[]][] = [
    ['price', readPlainPrices(text)],
    ['phone', readPhones(text)],
    ['hours', readHours(text)],
  ];
  return all.flatMap(([kind, values]) => (values.length === 1 ? [{ kind, value: values[0] ?? '' }] : []));
}

function subjectOf(name: string, kind: FactKind): string {
  const found = splitWords(name, NAME_WORDS).map(stemWord);
  return [...new Set(found.filter((stem) => !ASKING[kind].has(stem) && !FILLERS.has(stem)))].sort().join(' ');
}

function stems(words: string): Set<string> {
  return new Set(words.split(' ').map((word) => stemWord(word.replaceAll('ё', 'е'))));
}
