import { isNamedCustomer } from '../people/names/roles.ts';
import { isOfProgram } from '../turns/chat-noise.ts';
import { asksSomething, type ChatMessage } from '../turns/chat-turns.ts';
import { readStampOf } from './chat-stamp.ts';

/**
 * The messages of a text and its lines above the first. `isStamped`: each with its time; `isExport`: in a form that only a program of
 * chats writes; `isHeaded`: each below a line with its name and time; `heads` lines begin a message, and `strays` belong to none, of all that are `filled`.
 */
export type WrittenChat = {
  messages: ChatMessage[];
  before: string[];
  isStamped: boolean;
  isExport: boolean;
  isHeaded: boolean;
  heads: number;
  strays: number;
  filled: number;
};

type Head = { speaker: string; day: string; text: string };

const NAMED = /^~?\s?(?<speaker>[^:]{1,120}):(?:\s(?<text>.*))?$/u;
/** «,Марина,79123456789,…» */
const NAMED_BY_COMMAS = /^,?(?<speaker>[^,]{1,60}),\+?\d{10,15},"?(?<text>.*)$/u;
/** «Марина, [12.03.2026 10:15]», and what was written below. */
const STAMP_BEHIND =
  /^(?<speaker>[^[\]]{1,60}), \[(?<day>[^[\]:]{3,40}?),?\s\d{1,2}:\d{2}[^[\]]{0,12}\]:?\s{0,3}(?<text>.*)$/u;
