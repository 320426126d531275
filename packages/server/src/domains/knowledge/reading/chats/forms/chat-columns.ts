/** Which columns of a table hold what of a chat. `hasNames`: the first row says so. */
export type ChatColumns = {
  speaker: number;
  text: number;
  whens: number[];
  dialog?: number | undefined;
  direction?: number | undefined;
  about: number[];
  isPlain: boolean;
  hasNames: boolean;
};

const SPEAKERS = [
  /^(?:автор|от кого|отправитель|кто(?: пишет| написал)?|собеседник|участник|роль|author|from|sender|speaker|who|role|participant)(?![\p{L}\p{N}])/iu,
  /^(?:от|имя|ник|пользователь|name|nick(?:name)?|user(?:name)?)(?![\p{L}\p{N}])/iu,
];
const DIRECTION = /^(?:направление|тип(?: сообщения)?|вид|direction|type|kind)$/iu;
const DIRECTIONS = /^(?:вход|исход|incoming|outgoing|inbound|outbound|in|out)(?:\p{L}{0,6})$/iu;
const OUTGOING = /^(?:исход|out)/iu;
const PLAIN_TEXT =
  /^(?:сообщени[ея]|текст сообщени[яй]|реплика|messages?|message[ _-]?(?:text|body|content)|msg)(?![\p{L}\p{N}])/iu;
const ANY_TEXT = /^(?:текст|содержание|содержимое|комментарий|text|body|content|comment)(?![\p{L}\p{N}])/iu;
const WHEN =
  /^(?:дата|время|когда|отправлено|создано|date|time|timestamp|datetime|sent|created|when)(?![\p{L}\p{N}])/iu;
const DIALOG =
  /^(?:(?:id|№|номер)[ _]?)?(?:диалог|чат|беседа|переписка|обращени|тикет|dialog|chat|conversation|ticket|thread|session)/iu;
/** Columns that say nothing of a customer. */
const OF_NOBODY =
  /^(?:№|id$|п\/п|канал|источник|статус|тема|тег|отдел|оператор|менеджер|сотрудник|channel|source|status|topic|tag|department|agent|operator|manager|url|ссылка|прочитано|read)/iu;
