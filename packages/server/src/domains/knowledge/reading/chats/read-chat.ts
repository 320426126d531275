import type { DocumentBlock } from '../document.ts';
import { readMessages, type WrittenChat } from './chat-messages.ts';
import { pairTurns } from './chat-pairs.ts';
import { asksSomething, type ChatTurn, joinTurns, sentencesOf } from './chat-turns.ts';
import { findBusiness, isNamedCustomer } from './find-business.ts';
import { collectTold, isTold } from './told-things.ts';

/** `before`: lines above it that are no part of it. */
export type ReadChat = { before: string[]; blocks: DocumentBlock[] };

const MIN_MESSAGES = 4;
/** Of the lines from the first message on: of messages, and of those that begin one. */
const MOST = 0.7;
const HEADS = { stamped: 0.2, labelled: 0.5 };
/** Who answers writes often; names of columns or things do not repeat so. */
const LEADS = 0.3;
/** Questions and answers that were written as such, by nobody in particular. */
const WRITTEN_FOR_ALL = /^(?:вопрос|ответ|question|answer)(?!\p{L})/iu;

/**
 * A chat that somebody saved, read as a table of questions and answers: nobody else is told who asked and what they told of
 * themselves. Undefined of any other text. Without rows where it is not clear who answers, or nothing is answered.
 */
export function readChat(lines: readonly string[]): ReadChat | undefined {
  const written = readMessages(lines);
  if (written === undefined) return undefined;
  const turns = joinTurns(written.messages);
  if (!isChat(written, turns)) return undefined;
  const business = findBusiness(turns);
  const told = collectTold(turns, (speaker) => !business.has(speaker));
  const rows = pairTurns(turns, { business, told }).map(({ question, answer }) => [question, answer]);
  const { words } = collectTold(turns, () => true);
  // One line above is what the file is called, after a customer as a rule.
  const above = written.before.length > 1 ? written.before : [];
  const before = above.filter((line) => !(line.match(/\p{Lu}\p{L}+/gu) ?? []).some(isTold(words)));
  return { before, blocks: rows.length === 0 ? [] : [{ kind: 'table', header: nameColumns(rows), rows, place: {} }] };
}

function isChat({ messages, before, isStamped, heads, strays, filled }: WrittenChat, turns: ChatTurn[]): boolean {
  const counts = new Map<string, number>();
  for (const { speaker } of messages) counts.set(speaker, (counts.get(speaker) ?? 0) + 1);
  const most = Math.max(...counts.values());
  const speakers = [...counts.keys()];
  if (speakers.length < 2 || speakers.some((name) => WRITTEN_FOR_ALL.test(name))) return false;
  const below = filled - before.length;
  const isMost = below - strays >= below * MOST && heads >= below * (isStamped ? HEADS.stamped : HEADS.labelled);
  if (!isMost) return false;
  const asked = turns.map((turn) => sentencesOf(turn).some(asksSomething));
  if (speakers.some(isNamedCustomer)) return asked.includes(true);
  if (isStamped) return most > 1 && asked.includes(true);
  const replied = asked.filter((isAsked, at) => isAsked && turns[at + 1] !== undefined).length;
  return messages.length >= MIN_MESSAGES && most >= messages.length * LEADS && replied > 1;
}

function nameColumns(rows: readonly string[][]): string[] {
  return rows.some((row) => row.some((cell) => /[а-яё]/i.test(cell))) ? ['Вопрос', 'Ответ'] : ['Question', 'Answer'];
}
