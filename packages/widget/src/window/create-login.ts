import type { ProtocolClient } from '../protocol/protocol-client.ts';
import type { SafeStorage } from '../shared/storage.ts';
import { backoffMs } from '../state/backoff.ts';

export type Login = {
  /** The token this browser has, without asking the server. */
  known(): string | undefined;
  /** A token that the server has confirmed in this page's life; undefined when it refuses for good. */
  confirm(): Promise<string | undefined>;
  /** The server no longer knows it: the next `confirm` makes a new visitor. */
  forget(token: string): void;
};

type Options = {
  client: Pick<ProtocolClient, 'start'>;
  storage: SafeStorage;
  keys: Record<'token' | 'dialogId' | 'hasContact' | 'readSeq' | 'told', string>;
  onToken(): void;
  onRefused(code: string): void;
  onWaiting(): void;
};

/** Who this visitor is. The row of a new visitor is made only when somebody opens the window. */
export function createLogin({ client, storage, keys, onToken, onRefused, onWaiting }: Options): Login {
  const state: { pending: Promise<string | undefined> | undefined; isConfirmed: boolean } = {
    pending: undefined,
    isConfirmed: false,
  };
  const known = () => storage.read(keys.token) ?? undefined;

  const ask = async (): Promise<string | undefined> => {
    for (let tries = 0; ; tries += 1) {
      const result = await client.start(known() ?? null);
      if (result.kind === 'ok') {
        const { token, dialogId, hasContact } = result.value;
        storage.write(keys.token, token);
        storage.write(keys.dialogId, dialogId);
        if (hasContact) storage.write(keys.hasContact, '1');
        state.isConfirmed = true;
        onToken();
        return token;
      }
      if (result.kind === 'refused') {
        onRefused(result.code);
        return undefined;
      }
      if (result.kind === 'token') forget(known() ?? '');
      else {
        onWaiting();
        await new Promise((resolve) => setTimeout(resolve, result.afterMs ?? backoffMs(tries, Math.random())));
      }
    }
  };

  const forget = (token: string) => {
    if (known() !== token) return;
    for (const key of [keys.token, keys.dialogId, keys.readSeq, keys.told, keys.hasContact]) storage.drop(key);
    state.isConfirmed = false;
  };

  return {
    known,
    forget,
    confirm: () => {
      const token = known();
      if (state.isConfirmed && token !== undefined) return Promise.resolve(token);
      state.pending ??= ask().finally(() => {
        state.pending = undefined;
      });
      return state.pending;
    },
  };
}
