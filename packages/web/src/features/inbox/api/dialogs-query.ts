import { limits } from '@otvet/contract/values';
import { infiniteQueryOptions } from '@tanstack/react-query';
import { api } from '../../../platform/api/client.ts';
import { expectAnswer } from '../../../platform/api/expect-answer.ts';
import { type DialogFilter, type DialogPage, keepAllowed, nextOffset } from '../model/dialog-pages.ts';
import { dialogsKey } from './inbox-keys.ts';

/** One page of the list. */
export async function fetchDialogs(filter: DialogFilter, offset: number): Promise<DialogPage> {
  const answer = await api.chat.allChats({
    limit: limits.dialogPageSize,
    offset,
    ...(filter.waiting ? { waiting: true } : {}),
  });
  const { chats } = expectAnswer(answer, ({ chats }) => Array.isArray(chats));
  return { chats: keepAllowed(chats), isLast: chats.length < limits.dialogPageSize };
}

/** The list of dialogs by pages; another filter is another list. */
export function dialogsQuery(filter: DialogFilter) {
  return infiniteQueryOptions({
    queryKey: [...dialogsKey, filter],
    queryFn: ({ pageParam }) => fetchDialogs(filter, pageParam),
    initialPageParam: 0,
    getNextPageParam: (last, pages) => (last.isLast ? undefined : nextOffset(pages)),
    staleTime: Number.POSITIVE_INFINITY,
  });
}
