import { limits } from '@otvet/contract/values';
import { useMutation, useQuery } from '@tanstack/react-query';
import { queryClient } from '../../../platform/api/query-client.ts';
import { stillWaiting } from '../model/outbox.ts';
import { prependOlder, type Thread } from '../model/thread.ts';
import { threadKey } from './inbox-keys.ts';
import { outboxQuery } from './outbox-cache.ts';
import { fetchMessages, threadQuery } from './thread-query.ts';

async function loadOlder(uniqueId: string): Promise<void> {
  const first = queryClient.getQueryData<Thread>(threadKey(uniqueId))?.messages[0];
  if (first === undefined) return;
  const page = await fetchMessages({ id: uniqueId, before: first.seq, limit: limits.messagePageSize });
  queryClient.setQueryData<Thread>(threadKey(uniqueId), (thread) => thread && prependOlder(thread, page));
}

/** Messages of the open dialog, what is on its way, and the way to older ones. */
export function useThread(uniqueId: string) {
  const thread = useQuery(threadQuery(uniqueId));
  const outbox = useQuery(outboxQuery(uniqueId)).data;
  const older = useMutation({ mutationFn: () => loadOlder(uniqueId) });
  return { ...thread, outgoing: stillWaiting(outbox, thread.data?.messages ?? []), older };
}
