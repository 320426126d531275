import { queryOptions, useQuery } from '@tanstack/react-query';
import { queryClient } from '../../../platform/api/query-client.ts';
import { watchOwn } from '../../../platform/session/own-data.ts';
import { dropOutgoing, hasUnsent, type Outgoing, putOutgoing } from '../model/outbox.ts';
import {
  changeKeptOutbox,
  dialogOfKept,
  KEPT_OUTBOX,
  listKeptOutboxes,
  parseOutbox,
  readKeptOutbox,
} from './kept-outbox.ts';

const forever = { staleTime: Number.POSITIVE_INFINITY, gcTime: Number.POSITIVE_INFINITY } as const;

/** What the operator sent and the server has not confirmed. */
export function outboxQuery(uniqueId: string) {
  return queryOptions<Outgoing[]>({
    queryKey: ['outbox', uniqueId],
    queryFn: () => readOutbox(uniqueId),
    initialData: () => readKeptOutbox(uniqueId),
    ...forever,
  });
}

const listUnsent = () => listOutboxes().filter((uniqueId) => hasUnsent(readOutbox(uniqueId)));

const unsentQuery = queryOptions<string[]>({
  queryKey: ['unsent-dialogs'],
  queryFn: listUnsent,
  initialData: listUnsent,
  ...forever,
});

/** The dialogs where something written in this browser has not gone; draws again when they change. */
export function useUnsentDialogs(): readonly string[] {
  return useQuery(unsentQuery).data;
}

export function readOutbox(uniqueId: string): Outgoing[] {
  return queryClient.getQueryData(outboxQuery(uniqueId).queryKey) ?? readKeptOutbox(uniqueId);
}

/** The dialogs that something was written in, here or before a reload. */
export function listOutboxes(): string[] {
  const inMemory = queryClient.getQueriesData({ queryKey: ['outbox'] }).map(([[, uniqueId]]) => String(uniqueId));
  return [...new Set([...listKeptOutboxes(), ...inMemory])];
}

export function changeOutbox(uniqueId: string, change: (outbox: Outgoing[]) => Outgoing[]): void {
  const changed = change(readOutbox(uniqueId));
  changeKeptOutbox(uniqueId, change);
  show(uniqueId, changed);
}

function show(uniqueId: string, outbox: Outgoing[]): void {
  queryClient.setQueryData(outboxQuery(uniqueId).queryKey, outbox);
  queryClient.setQueryData(unsentQuery.queryKey, listUnsent());
}

/** Follows what other tabs of this person write, send and delete, until the end. */
export function followOtherTabs(): () => void {
  return watchOwn(KEPT_OUTBOX, ({ name, before, after }) => {
    const uniqueId = dialogOfKept(name);
    const [old, present] = [parseOutbox(before), parseOutbox(after)];
    const gone = old.filter(({ clientId }) => !present.some((one) => one.clientId === clientId));
    const known = new Set(readOutbox(uniqueId).map(({ clientId }) => clientId));
    const added = present.filter(({ clientId }) => !known.has(clientId));
    const left = gone.reduce((outbox, { clientId }) => dropOutgoing(outbox, clientId), readOutbox(uniqueId));
    show(uniqueId, added.reduce(putOutgoing, left));
  });
}
