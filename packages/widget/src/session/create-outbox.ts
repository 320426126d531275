import type { ProtocolClient } from '../protocol/protocol-client.ts';
import { newClientId } from '../state/new-client-id.ts';
import { newItem, type OutboxItem, retryItem } from '../state/outbox.ts';
import type { DialogStore } from './create-dialog-store.ts';
import type { Login } from './create-login.ts';
import { createOutgoing, type OutgoingParts } from './create-outgoing.ts';

export type Outbox = {
  sendText(text: string): void;
  sendPicture(file: File): void;
  retry(clientId: string): void;
  discard(clientId: string): void;
  /** Bytes of a picture: waiting here (client id) or on the server (its id). */
  loadPicture(from: { clientId: string | null; id: string | null }): Promise<Blob | undefined>;
  /** Sends what waits. */
  flush(): void;
  /** Takes over what another tab wrote, and sends it. */
  reload(): void;
  /** Tries at once instead of waiting for the next time. */
  hurry(): void;
};

type Parts = OutgoingParts & {
  client: Pick<ProtocolClient, 'loadImage'>;
  dialog: DialogStore;
  login: Pick<Login, 'known'>;
};

type Draft = Pick<OutboxItem, 'clientId' | 'kind' | 'text' | 'name'>;

/** What the visitor wrote and the server does not have yet. */
export function createOutbox(parts: Parts): Outbox {
  const { client, store, pictures, dialog, login } = parts;
  const outgoing = createOutgoing(parts);
  const reload = () => {
    dialog.loadOutbox();
    outgoing.flush();
  };
  const enqueue = (draft: Draft) => {
    store.put(newItem(draft, { now: Date.now(), others: dialog.state().outbox }));
    reload();
  };

  return {
    sendText: (text) => enqueue({ clientId: newClientId(crypto), kind: 'text', text, name: '' }),
    sendPicture: (file) => {
      const clientId = newClientId(crypto);
      // The entry follows the bytes, so that another tab never finds it without them.
      void pictures.put(clientId, file).then(() => enqueue({ clientId, kind: 'image', text: '', name: file.name }));
    },
    retry: (clientId) => {
      const item = dialog.state().outbox.find((other) => other.clientId === clientId);
      if (item === undefined) return;
      store.put(retryItem(item));
      reload();
    },
    discard: (clientId) => {
      store.drop(clientId);
      void pictures.drop(clientId);
      reload();
    },
    loadPicture: async ({ clientId, id }) => {
      const waiting = clientId === null ? undefined : await pictures.get(clientId);
      const token = login.known();
      if (waiting !== undefined || id === null || token === undefined) return waiting;
      return client.loadImage(token, id);
    },
    flush: outgoing.flush,
    reload,
    hurry: outgoing.hurry,
  };
}
