import { isNamedCustomer } from '../people/names/roles.ts';
import { asksSomething, type ChatTurn, joinTurns, sentencesOf } from '../turns/chat-turns.ts';
import { readMessages, type WrittenChat } from './chat-messages.ts';
import { countSpeakers, type FoundChat, isSpoken, isTalk, mostOf } from './found-chat.ts';

/** Of the lines from the first message on: of messages, and of those that begin one. */
const MOST = 0.7;
const HEADS = { stamped: 0.2, labelled: 0.5 };

/** A chat as lines of text; undefined of any other text. */
export function findTextChat(lines: readonly string[]): FoundChat | undefined {
  const written = readMessages(lines);
  if (written === undefined || !isChat(written, joinTurns(written.messages))) return undefined;
  // Above an export stands the rest of a message that was cut, or what its owner noted of the customer.
  return { messages: written.messages, before: written.isStamped ? [] : written.before };
}

function isChat(written: WrittenChat, turns: ChatTurn[]): boolean {
  const { messages, before, isStamped, isExport, isHeaded, heads, strays, filled } = written;
  const counts = countSpeakers(messages);
  if (counts === undefined && !isExport) return false;
  const below = filled - before.length;
  const isMost =
    below - strays >= below * MOST && heads >= below * (isStamped || isHeaded ? HEADS.stamped : HEADS.labelled);
  if (!isMost) return false;
  if (isExport || counts === undefined) return isSpoken(messages);
  const asked = turns.map((turn) => sentencesOf(turn).some(asksSomething));
  if ([...counts.keys()].some(isNamedCustomer)) return asked.includes(true);
  if (isStamped) return mostOf(counts) > 1 && asked.includes(true);
  const replied = asked.filter((isAsked, at) => isAsked && turns[at + 1] !== undefined).length;
  return isTalk(counts, replied);
}
