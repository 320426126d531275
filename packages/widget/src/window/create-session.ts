import { type EventStream, openEventStream } from '../protocol/event-stream.ts';
import type { CallResult, Contact, ProtocolClient } from '../protocol/protocol-client.ts';
import { isRecord, readEvent, type ServerEvent } from '../protocol/read-event.ts';
import type { WindowHost } from '../shared/host.ts';
import { storageKey } from '../shared/keys.ts';
import { openStorage } from '../shared/storage.ts';
import {
  applyEvent,
  type DialogState,
  initialDialogState,
  lastSeq,
  markAccepted,
  mergeOutbox,
} from '../state/dialog-state.ts';
import { newClientId } from '../state/new-client-id.ts';
import { createOutboxStore, newItem, retryItem } from '../state/outbox.ts';
import { trackEvent } from './analytics.ts';
import { createLogin } from './create-login.ts';
import { createOutgoing } from './create-outgoing.ts';
import { openPictureStore } from './picture-store.ts';
import { joinTabs, type TabLeader } from './tab-leader.ts';

export type ChatSession = {
  state(): DialogState;
  /** Code of a refusal for good (channel switched off, foreign site); empty while all is well. */
  refusal(): string;
  hasContact(): boolean;
  /** Takes up what an earlier page left: the outbox, the stream of a known visitor. */
  resume(): void;
  /** The window was opened: from now on there is a visitor. */
  begin(): void;
  sendText(text: string): void;
  sendPicture(file: File): void;
  retry(clientId: string): void;
  discard(clientId: string): void;
  noteTyping(): void;
  saveContact(contact: Contact): Promise<CallResult>;
  markRead(): void;
  /** Bytes of a picture: waiting here (client id) or on the server (its id). */
  loadPicture(from: { clientId: string | null; id: string | null }): Promise<Blob | undefined>;
  trackOpen(): void;
};

const typingShownMs = 4000;
/** One signal each 600 ms (specification, section 7). */
const typingThrottleMs = 600;

