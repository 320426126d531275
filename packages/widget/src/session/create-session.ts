import { createTypingSignal, type TypingSignal } from '@otvet/contract/values';
import type { ProtocolClient } from '../protocol/protocol-client.ts';
import type { WindowHost } from '../shared/host.ts';
import { openStorage, type SafeStorage } from '../shared/storage.ts';
import { isPageVisible, onVisibilityChange } from '../shared/visibility.ts';
import { createPause } from '../state/create-pause.ts';
import { createOutboxStore } from '../state/outbox.ts';
import { type Connection, createConnection } from './create-connection.ts';
import { createDialogStore, type DialogStore } from './create-dialog-store.ts';
import { createLogin, type Login } from './create-login.ts';
import { createOutbox, type Outbox } from './create-outbox.ts';
import { createTracking, type Tracking } from './create-tracking.ts';
import { fitPicture } from './fit-picture.ts';
import { openPictureStore } from './picture-store.ts';

export type ChatSession = Pick<DialogStore, 'state' | 'markRead'> &
  Pick<Outbox, 'sendText' | 'sendPicture' | 'retry' | 'discard' | 'loadPicture'> &
  Pick<Login, 'refusal' | 'hasContact' | 'saveContact'> &
  Pick<Tracking, 'trackOpen'> & {
    /** Takes up what an earlier page left: the outbox, the stream of a known visitor. */
    resume(): void;
    /** The window was opened: from now on there is a visitor. */
    begin(): void;
    typing: TypingSignal;
  };

type Options = { host: WindowHost; client: ProtocolClient; onChange(): void };

/** Everything behind the window, put together. `onChange` is called after every change of the state. */
export function createSession({ host, client, onChange }: Options): ChatSession {
  const storage = openStorage('localStorage', host.channelId);
  const store = createOutboxStore(storage);
  const dialog = createDialogStore({ storage, outbox: store, onChange });
  const tracking = createTracking({ host, storage });
  let hasBegun = false;
  const onTokenRefused = (token: string) => {
    login.forget(token);
    dialog.startOver();
    if (hasBegun) void login.confirm();
  };
  const login = createLogin({
    client,
    storage,
    onToken: () => connection.connect(),
    onRefused: onChange,
    onWaiting: () => dialog.showLink('lost'),
  });
  const connection = createConnection({
    client,
    name: `otvet:${host.channelId}`,
    token: login.known,
    version: () => dialog.state().version,
    onEvent: (event) => {
      if (event.name === 'analytics') tracking.trackOnce(event.data.name);
      else dialog.applyEvent(event);
    },
    onLink: dialog.showLink,
    onLead: () => outbox.flush(),
    onTokenRefused,
  });
  const isAllowed = connection.isLeading;
  const outbox = createOutbox({
    client,
    store,
    pictures: openPictureStore(),
    dialog,
    login,
    pause: createPause(),
    now: Date.now,
    random: Math.random,
    fitPicture,
    isAllowed,
    onTokenRefused,
  });
  followBrowser({ storage, dialog, connection, outbox });
  return {
    ...dialog,
    ...login,
    ...outbox,
    ...tracking,
    resume: () => {
      connection.join();
      dialog.loadOutbox();
    },
    begin: () => {
      hasBegun = true;
      void login.confirm();
    },
    typing: createOwnTyping(client, login),
  };
}

type Followers = { storage: SafeStorage; dialog: DialogStore; connection: Connection; outbox: Outbox };

/** Follows what other tabs store, and tries at once when the network or the tab comes back. */
function followBrowser({ storage, dialog, connection, outbox }: Followers): void {
  storage.follow((name) => {
    if (name === 'token') connection.connect();
    if (name === 'read') dialog.loadReadSeq();
    if (name.startsWith('out:')) outbox.reload();
  });
  const hurry = () => {
    connection.hurry();
    outbox.hurry();
  };
  window.addEventListener('online', hurry);
  onVisibilityChange(() => isPageVisible() && hurry());
}

/** The visitor's own signal, repeated while he types. */
function createOwnTyping(client: ProtocolClient, login: Login): TypingSignal {
  return createTypingSignal({
    send: () => {
      const token = login.known();
      if (token !== undefined) client.sendTyping(token);
    },
  });
}