/** Of tables that are read by themselves. */
const OTHERS = /^(?:вопрос|ответ|отзыв|цена|стоимость|question|answer|review|price)(?!\p{L})/iu;
const CUSTOMER = /^(?:клиент|покупатель|заказчик|гость|customer|client|buyer|guest|visitor|user)[\s№#]{0,2}\d{0,6}$/iu;
const NAMES_WITHIN = 10;

const DATE =
  /^(?:\d{1,4}[./-]\d{1,2}[./-]\d{2,4}|\d{1,2}\s\p{L}{3,9}\.?(?:\s\d{4})?(?:\sг\.?)?)(?:(?:T|,?\s(?:в\s)?)\d{1,2}[:.]\d{2}\S{0,15}(?:\s?[ap]\.?m\.?)?(?:\s\S{1,10})?)?$/iu;
const TIME = /^\d{1,2}:\d{2}(?::\d{2})?(?:\s?[ap]\.?m\.?)?$/iu;
const MOST = 0.8;
const MAX_SPEAKER = 60;
/** Longer than names are. */
const MIN_TEXT = 12;
const SAMPLE_ROWS = 200;

export const isWhen = (cell: string): boolean => DATE.test(cell) || TIME.test(cell);
export const isOutgoing = (cell: string): boolean => OUTGOING.test(cell);
/** Whether a name says no more than on which side somebody stands. */
export const isCustomerAlone = (name: string): boolean => CUSTOMER.test(name);
export const isDirection = (cell: string): boolean => DIRECTIONS.test(cell);

/** The columns, and the row from which on they hold messages; undefined where none does. */
export function findChatColumns(
  rows: readonly (readonly string[])[],
): { columns: ChatColumns; from: number } | undefined {
  for (const [at, row] of rows.slice(0, NAMES_WITHIN).entries()) {
    const columns = columnsByNames(row, rows.slice(at + 1, at + 1 + SAMPLE_ROWS));
    if (columns !== undefined) return { columns, from: at + 1 };
  }
  if (rows.slice(0, NAMES_WITHIN).some((row) => row.some((cell) => OTHERS.test(cell)))) return undefined;
  const columns = columnsByCells(rows.slice(0, SAMPLE_ROWS));
  // Names of columns that are those of no chat.
  if (columns?.whens.some((column) => !isWhen(rows[0]?.[column] ?? ''))) return undefined;
  return columns === undefined ? undefined : { columns, from: 0 };
}

function columnsByNames(names: readonly string[], below: readonly (readonly string[])[]): ChatColumns | undefined {
  const find = (form: RegExp) => names.findIndex((name) => form.test(name));
  const plain = find(PLAIN_TEXT);
  const text = plain === -1 ? find(ANY_TEXT) : plain;
  const sides = names.findIndex((name, column) => DIRECTION.test(name) && isOf(below, { column, fits: isDirection }));
  const named = SPEAKERS.map(find).find((column) => column !== -1 && column !== text) ?? -1;
  const speaker = named === -1 ? sides : named;
  if (text === -1 || speaker === -1) return undefined;
  const whens = [...names.keys()].filter((column) => WHEN.test(names[column] ?? ''));
  const dialog = find(DIALOG);
  const used = new Set([text, speaker, sides, ...whens]);
  const about = [...names.keys()].filter((column) => !used.has(column) && !OF_NOBODY.test(names[column] ?? ''));
  return {
    ...{ speaker, text, whens, about, isPlain: plain !== -1, hasNames: true },
    dialog: dialog === -1 || used.has(dialog) ? undefined : dialog,
    direction: sides === -1 ? undefined : sides,
  };
}

/** By what stands in them: times, a few names that come again, and texts. */
function columnsByCells(rows: readonly (readonly string[])[]): ChatColumns | undefined {
  const width = rows.reduce((most, row) => Math.max(most, row.length), 0);
  const columns = Array.from({ length: width }, (_, column) => column);
  const whens = columns.filter((column) => isOf(rows, { column, fits: isWhen }));
  const others = columns.filter((column) => !whens.includes(column));
  const text = others.toSorted((left, right) => lengthOf(rows, right) - lengthOf(rows, left))[0];
  if (text === undefined || lengthOf(rows, text) < MIN_TEXT) return undefined;
  const speaker = others.find((column) => column !== text && holdsNames(rows, column));
  if (speaker === undefined) return undefined;
  if (whens.length === 0 && !rows.some((row) => isCustomerAlone(row[speaker] ?? ''))) return undefined;
  const about = others.filter((column) => column !== text && column !== speaker);
  return { speaker, text, whens, about, isPlain: false, hasNames: false };
}

const filledCells = (rows: readonly (readonly string[])[], column: number): string[] =>
  rows.map((row) => row[column] ?? '').filter((cell) => cell !== '');

type Fit = { column: number; fits: (cell: string) => boolean };

function isOf(rows: readonly (readonly string[])[], { column, fits }: Fit): boolean {
  const filled = filledCells(rows, column);
  return filled.length > 0 && filled.filter(fits).length >= filled.length * MOST;
}

function lengthOf(rows: readonly (readonly string[])[], column: number): number {
  const filled = filledCells(rows, column);
  return filled.reduce((sum, cell) => sum + cell.length, 0) / Math.max(1, filled.length);
}

function holdsNames(rows: readonly (readonly string[])[], column: number): boolean {
  const filled = filledCells(rows, column);
  const distinct = new Set(filled);
  if (filled.length < rows.length * MOST || distinct.size < 2 || distinct.size > filled.length / 2) return false;
  return filled.every(
    (cell) => cell.length <= MAX_SPEAKER && (/\p{L}/u.test(cell) || /^\+?[\d\s()-]{10,}$/.test(cell)),
  );
}