/** Everything behind the window: state, storage, stream, sending. `onChange` is called after every change of the state. */
// biome-ignore lint/complexity/noExcessiveLinesPerFunction: wiring of the parts, each of which is its own module
export function createSession(host: WindowHost, client: ProtocolClient, onChange: () => void): ChatSession {
  const { channelId, config, language } = host;
  const keys = {
    token: storageKey(channelId, 'token'),
    dialogId: storageKey(channelId, 'dialog'),
    hasContact: storageKey(channelId, 'contact'),
    readSeq: storageKey(channelId, 'read'),
    outbox: storageKey(channelId, 'out:'),
    told: storageKey(channelId, 'told'),
  };
  const storage = openStorage('localStorage');
  const store = createOutboxStore(storage, keys.outbox);
  const pictures = openPictureStore();
  const own = { refusal: '', isLeading: false, hasBegun: false, typedAt: 0, typingTimer: 0 };
  let state: DialogState = { ...initialDialogState, readSeq: Number(storage.read(keys.readSeq) ?? 0) };
  let tabs: TabLeader | undefined;
  let stream: EventStream | undefined;
  let streamToken: string | undefined;

  const set = (next: DialogState) => {
    if (next === state) return;
    state = next;
    onChange();
  };
  const refreshOutbox = () => set(mergeOutbox(state, store.all()));

  const params = () => ({
    widget: 'otvet' as const,
    channel_id: channelId,
    dialog_id: storage.read(keys.dialogId) ?? '',
    page: location.pathname,
    widget_lang: language,
  });
  const trackOnce = (name: 'athena_first_user_message' | 'athena_complete') => {
    const told = storage.read(keys.told) ?? '';
    if (told.includes(name)) return;
    storage.write(keys.told, `${told} ${name}`);
    trackEvent(config.analytics, name, params());
  };

  const take = (event: ServerEvent) => {
    set(applyEvent(state, event));
    if (event.name !== 'typing') return;
    clearTimeout(own.typingTimer);
    own.typingTimer = window.setTimeout(() => set({ ...state, typing: null }), typingShownMs);
  };
  const startOver = (token: string) => {
    login.forget(token);
    set({ ...initialDialogState, outbox: state.outbox });
    if (own.hasBegun) void login.confirm();
  };
  const login = createLogin({
    client,
    storage,
    keys,
    onToken: () => connect(),
    onRefused: (code) => {
      own.refusal = code || 'unknown';
      onChange();
    },
    onWaiting: () => set({ ...state, link: 'lost' }),
  });

  function connect(): void {
    const token = own.isLeading ? login.known() : undefined;
    if (token === streamToken) return;
    stream?.close();
    stream = undefined;
    streamToken = token;
    if (token === undefined) return;
    stream = openEventStream({
      client,
      token,
      after: () => state.version,
      random: Math.random,
      onLink: (link) => set({ ...state, link }),
      onTokenRefused: () => {
        streamToken = undefined;
        startOver(token);
      },
      onEvent: (event) => {
        if (event.name === 'analytics') return trackOnce(event.data.name);
        take(event);
        tabs?.tell(event);
      },
    });
  }

  const outgoing = createOutgoing({
    client,
    store,
    pictures,
    token: () => login.confirm(),
    isAllowed: () => own.isLeading,
    onAccepted: (clientId) => set(markAccepted(state, clientId)),
    onChange: refreshOutbox,
    onTokenRefused: startOver,
  });

  const enqueue = (draft: { clientId: string; kind: 'text' | 'image'; text: string; name: string }) => {
    store.put(newItem(draft, { now: Date.now(), others: state.outbox }));
    refreshOutbox();
    outgoing.flush();
  };
  const newId = () => newClientId(crypto);

  window.addEventListener('storage', ({ key }) => {
    if (key === keys.token) connect();
    if (key === keys.readSeq) set({ ...state, readSeq: Number(storage.read(keys.readSeq) ?? 0) });
    if (key?.startsWith(keys.outbox)) {
      refreshOutbox();
      outgoing.flush();
    }
  });
  const hurry = () => {
    stream?.hurry();
    outgoing.hurry();
  };
  window.addEventListener('online', hurry);
  document.addEventListener('visibilitychange', () => document.visibilityState === 'visible' && hurry());
  return {
    resume: () => {
      tabs = joinTabs({
        name: `otvet:${channelId}`,
        onLead: (isLeading) => {
          own.isLeading = isLeading;
          connect();
          outgoing.flush();
        },
        onTold: (message) => {
          const event = isRecord(message) ? readEvent(message.name, message.data) : undefined;
          if (event !== undefined && !own.isLeading) take(event);
        },
      });
      refreshOutbox();
    },
    state: () => state,
    refusal: () => own.refusal,
    hasContact: () => storage.read(keys.hasContact) !== null,
    begin: () => {
      own.hasBegun = true;
      void login.confirm();
    },
    sendText: (text) => enqueue({ clientId: newId(), kind: 'text', text, name: '' }),
    sendPicture: (file) => {
      const clientId = newId();
      // The entry follows the bytes, so that another tab never finds it without them.
      void pictures.put(clientId, file).then(() => enqueue({ clientId, kind: 'image', text: '', name: file.name }));
    },
    retry: (clientId) => {
      const item = state.outbox.find((other) => other.clientId === clientId);
      if (item === undefined) return;
      store.put(retryItem(item));
      refreshOutbox();
      outgoing.hurry();
      outgoing.flush();
    },
    discard: (clientId) => {
      store.drop(clientId);
      void pictures.drop(clientId);
      refreshOutbox();
    },
    noteTyping: () => {
      const token = login.known();
      if (token === undefined || Date.now() - own.typedAt < typingThrottleMs) return;
      own.typedAt = Date.now();
      client.sendTyping(token);
    },
    saveContact: async (contact) => {
      const token = await login.confirm();
      if (token === undefined) return { kind: 'refused', code: own.refusal };
      const result = await client.sendContact(token, contact);
      if (result.kind === 'ok') storage.write(keys.hasContact, '1');
      return result;
    },
    markRead: () => {
      const seq = lastSeq(state);
      if (seq <= state.readSeq) return;
      storage.write(keys.readSeq, String(seq));
      set({ ...state, readSeq: seq });
    },
    loadPicture: async ({ clientId, id }) => {
      const waiting = clientId === null ? undefined : await pictures.get(clientId);
      const token = login.known();
      if (waiting !== undefined || id === null || token === undefined) return waiting;
      return client.loadImage(token, id);
    },
    trackOpen: () => trackEvent(config.analytics, 'athena_open', params()),
  };
}
