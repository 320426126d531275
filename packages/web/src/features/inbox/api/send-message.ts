import type { Message } from '@otvet/contract';
import { queryOptions } from '@tanstack/react-query';
import { api } from '../../../platform/api/client.ts';
import { errorText } from '../../../platform/api/error-text.ts';
import { expectAnswer } from '../../../platform/api/expect-answer.ts';
import { queryClient } from '../../../platform/api/query-client.ts';
import { showErrorToast } from '../../../platform/toast/show-toast.ts';
import { dropOutgoing, type Outgoing, putOutgoing } from '../model/outbox.ts';
import { applyOwnMessage, type Thread } from '../model/thread.ts';
import { threadKey } from './inbox-keys.ts';
import { changeKeptOutbox, readKeptOutbox } from './kept-outbox.ts';
import { fetchMessages } from './thread-query.ts';

/** What the operator sent and the server has not confirmed. */
export function outboxQuery(uniqueId: string) {
  return queryOptions<Outgoing[]>({
    queryKey: ['outbox', uniqueId],
    queryFn: () => readKeptOutbox(uniqueId),
    initialData: () => readKeptOutbox(uniqueId),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: Number.POSITIVE_INFINITY,
  });
}

function changeOutbox(uniqueId: string, change: (outbox: Outgoing[]) => Outgoing[]): void {
  const { queryKey } = outboxQuery(uniqueId);
  const changed = change(queryClient.getQueryData(queryKey) ?? readKeptOutbox(uniqueId));
  changeKeptOutbox(uniqueId, change);
  queryClient.setQueryData(queryKey, changed);
}

function putOwnMessage(uniqueId: string, message: Message): void {
  queryClient.setQueryData<Thread>(threadKey(uniqueId), (thread) => thread && applyOwnMessage(thread, message));
}

/** Shows the message at once and sends it; also used to try a failed one again, with the same client id. */
export async function sendMessage(uniqueId: string, outgoing: Outgoing): Promise<void> {
  changeOutbox(uniqueId, (outbox) => putOutgoing(outbox, { ...outgoing, state: 'sending', error: null }));
  try {
    const message = expectAnswer(await post(uniqueId, outgoing), ({ id }) => typeof id === 'string' && id !== '');
    putOwnMessage(uniqueId, message);
    changeOutbox(uniqueId, (outbox) => dropOutgoing(outbox, outgoing.clientId));
  } catch (error) {
    const failed: Outgoing = { ...outgoing, state: 'failed', error: errorText(error) };
    changeOutbox(uniqueId, (outbox) => putOutgoing(outbox, failed));
    showErrorToast(error);
  }
}

function post(uniqueId: string, { text, photos, replyTo, clientId }: Outgoing): Promise<Message> {
  if (replyTo !== null) return api.chat.reply({ dialogId: uniqueId, messageId: replyTo.id, text, clientId });
  return api.chat.send({ id: uniqueId, text, urls: photos.map((photo) => photo.id), clientId });
}

/** Forgets a message that could not be sent. */
export function discardOutgoing(uniqueId: string, clientId: string): void {
  changeOutbox(uniqueId, (outbox) => dropOutgoing(outbox, clientId));
}

/** Sends a message again that the platform refused or did not confirm. */
export async function retryMessage(uniqueId: string, messageId: string): Promise<void> {
  try {
    putOwnMessage(uniqueId, await api.chat.retry({ dialogId: uniqueId, messageId }));
  } catch (error) {
    showErrorToast(error);
  }
}

/** Reads a message again, because addresses of its files are good for a while only; tells whether they changed. */
export async function renewFileLinks(uniqueId: string, message: Message): Promise<boolean> {
  const page = await fetchMessages({ id: uniqueId, after: message.version - 1, limit: 1 }).catch(() => undefined);
  const renewed = page?.messages.find(({ id }) => id === message.id);
  if (renewed === undefined) return false;
  putOwnMessage(uniqueId, renewed);
  return renewed.attachments.some(({ url }, index) => url !== message.attachments[index]?.url);
}

/** Loads failed attachments of a message again. */
export async function retryMedia(uniqueId: string, messageId: string): Promise<void> {
  try {
    putOwnMessage(uniqueId, await api.chat.retryMedia({ dialogId: uniqueId, messageId }));
  } catch (error) {
    showErrorToast(error);
  }
}
