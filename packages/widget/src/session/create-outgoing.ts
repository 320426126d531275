import type { CallResult, ProtocolClient } from '../protocol/protocol-client.ts';
import { backoffMs } from '../state/backoff.ts';
import { createPause } from '../state/create-pause.ts';
import { countTry, nextToSend, type OutboxItem, type OutboxStore, refuseItem } from '../state/outbox.ts';
import type { DialogStore } from './create-dialog-store.ts';
import type { Login } from './create-login.ts';
import type { PictureStore } from './picture-store.ts';

export type Outgoing = {
  /** Sends what waits, one after the other, until nothing does. */
  flush(): void;
  /** Tries at once instead of waiting for the next time. */
  hurry(): void;
};

export type OutgoingParts = {
  client: Pick<ProtocolClient, 'sendText' | 'sendImage'>;
  store: OutboxStore;
  pictures: PictureStore;
  dialog: Pick<DialogStore, 'markAccepted' | 'loadOutbox'>;
  login: Pick<Login, 'confirm'>;
  /** Only one tab sends. */
  isAllowed(): boolean;
  onTokenRefused(token: string): void;
};

/** The one way out of this browser. Each message is repeated with its own id until the server has it or refuses it. */
export function createOutgoing({
  client,
  store,
  pictures,
  dialog,
  login,
  isAllowed,
  onTokenRefused,
}: OutgoingParts): Outgoing {
  let isRunning = false;
  const pause = createPause();

  const send = async (item: OutboxItem, token: string): Promise<CallResult> => {
    const { clientId, text, name } = item;
    if (item.kind === 'text') return client.sendText(token, { clientId, text });
    const file = await pictures.get(clientId);
    if (file === undefined) return { kind: 'refused', code: 'lost' };
    return client.sendImage(token, { clientId, file, name });
  };

  const settle = async (item: OutboxItem, result: CallResult, token: string) => {
    if (result.kind === 'ok') {
      store.drop(item.clientId);
      if (item.kind === 'image') void pictures.drop(item.clientId);
      dialog.markAccepted(item.clientId);
    } else if (result.kind === 'refused') {
      store.put(refuseItem(item, result.code));
    } else if (result.kind === 'token') {
      onTokenRefused(token);
    } else {
      store.put(countTry(item));
      dialog.loadOutbox();
      await pause.wait(result.afterMs ?? backoffMs(item.tries, Math.random()));
    }
    dialog.loadOutbox();
  };

  const run = async () => {
    for (;;) {
      const item = isAllowed() ? nextToSend(store.all()) : undefined;
      const token = item && (await login.confirm());
      if (item === undefined || token === undefined) return;
      await settle(item, await send(item, token), token);
    }
  };

  return {
    flush: () => {
      if (isRunning) return;
      isRunning = true;
      void run().finally(() => {
        isRunning = false;
      });
    },
    hurry: pause.wake,
  };
}
