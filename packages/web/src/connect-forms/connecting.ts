import type { Channel, ConnectInput, ConnectState } from '@otvet/contract';
import { queryOptions, useMutation } from '@tanstack/react-query';
import { api } from '../platform/api/client.ts';
import { putAnswer } from '../platform/api/put-answer.ts';
import { queryClient } from '../platform/api/query-client.ts';
import { channelQuery, channelsQuery } from '../platform/queries/channels-query.ts';
import { isTextKey, translate } from '../platform/texts/texts.ts';
import { showErrorToast, showToast } from '../platform/toast/show-toast.ts';
import { forgetTyped, hasTyped } from './typed-values.ts';

/** A connection that was begun and is not finished. */
export type OpenConnection = Extract<ConnectState, { status: 'step' }>;

const answer = queryOptions({ queryKey: ['connecting'], queryFn: () => api.connecting.all({}) });

/** Connections that were begun and not finished, newest first. */
export const connectingListQuery = queryOptions({
  ...answer,
  select: ({ connecting }) => connecting.filter((state): state is OpenConnection => state.status === 'step'),
});

/** Types whose library this server does not have. */
export const notInstalledQuery = queryOptions({ ...answer, select: ({ notInstalled }) => notInstalled });

/** Where one connection stands. The platform's page or another tab may have moved it on meanwhile. */
export function connectingQuery(id: string) {
  return queryOptions({
    queryKey: ['connecting', id],
    queryFn: () => api.connecting.one({ id }),
    refetchOnWindowFocus: true,
    // The platform uses the address while its owner is over there.
    refetchInterval: ({ state }) => (isAwaited(state.data) ? ADDRESS_MS : false),
  });
}

const ADDRESS_MS = 2000;

const isAwaited = (state: ConnectState | undefined) => state?.status === 'step' && state.isAddressTried !== null;

/** Shows everywhere what the server said of a connection. */
export function putConnectState(id: string, state: ConnectState): void {
  putAnswer(queryClient, connectingQuery(id).queryKey, state);
  if (state.status === 'done') putChannel(state.channel);
  void queryClient.invalidateQueries({ queryKey: connectingListQuery.queryKey, exact: true });
}

function putChannel(channel: Channel): void {
  putAnswer(queryClient, channelQuery(channel.type, channel.id).queryKey, channel);
  void queryClient.invalidateQueries({ queryKey: channelsQuery.queryKey, exact: true });
  showToast({ kind: 'success', message: translate('channels.connected_toast') });
}

/** Begins to connect a channel of a type; a type may bring a name of its own for it. */
export function useStartConnecting(onStarted: (id: string) => void) {
  return useMutation({
    mutationFn: (channelType: string) => {
      const nameKey = `channels.${channelType}.default_name`;
      return api.connecting.start({ channelType, ...(isTextKey(nameKey) && { name: translate(nameKey) }) });
    },
    onSuccess: (state) => {
      const id = state.status === 'step' ? state.id : state.channel.id;
      putConnectState(id, state);
      onStarted(id);
    },
    onError: showErrorToast,
  });
}

/** Takes the step, or begins the steps again. */
export function useAdvanceConnecting(id: string) {
  return useMutation({
    mutationFn: (input: ConnectInput | 'restart') =>
      input === 'restart' ? api.connecting.restart({ id }) : api.connecting.advance({ id, input }),
    onSuccess: (state) => {
      forgetTyped(id);
      putConnectState(id, state);
    },
  });
}

/** Gives a connection up. */
export function useCancelConnecting() {
  return useMutation({
    mutationFn: (id: string) => api.connecting.cancel({ id }),
    onSettled: (_answer, _error, id) => {
      forgetTyped(id);
      queryClient.removeQueries({ queryKey: connectingQuery(id).queryKey });
      return queryClient.invalidateQueries({ queryKey: connectingListQuery.queryKey, exact: true });
    },
    onError: showErrorToast,
  });
}

/** Whether there is something in it to go on with: who only looked at the first step has begun nothing. */
export function isBegun({ id, position, fault, given, isRefused }: OpenConnection): boolean {
  return position > 1 || fault !== null || given !== null || isRefused || hasTyped(id);
}

/** How far a connection is; how far it goes is said where it is known. */
export function progressText({ position, stepCount: count }: OpenConnection): string {
  if (count === null) return translate('channels.connecting.progress_open', { position });
  return translate('channels.connecting.progress', { position, count });
}
