import { subjectOf } from './fact-words.ts';
import { readPlainPrices } from './read-values.ts';

export type Cell = { name: string; value: string };
/** `isNumber`: nothing beside it calls it a price. */
type ColumnPrice = { kind: 'price'; subject: string; value: string; name: string; isNumber?: true };

export function toCell(text: string): Cell {
  const at = text.indexOf(': ');
  return at < 0 ? { name: '', value: text } : { name: text.slice(0, at), value: text.slice(at + 2) };
}

const MIN_COLUMNS = 2;
/** Columns of numbers that are no prices. */
const NO_PRICE =
  /%|(?<!\p{L})(?:дн[ия]|день|час(?!т)|мин(?!\p{L})|минут|шт|срок|длительн|продолжительн|врем|количеств|кол-во|остат|наличи|склад|резерв|мест(?!н)|скидк|бонус|балл|процент|возраст|год|days?|hours?|min|duration|time|stock|seats|discount|points|age|years?)/iu;
const CURRENCY = /[₽$€£₸]|руб|(?<!\p{L})(?:р\.|rub|usd|eur)/iu;
const CALLS_PRICES =
  /(?<!\p{L})(?:прайс|цен[аыу](?!\p{L})|стоимост|тариф|прейскурант|prices?(?!\p{L})|pricing|price list)/iu;

export const isPriceColumn = (name: string) => /^(?:цена|стоимость|price|cost)/i.test(name.trim());

/** Whether the heading of a list, or a line among its rows, says that its numbers are prices. */
export const callsPrices = ({ question, body }: { question: string; body: string }): boolean =>
  CALLS_PRICES.test(question) || body.split('\n').some((line) => !line.includes('; ') && CALLS_PRICES.test(line));

/**
 * «Услуга: Стрижка; Мастер: 2500; Топ-мастер: 3500»: each column has the price of the thing together with what the column names.
 * Of a column that names nothing, such as «Цена» beside «Цена со скидкой», the others change the price.
 */
export function ofColumns(thing: Cell, columns: readonly Cell[], { isPriced }: { isPriced: boolean }): ColumnPrice[] {
  const priced = columns.filter(
    ({ name, value }) =>
      (isPriceColumn(name) || !NO_PRICE.test(name)) && readPlainPrices(value, { isBare: true }).length > 0,
  );
  const isSure = isPriced || priced.some(({ name, value }) => CURRENCY.test(`${name} ${value}`));
  const names = priced.map(({ name }) => subjectOf(name, 'price'));
  if (priced.length < MIN_COLUMNS || new Set(names).size < names.length || names.includes('')) return [];
  return priced.map((column) => ({
    kind: 'price',
    subject: subjectOf(`${thing.value} ${column.name}`, 'price'),
    value: readPlainPrices(column.value, { isBare: true }).join(),
    name: `${thing.value}, ${column.name}`,
    ...(isSure ? {} : { isNumber: true }),
  }));
}