const IN_BRACKETS = /^\[[^[\]]{6,40}\]/u;
/** What a program writes of itself: "[2026-03-12 10:15:07] INFO: …" */
const LOGGED = /^(?:[\w.]{1,30}\.)?(?:info|error|warn(?:ing)?|debug|trace|notice|fatal|critical)$/i;
/** «Клиент: …», «+7 912 345-67-89: …», «🌸Зуля🌸: …», «Зуля | Казань: …» */
const LABEL =
  /^(?<speaker>(?:[\p{L}@_~]|\p{Extended_Pictographic}|\+?\d[\d ()-]{8,17}\d(?=:))(?:[\p{L}\p{N}\p{Extended_Pictographic} .()'’«»"_|/@&+~-]|\u200d|\ufe0f){0,39}):(?:\s(?<text>.*))?$/u;
/** «10:15 Марина: …», «[10:15] Марина: …», «3. Марина: …» */
const BEFORE_LABEL = /^(?:\[\d{1,2}:\d{2}(?::\d{2})?\],?|\d{1,2}:\d{2}(?::\d{2})?,?|\d{1,4}[.)])\s(?=[^\s\d])/u;
/** «Марина (10:15): …», «Марина, [10:15]:» */
const BEHIND_LABEL = /^(?<speaker>[^:[\]()]{1,40}?),?\s[([]\d{1,2}:\d{2}(?::\d{2})?[)\]](?=:)/u;
/** «Марина 10:15» or «Марина, 12 марта 2026 в 10:15», and what was written below. */
const NAME_AND_TIME =
  /^(?<speaker>[^\d:.!?;,]{2,40}?),?\s[([_]?(?:(?:\d{1,2}[./]\d{1,2}(?:[./]\d{2,4})?|\d{1,2}\s\p{L}{3,9}\.?(?:\s\d{4})?|сегодня|вчера|today|yesterday),?\s(?:в\s|at\s)?)?\d{1,2}:\d{2}(?::\d{2})?(?:\s?[ap]m)?[)\]_]?$/iu;
const TIME_ALONE = /^\d{1,2}:\d{2}(?::\d{2})?$/;
const NAME_ABOVE = /^[^\d:.!?;,]{2,40}$/u;
/** Signs that turn the direction of writing. */
const UNSEEN = /[\u200b\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]/g;
const MARKDOWN = /^(?:>\s?|[-*+•]\s+)+|\*\*|__|\\(?=[[\]*_>.-])/g;

/** Nobody writes a longer one by hand, and no form is tried on it. */
const MAX_LINE = 5000;
const isShort = (line: string): boolean => line.length <= MAX_LINE;

/** By the form that most lines have; undefined where none begins with a name. */
export function readMessages(lines: readonly string[]): WrittenChat | undefined {
  const tidy = lines.filter(isShort).map((line) => line.replaceAll(UNSEEN, '').replaceAll(MARKDOWN, '').trim());
  const stamped = [readStamp, readStampBehind].map((form) => readForm(tidy, { form, isStamped: true }));
  // A label may stand within a message that has its time.
  const chosen = stamped.find(({ messages }) => messages.length > 1) ?? readNamed(tidy);
  if (chosen.messages.length === 0) return undefined;
  return { ...chosen, isExport: chosen.isStamped && isOfChats(tidy, chosen) };
}

export const beginsMessage = (line: string): boolean =>
  [readStamp, readStampBehind, readLabel].some((form) => form(line) !== undefined);

/** A timetable has times and names too, and no brackets around them. */
function isOfChats(lines: readonly string[], { messages, heads }: WrittenChat): boolean {
  if (messages.some(({ speaker }) => LOGGED.test(speaker))) return false;
  const inBrackets = lines.filter((line) => IN_BRACKETS.test(line) || STAMP_BEHIND.test(line)).length;
  return inBrackets >= heads || lines.some((line) => readStamp(line) === 'notice' && isOfProgram(line));
}

function readNamed(lines: readonly string[]): WrittenChat {
  const labelled = readLabelled(lines);
  const headed = readForm(joinTimes(lines), { form: readNameAndTime, isStamped: false });
  return headed.messages.length > labelled.messages.length ? { ...headed, isHeaded: true } : labelled;
}

/** A time on a line of its own belongs to the name above it. */
function joinTimes(lines: readonly string[]): string[] {
  const joined: string[] = [];
  for (const line of lines) {
    const above = joined.at(-1) ?? '';
    if (TIME_ALONE.test(line) && NAME_ABOVE.test(above)) joined[joined.length - 1] = `${above} ${line}`;
    else joined.push(line);
  }
  return joined;
}

/** «Адрес: Лесная, 5» above the first question is no message. */
function readLabelled(lines: readonly string[]): WrittenChat {
  const counts = new Map<string, number>();
  for (const { speaker } of lines.flatMap((line) => readLabel(line) ?? []))
    counts.set(speaker, (counts.get(speaker) ?? 0) + 1);
  const isSpeaker = ({ speaker, text }: Head) =>
    counts.get(speaker) !== 1 || isNamedCustomer(speaker) || asksSomething(text);
  const first = lines.findIndex((line) => {
    const head = readLabel(line);
    return head !== undefined && isSpeaker(head);
  });
  const written = readForm(lines.slice(Math.max(0, first)), { form: readLabel, isStamped: false });
  const before = lines.slice(0, Math.max(0, first)).filter((line) => line !== '');
  return { ...written, before: [...before, ...written.before], filled: written.filled + before.length };
}

type Form = { form: (line: string) => Head | 'notice' | undefined; isStamped: boolean };

function readForm(lines: readonly string[], { form, isStamped }: Form): WrittenChat {
  const written: WrittenChat = {
    ...{ messages: [], before: [], isStamped, isExport: false, isHeaded: false },
    ...{ heads: 0, strays: 0, filled: 0 },
  };
  let open: ChatMessage | undefined;
  let hasBegun = false;
  for (const line of lines) {
    // What stands apart from a message without its time is somebody else's.
    if (line === '' && !isStamped) open = open?.lines.length === 0 ? open : undefined;
    if (line === '') continue;
    written.filled += 1;
    const head = form(line);
    if (head === 'notice') {
      open = undefined;
      written.heads += 1;
      hasBegun = true;
    } else if (head !== undefined) {
      open = { speaker: head.speaker, day: head.day, lines: head.text === '' ? [] : [head.text] };
      written.messages.push(open);
      written.heads += 1;
      hasBegun = true;
    } else if (open !== undefined) open.lines.push(line);
    else if (hasBegun) written.strays += 1;
    else written.before.push(line);
  }
  return written;
}

function readStamp(line: string): Head | 'notice' | undefined {
  const stamp = readStampOf(line);
  if (stamp === undefined) return undefined;
  const { day, rest } = stamp;
  const { speaker, text = '' } = (NAMED_BY_COMMAS.exec(rest) ?? NAMED.exec(rest))?.groups ?? {};
  if (speaker === undefined || isOfProgram(rest)) return 'notice';
  return { speaker: speaker.trim(), day, text };
}

function readStampBehind(line: string): Head | undefined {
  const { speaker, day = '', text = '' } = STAMP_BEHIND.exec(line)?.groups ?? {};
  return speaker === undefined ? undefined : { speaker: speaker.trim(), day, text };
}

function readLabel(line: string): Head | undefined {
  const bare = line.replace(BEFORE_LABEL, '').replace(BEHIND_LABEL, (_, speaker: string) => speaker);
  const { speaker, text = '' } = LABEL.exec(bare)?.groups ?? {};
  return speaker === undefined ? undefined : { speaker: speaker.trim(), day: '', text: text.trim() };
}

function readNameAndTime(line: string): Head | undefined {
  const { speaker } = NAME_AND_TIME.exec(line)?.groups ?? {};
  return speaker === undefined ? undefined : { speaker: speaker.trim(), day: '', text: '' };
}
