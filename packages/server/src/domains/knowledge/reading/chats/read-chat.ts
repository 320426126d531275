import type { DocumentBlock } from '../document.ts';
import { pairTurns } from './chat-pairs.ts';
import { findBusiness } from './find-business.ts';
import type { FoundChat } from './forms/found-chat.ts';
import { collectOwn } from './people/own-contacts.ts';
import { collectTold, isTold } from './people/told-things.ts';
import { joinTurns } from './turns/chat-turns.ts';

/** `isOfSomebody`: whether a text beside the chat names one of those who speak in it. */
export type ReadChat = { blocks: DocumentBlock[]; isOfSomebody: (text: string) => boolean };

/**
 * A chat that somebody saved, read as a table of questions and answers: nobody else is told who asked and what they told of
 * themselves. Without rows where it is not clear who answers, or nothing is answered.
 */
export function readChat({ messages }: Pick<FoundChat, 'messages'>): ReadChat {
  const turns = joinTurns(messages);
  const business = findBusiness(turns);
  const told = collectTold(turns, (speaker) => !business.has(speaker));
  const rows = pairTurns(turns, { business, told, own: collectOwn(turns, business) }).map(({ question, answer }) => [
    question,
    answer,
  ]);
  const { words } = collectTold(turns, () => true);
  return {
    blocks: rows.length === 0 ? [] : [{ kind: 'table', header: nameColumns(rows), rows, place: {} }],
    isOfSomebody: (text) => (text.match(/\p{Lu}\p{L}+/gu) ?? []).some(isTold(words)),
  };
}

function nameColumns(rows: readonly string[][]): string[] {
  return rows.some((row) => row.some((cell) => /[а-яё]/i.test(cell))) ? ['Вопрос', 'Ответ'] : ['Question', 'Answer'];
}
