import { asksSomething, type ChatMessage, type ChatTurn, sentencesOf } from '../turns/chat-turns.ts';

/** A chat in whatever form it was saved. `before`: lines above it that are no part of it. */
export type FoundChat = { messages: ChatMessage[]; before: string[] };

/** Questions and answers that were written as such, by nobody in particular. */
const WRITTEN_FOR_ALL = /^(?:вопрос|ответ|question|answer)(?!\p{L})/iu;

/** How often each of them writes; undefined where not several people speak with each other. */
export function countSpeakers(messages: readonly (ChatMessage | ChatTurn)[]): Map<string, number> | undefined {
  const counts = new Map<string, number>();
  for (const { speaker } of messages) counts.set(speaker, (counts.get(speaker) ?? 0) + 1);
  const isForAll = [...counts.keys()].some((name) => WRITTEN_FOR_ALL.test(name));
  return counts.size < 2 || isForAll ? undefined : counts;
}

/** A file may have more speakers than a call takes. */
export function mostOf(counts: ReadonlyMap<string, number>): number {
  let most = 0;
  for (const count of counts.values()) most = Math.max(most, count);
  return most;
}

const MIN_MESSAGES = 4;
/** Who answers writes often; names of columns or things do not repeat so. */
const LEADS = 0.3;

/** Whether who is named by nothing but names speaks with each other. `replied`: how often somebody answers a question. */
export function isTalk(counts: ReadonlyMap<string, number>, replied: number): boolean {
  const messages = [...counts.values()].reduce((sum, count) => sum + count, 0);
  return messages >= MIN_MESSAGES && mostOf(counts) >= messages * LEADS && replied > 1;
}

/** Of what customers write, so much ends with a question at least. */
const ASKS = 0.3;

/** Of messages that a program saved: several speak, or somebody who asks. Who tells alone tells all, as a channel does. */
export function isSpoken(messages: readonly ChatMessage[]): boolean {
  if (new Set(messages.map(({ speaker }) => speaker)).size > 1) return true;
  return asksOften(messages);
}

export function asksOften(messages: readonly ChatMessage[]): boolean {
  const asked = messages.filter((message) => sentencesOf(message).slice(-1).some(asksSomething)).length;
  return asked > 0 && asked >= messages.length * ASKS;
}
