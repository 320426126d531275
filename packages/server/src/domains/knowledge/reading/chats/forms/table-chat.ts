import { asksOfOne, tellsOfOne } from '../people/of-one.ts';
import { isAddressAlone } from '../people/told-things.ts';
import {
  asksSomething,
  type ChatMessage,
  type ChatTurn,
  joinTurns,
  saysNothing,
  sentencesOf,
} from '../turns/chat-turns.ts';
import { type ChatColumns, findChatColumns, isCustomerAlone, isDirection, isOutgoing } from './chat-columns.ts';
import { asksOften, countSpeakers, type FoundChat, isTalk, mostOf } from './found-chat.ts';

/** Rows that the program wrote itself: not those of a business that is called "Service Team". */
const PROGRAM_SPEAKER =
  /^(?:система|(?:системное|служебное) сообщение|уведомлени[ея]|(?:system|service)(?: (?:message|notification))?|notifications?)$/iu;
/** Names of sides, before what a column tells of who speaks. */
const SIDES = { customer: 'Клиент', business: 'Менеджер' };
const DAY = /\d{1,4}[./-]\d{1,2}[./-]\d{2,4}|\d{1,2}\s\p{L}{3,9}/u;
const FIGURES = /\d+/g;

/** `isBesideChat`: its file holds another one, so that columns named like those of a chat are enough. */
type Look = { isBesideChat?: boolean };

/** A chat that a program wrote as a table, a message in each row; undefined of any other table. */
export function findTableChat(
  read: readonly (readonly string[])[],
  { isBesideChat = false }: Look = {},
): FoundChat | undefined {
  const rows = read.map((row) => row.map((cell) => cell.trim())).filter((row) => row.some((cell) => cell !== ''));
  const found = findChatColumns(rows);
  if (found === undefined) return undefined;
  const { columns, from } = found;
  const written = rows.slice(from).filter((row) => isMessage(row, columns));
  const messages = inOrder(written, columns).map((row) => readMessage(row, columns));
  return (isBesideChat && columns.hasNames) || isChat(messages, columns) ? { messages, before: [] } : undefined;
}

const cellOf = (row: readonly string[], column: number | undefined): string =>
  column === undefined ? '' : (row[column] ?? '');

function isMessage(row: readonly string[], { speaker, text }: ChatColumns): boolean {
  const name = cellOf(row, speaker);
  return name !== '' && cellOf(row, text) !== '' && !PROGRAM_SPEAKER.test(name);
}

function readMessage(row: readonly string[], columns: ChatColumns): ChatMessage {
  const { text, whens, dialog, about } = columns;
  const when = whens.map((column) => cellOf(row, column)).join(' ');
  return {
    speaker: nameOf(row, columns),
    day: DAY.exec(when)?.[0] ?? '',
    lines: cellOf(row, text)
      .split(/[\n\r]+/)
      .map((line) => line.trim()),
    dialog: cellOf(row, dialog),
    about: about.map((column) => cellOf(row, column)),
  };
}

function nameOf(row: readonly string[], { speaker, direction }: ChatColumns): string {
  const name = cellOf(row, speaker);
  const side = cellOf(row, direction);
  if (!isDirection(side)) return name;
  const role = isOutgoing(side) ? SIDES.business : SIDES.customer;
  return speaker === direction ? role : `${role} ${name}`;
}

/** Dialogs one after another, and each from its beginning: many programs write the newest message first. */
function inOrder(rows: readonly (readonly string[])[], { whens, dialog }: ChatColumns): (readonly string[])[] {
  const times = rows.map((row) => timeOf(whens.map((column) => cellOf(row, column)).join(' ')));
  const steps = times.slice(1).map((time, at) => Math.sign(time - (times[at] ?? time)));
  const sum = steps.reduce((all, step) => all + (Number.isNaN(step) ? 0 : step), 0);
  const ordered = sum < 0 ? rows.toReversed() : [...rows];
  return [...Map.groupBy(ordered, (row) => cellOf(row, dialog)).values()].flat();
}

/** Grows with time; NaN where no date is told. */
function timeOf(when: string): number {
  const [first = Number.NaN, second = Number.NaN, third = Number.NaN, ...clock] = (when.match(FIGURES) ?? []).map(
    Number,
  );
  const [year, day] = first > 31 ? [first, third] : [third, first];
  const [hours = 0, minutes = 0, seconds = 0] = clock;
  const afternoon = /\dT?\s?p\.?m/iu.test(when) && hours < 12 ? 12 : 0;
  const days = (year * 12 + second) * 31 + day;
  return ((days * 24 + hours + afternoon) * 60 + minutes) * 60 + seconds;
}

/** Several speak with each other: reviews, notes, roles and plans have names and times too. */
function isChat(messages: readonly ChatMessage[], { whens, isPlain, direction }: ChatColumns): boolean {
  const turns = joinTurns(messages);
  const replied = turns.filter((turn, at) => isReplied(turn, turns[at + 1])).length;
  const isSaid = replied > 0 || turns.some(isToSomebody);
  if (direction !== undefined) return isPlain || isSaid;
  const counts = countSpeakers(messages);
  if (counts === undefined) return false;
  const customers = [...counts.keys()].filter(isCustomerAlone).length;
  if (customers > 0 && customers < counts.size) return isSaid;
  if (isPlain && whens.length > 0) return isSaid && mostOf(counts) > 1;
  return isTalk(counts, replied);
}

/** Whether nobody else may read it, though nothing of it is answered. */
export const isOfCustomers = ({ messages }: FoundChat): boolean =>
  joinTurns(messages).some(isToSomebody) ||
  messages.some(({ speaker }) => isCustomerAlone(speaker)) ||
  asksOften(messages);

/** «Спасибо!», «Лесная 5, жду»: no announcement is so. */
const isToSomebody = (turn: ChatTurn): boolean =>
  sentencesOf(turn).some((said) => saysNothing(said) || asksOfOne(said) || tellsOfOne(said) || isAddressAlone(said));

function isReplied(turn: ChatTurn, next: ChatTurn | undefined): boolean {
  if (next === undefined || next.speaker === turn.speaker || next.dialog !== turn.dialog) return false;
  return sentencesOf(turn).some(asksSomething) && sentencesOf(next).some((sentence) => !asksSomething(sentence));
}
