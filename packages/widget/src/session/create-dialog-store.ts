import { TYPING_ACTIVE_MS } from '@otvet/contract/values';
import type { ServerEvent } from '../protocol/read-event.ts';
import type { SafeStorage } from '../shared/storage.ts';
import {
  applyEvent,
  type DialogState,
  initialDialogState,
  type LinkState,
  lastSeq,
  markAccepted,
  mergeOutbox,
} from '../state/dialog-state.ts';
import type { OutboxStore } from '../state/outbox.ts';

export type DialogStore = {
  state(): DialogState;
  applyEvent(event: ServerEvent): void;
  showLink(link: LinkState): void;
  markAccepted(clientId: string): void;
  /** Everything up to now was seen. */
  markRead(): void;
  /** Takes over what stands in the outbox that the tabs share. */
  loadOutbox(): void;
  /** Takes over how far another tab has read. */
  loadReadSeq(): void;
  /** Forgets the dialog of a visitor that the server no longer knows; what is on its way out stays. */
  startOver(): void;
};

type Options = { storage: SafeStorage; outbox: OutboxStore; onChange(): void };

/** The dialog as this tab shows it. `onChange` is called after every change of it. */
export function createDialogStore({ storage, outbox, onChange }: Options): DialogStore {
  const storedReadSeq = () => Number(storage.read('read') ?? 0);
  let state: DialogState = { ...initialDialogState, readSeq: storedReadSeq() };
  let typingTimer = 0;

  const set = (next: DialogState) => {
    if (next === state) return;
    state = next;
    onChange();
  };

  return {
    state: () => state,
    applyEvent: (event) => {
      set(applyEvent(state, event));
      if (event.name !== 'typing') return;
      clearTimeout(typingTimer);
      typingTimer = window.setTimeout(() => set({ ...state, typing: null }), TYPING_ACTIVE_MS);
    },
    showLink: (link) => set({ ...state, link }),
    markAccepted: (clientId) => set(markAccepted(state, clientId)),
    markRead: () => {
      const seq = lastSeq(state);
      if (seq <= state.readSeq) return;
      storage.write('read', String(seq));
      set({ ...state, readSeq: seq });
    },
    loadOutbox: () => set(mergeOutbox(state, outbox.all())),
    loadReadSeq: () => set({ ...state, readSeq: storedReadSeq() }),
    startOver: () => set({ ...initialDialogState, outbox: state.outbox }),
  };
}
