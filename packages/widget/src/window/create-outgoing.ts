import type { CallResult, ProtocolClient } from '../protocol/protocol-client.ts';
import { backoffMs } from '../state/backoff.ts';
import { countTry, nextToSend, type OutboxItem, type OutboxStore, refuseItem } from '../state/outbox.ts';
import type { PictureStore } from './picture-store.ts';

export type Outgoing = {
  /** Sends what waits, one after the other, until nothing does. */
  flush(): void;
  /** Tries at once instead of waiting for the next time. */
  hurry(): void;
};

type Options = {
  client: Pick<ProtocolClient, 'sendText' | 'sendImage'>;
  store: OutboxStore;
  pictures: PictureStore;
  /** A token to send with; asks for one if there is none yet. */
  token(): Promise<string | undefined>;
  isAllowed(): boolean;
  onAccepted(clientId: string): void;
  onChange(): void;
  onTokenRefused(token: string): void;
};

/** The one way out of this browser. Each message is repeated with its own id until the server has it or refuses it. */
export function createOutgoing(options: Options): Outgoing {
  const state: { isRunning: boolean; wake: () => void } = { isRunning: false, wake: () => undefined };

  const pause = (ms: number) =>
    new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, ms);
      state.wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });

  const send = async (item: OutboxItem, token: string): Promise<CallResult> => {
    const { clientId, text, name } = item;
    if (item.kind === 'text') return options.client.sendText(token, { clientId, text });
    const file = await options.pictures.get(clientId);
    if (file === undefined) return { kind: 'refused', code: 'lost' };
    return options.client.sendImage(token, { clientId, file, name });
  };

  const settle = async (item: OutboxItem, result: CallResult, token: string) => {
    if (result.kind === 'ok') {
      options.store.drop(item.clientId);
      if (item.kind === 'image') void options.pictures.drop(item.clientId);
      options.onAccepted(item.clientId);
    } else if (result.kind === 'refused') {
      options.store.put(refuseItem(item, result.code));
    } else if (result.kind === 'token') {
      options.onTokenRefused(token);
    } else {
      options.store.put(countTry(item));
      options.onChange();
      await pause(result.afterMs ?? backoffMs(item.tries, Math.random()));
    }
    options.onChange();
  };

  const run = async () => {
    for (;;) {
      const item = options.isAllowed() ? nextToSend(options.store.all()) : undefined;
      const token = item && (await options.token());
      if (item === undefined || token === undefined) return;
      await settle(item, await send(item, token), token);
    }
  };

  return {
    flush: () => {
      if (state.isRunning) return;
      state.isRunning = true;
      void run().finally(() => {
        state.isRunning = false;
      });
    },
    hurry: () => state.wake(),
  };
}
