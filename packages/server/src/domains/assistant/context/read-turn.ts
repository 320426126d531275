import type { ClaimedTurn, TurnMessage } from '../../dialogs/index.ts';
import { readAsMeant } from '../talk/read-as-meant.ts';

/** What the customer asks in this turn, with what was said before it. */
export type TurnReading = {
  /** All messages of the turn as one question, cut at the limit; Russian in Latin letters, or on a Latin layout, is read as it was meant. */
  text: string;
  /** Kinds of files among the messages. */
  attachmentTypes: string[];
  /** Texts that the customer replied to. */
  quotes: string[];
  /** This session's messages before the turn, oldest first. */
  history: TurnMessage[];
  /** The beginnings of the customer's own earlier messages of this session, oldest first. */
  earlier: string[];
  /** What our side said last in this session. */
  lastReply: TurnMessage | undefined;
};

export const MAX_TURN_CHARACTERS = 4000;
/** Of a quote and of an earlier message: its subject stands at its beginning, and all of them are read at every turn. */
const MAX_EARLIER_CHARACTERS = 500;
/** After such a pause the customer comes with something new: older talk would mislead. */
const SESSION_GAP_MS = 12 * 60 * 60_000;

/** Reads a claimed turn: a burst is one question, and the context never crosses a long pause. */
export function readTurn(turn: Pick<ClaimedTurn, 'turn' | 'history'>): TurnReading {
  const texts = turn.turn.map((message) => message.text.trim()).filter((text) => text !== '');
  const history = cutSession(turn);
  return {
    text: readAsMeant(texts.join('\n').slice(0, MAX_TURN_CHARACTERS).toWellFormed()),
    attachmentTypes: turn.turn.flatMap((message) => message.attachmentTypes),
    quotes: turn.turn.flatMap((message) =>
      message.replyText === null || message.replyText.trim() === '' ? [] : [cut(message.replyText)],
    ),
    history,
    earlier: history
      .filter(({ author, text }) => author === 'customer' && text.trim() !== '')
      .map(({ text }) => readAsMeant(cut(text))),
    lastReply: history.findLast(({ author }) => author === 'assistant' || author === 'operator'),
  };
}

const cut = (text: string): string => text.slice(0, MAX_EARLIER_CHARACTERS).toWellFormed();

function cutSession({ turn, history }: Pick<ClaimedTurn, 'turn' | 'history'>): TurnMessage[] {
  let next = turn[0]?.createdAt;
  const session: TurnMessage[] = [];
  for (const message of history.toReversed()) {
    if (next !== undefined && next.getTime() - message.createdAt.getTime() > SESSION_GAP_MS) break;
    session.unshift(message);
    next = message.createdAt;
  }
  return session;
}
