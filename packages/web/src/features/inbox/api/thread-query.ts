import { limits } from '@otvet/contract/values';
import { queryOptions } from '@tanstack/react-query';
import { api } from '../../../platform/api/client.ts';
import { expectAnswer } from '../../../platform/api/expect-answer.ts';
import { type MessagePage, openThread } from '../model/thread.ts';
import { threadKey } from './inbox-keys.ts';

export type MessageQuery = { id: string; limit: number; after?: number; before?: number };

/** A page of messages: the newest, those before a place, or those changed after a version. */
export async function fetchMessages(query: MessageQuery): Promise<MessagePage> {
  return expectAnswer(await api.chat.messages(query), ({ messages }) => Array.isArray(messages));
}

/** The messages of a dialog; after the first page the realtime events keep them fresh. */
export function threadQuery(uniqueId: string) {
  return queryOptions({
    queryKey: threadKey(uniqueId),
    queryFn: async () => openThread(await fetchMessages({ id: uniqueId, limit: limits.firstMessageLimit })),
    staleTime: Number.POSITIVE_INFINITY,
  });
}
