/** Words that name columns in price lists, schedules and contacts. */
const COLUMN_NAMES = new Set(
  [
    '№ номер код артикул арт sku id наименование название имя фио товар услуга продукт модель марка бренд позиция вид тип',
    'категория раздел группа цена стоимость сумма итого скидка тариф количество кол-во остаток наличие единица ед.изм',
    'размер вес объём цвет описание характеристика параметр значение комментарий примечание дата день время часы период',
    'срок начало конец год месяц город адрес регион страна район филиал магазин телефон почта e-mail email сайт ссылка',
    'контакты должность отдел сотрудник врач мастер вопрос ответ статус содержание условия мероприятия мероприятие',
    'no number code article item name title product service model brand position type category section group price cost',
    'amount total discount rate quantity qty stock availability unit size weight volume color colour description parameter',
    'value comment note notes date day time hours period from to start end year month city address region country branch',
    'store phone mail website link contact role department employee question answer status plan feature',
  ]
    .join(' ')
    .split(' '),
);
const MAX_NAME_CHARACTERS = 60;
/** Rows that are looked at: the first, and some below it. */
export const HEADER_ROWS = 51;
const FILLED_SHARE = 0.6;

/** Whether the first row names the columns. Only words can: a row with figures is one of the table. */
export function hasHeader(rows: string[][]): boolean {
  const [first = [], ...sample] = rows.slice(0, HEADER_ROWS);
  const names = first.filter((name) => name !== '');
  if (names.length < 2 || sample.length === 0 || !names.every(isName)) return false;
  if (new Set(names).size < names.length) return false;
  const width = Math.max(...sample.map((row) => row.filter((cell) => cell !== '').length));
  if (names.length < width * FILLED_SHARE) return false;
  // A name and what belongs to it in each row: "Адрес", "Часы", "Телефон" below each other.
  const firsts = sample.map(([cell = '']) => cell).filter((cell) => !/\p{Number}/u.test(cell));
  if (names.length === 2 && firsts.filter(isColumnName).length >= sample.length / 2) return false;
  if (names.filter(isColumnName).length > (names.length === 2 ? 1 : 0)) return true;
  if (first.some((name, column) => name !== '' && isFigures(sample.map((row) => row[column] ?? '')))) return true;
  // Two columns of words may be names and what belongs to them, three are a table.
  return names.length > 2;
}

function isName(cell: string): boolean {
  return cell.length <= MAX_NAME_CHARACTERS && !isFigure(cell) && /\p{Letter}|№|#/u.test(cell);
}

function isColumnName(cell: string): boolean {
  const words = cell
    .toLowerCase()
    .replaceAll('ё', 'е')
    .split(/[\s,:;/()]/u);
  return words.length <= 4 && words.some((word) => COLUMN_NAMES.has(word));
}

/** Below words stand figures, dates or marks alone. */
function isFigures(cells: string[]): boolean {
  const filled = cells.filter((cell) => cell !== '');
  return filled.length > 0 && filled.filter(isFigure).length >= filled.length * FILLED_SHARE;
}

function isFigure(cell: string): boolean {
  const digits = cell.replaceAll(/\D/g, '').length;
  const letters = cell.replaceAll(/\P{Letter}/gu, '').length;
  return digits > 0 && digits >= letters;
}
