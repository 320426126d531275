import type { CallResult, Contact, ProtocolClient } from '../protocol/protocol-client.ts';
import type { SafeStorage } from '../shared/storage.ts';
import { backoffMs, MAX_LINK_WAIT_MS } from '../state/backoff.ts';

export type Login = {
  /** The token this browser has, without asking the server. */
  known(): string | undefined;
  /** A token that the server has confirmed in this page's life; undefined when it refuses for good. */
  confirm(): Promise<string | undefined>;
  /** The server no longer knows it: the next `confirm` makes a new visitor. */
  forget(token: string): void;
  /** Code of a refusal for good (channel switched off, foreign site); empty while all is well. */
  refusal(): string;
  hasContact(): boolean;
  saveContact(contact: Contact): Promise<CallResult>;
};

type Options = {
  client: Pick<ProtocolClient, 'start' | 'sendContact'>;
  storage: SafeStorage;
  onToken(): void;
  onRefused(): void;
  onWaiting(): void;
};

/** Who this visitor is. The row of a new visitor is made only when somebody opens the window. */
export function createLogin({ client, storage, onToken, onRefused, onWaiting }: Options): Login {
  let pending: Promise<string | undefined> | undefined;
  let isConfirmed = false;
  let refusal = '';
  const known = () => storage.read('token') ?? undefined;
  const noteContact = () => storage.write('contact', '1');

  const ask = async (): Promise<string | undefined> => {
    for (let tries = 0; ; tries += 1) {
      const result = await client.start(known() ?? null);
      if (result.kind === 'ok') {
        const { token, dialogId, hasContact } = result.value;
        storage.write('token', token);
        storage.write('dialog', dialogId);
        if (hasContact) noteContact();
        isConfirmed = true;
        onToken();
        return token;
      }
      if (result.kind === 'refused') {
        refusal = result.code || 'unknown';
        onRefused();
        return undefined;
      }
      if (result.kind === 'token') forget(known() ?? '');
      else {
        onWaiting();
        const waitMs = Math.min(result.afterMs ?? backoffMs(tries, Math.random()), MAX_LINK_WAIT_MS);
        await new Promise((resolve) => setTimeout(resolve, waitMs));
      }
    }
  };

  const confirm = async () => {
    const token = known();
    if (isConfirmed && token !== undefined) return token;
    pending ??= ask().finally(() => {
      pending = undefined;
    });
    return pending;
  };

  const forget = (token: string) => {
    if (known() !== token) return;
    for (const name of ['token', 'dialog', 'read', 'tracked', 'contact'] as const) storage.drop(name);
    isConfirmed = false;
  };

  return {
    known,
    confirm,
    forget,
    refusal: () => refusal,
    hasContact: () => storage.read('contact') !== null,
    saveContact: async (contact) => {
      const token = await confirm();
      if (token === undefined) return { kind: 'refused', code: refusal };
      const result = await client.sendContact(token, contact);
      if (result.kind === 'ok') noteContact();
      return result;
    },
  };
}
