import type { Message } from '@otvet/contract';
import { useEffect } from 'react';
import { api } from '../../../platform/api/client.ts';
import { expectAnswer } from '../../../platform/api/expect-answer.ts';
import { queryClient } from '../../../platform/api/query-client.ts';
import { ownPlace } from '../../../platform/session/own-data.ts';
import { showErrorToast } from '../../../platform/toast/show-toast.ts';
import { dropOutgoing, type Outgoing, queueOutgoing } from '../model/outbox.ts';
import { applyOwnMessage, type Thread } from '../model/thread.ts';
import { threadKey } from './inbox-keys.ts';
import { changeOutbox, followOtherTabs, listOutboxes, readOutbox } from './outbox-cache.ts';
import { createSendQueue } from './send-queue.ts';
import { fetchMessages } from './thread-query.ts';

function putOwnMessage(uniqueId: string, message: Message): void {
  queryClient.setQueryData<Thread>(threadKey(uniqueId), (thread) => thread && applyOwnMessage(thread, message));
}

const queue = createSendQueue({
  read: readOutbox,
  change: changeOutbox,
  post: async (uniqueId, outgoing) => {
    const message = expectAnswer(await post(uniqueId, outgoing), ({ id }) => typeof id === 'string' && id !== '');
    putOwnMessage(uniqueId, message);
  },
  // Where the dialog is open its bubble tells.
  onRefused: (uniqueId, error) => {
    const isOpen =
      queryClient
        .getQueryCache()
        .find({ queryKey: threadKey(uniqueId) })
        ?.isActive() ?? false;
    if (!isOpen) showErrorToast(error);
  },
  owner: ownPlace,
  now: () => new Date(),
  after: (ms, then) => void window.setTimeout(then, ms),
});

/** Shows the message at once and sends it in its turn; also used to try one again, with the same client id. */
export async function sendMessage(uniqueId: string, outgoing: Outgoing): Promise<void> {
  changeOutbox(uniqueId, (outbox) => queueOutgoing(outbox, outgoing));
  await queue.send(uniqueId);
}

/** Sends what waits in any dialog: the server can be reached again, or a page was opened. */
export function sendWaiting(): void {
  for (const uniqueId of listOutboxes()) void queue.send(uniqueId);
}

/** Sends what waits from whichever screen, and follows what other tabs do. */
export function useSendWaiting(): void {
  useEffect(() => {
    const unfollow = followOtherTabs();
    sendWaiting();
    window.addEventListener('online', sendWaiting);
    return () => {
      unfollow();
      window.removeEventListener('online', sendWaiting);
    };
  }, []);
}

function post(uniqueId: string, { text, photos, replyTo, clientId }: Outgoing): Promise<Message> {
  if (replyTo !== null) return api.chat.reply({ dialogId: uniqueId, messageId: replyTo.id, text, clientId });
  return api.chat.send({ id: uniqueId, text, urls: photos.map((photo) => photo.id), clientId });
}

/** Sends words that the platform approved; the same client id again is the same message. */
export async function sendTemplate(
  uniqueId: string,
  sent: { clientId: string; template: { name: string; language: string; variables: Record<string, string> } },
): Promise<void> {
  putOwnMessage(uniqueId, await api.chat.send({ id: uniqueId, ...sent }));
}

/** Forgets a message that could not be sent; those behind it need not wait for the next try. */
export function discardOutgoing(uniqueId: string, clientId: string): void {
  changeOutbox(uniqueId, (outbox) => dropOutgoing(outbox, clientId));
  void queue.send(uniqueId);
}

/** Sends a message again that the platform refused or did not confirm. */
export async function retryMessage(uniqueId: string, messageId: string): Promise<void> {
  try {
    putOwnMessage(uniqueId, await api.chat.retry({ dialogId: uniqueId, messageId }));
  } catch (error) {
    showErrorToast(error);
  }
}

/** Gives up an own message that did not arrive. */
export async function discardMessage(uniqueId: string, messageId: string): Promise<void> {
  try {
    putOwnMessage(uniqueId, await api.chat.discard({ dialogId: uniqueId, messageId }));
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
