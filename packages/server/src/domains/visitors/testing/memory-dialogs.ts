import { randomUUID } from 'node:crypto';
import { dialogUniqueId, type Message } from '@otvet/contract';
import type { DialogChange, DialogTyping, VisitorDialog, VisitorDoors } from '../deps.ts';
import { buildMessage } from './build-message.ts';

type Kept = VisitorDialog & {
  version: number;
  messages: Message[];
  authors: Map<string, string>;
  isTriggered: boolean;
};

/** Dialogs in memory that keep the door's promises: versions only rise, catch-up goes by version. `isPushing` false loses every push. */
export type MemoryDialogs = {
  door: VisitorDoors['dialogs'];
  seen: { typings: DialogTyping[]; contacts: object[] };
  pushes: { isOn: boolean };
  /** How long visitors wait for a person. */
  waits: { seconds: number | undefined };
  /** `userId`: who of the account wrote it. */
  change(dialog: VisitorDialog, own: Partial<Message>, userId?: string): Message;
  cancel(dialog: VisitorDialog, messageId: string): void;
  complete(dialog: VisitorDialog): void;
  type(dialog: VisitorDialog, name: string | null): void;
};

export function createMemoryDialogs(): MemoryDialogs {
  const dialogs = new Map<string, Kept>();
  const changed = new Set<(change: DialogChange) => void>();
  const typed = new Set<(typing: DialogTyping) => void>();
  const seen: MemoryDialogs['seen'] = { typings: [], contacts: [] };
  const pushes = { isOn: true };
  const waits: MemoryDialogs['waits'] = { seconds: undefined };

  const dialogOf = ({ accountId, channelId, chatId }: VisitorDialog): Kept => {
    const key = `${accountId}/${channelId}/${chatId}`;
    const none = { version: 0, messages: [], authors: new Map<string, string>(), isTriggered: false };
    const kept = dialogs.get(key) ?? { accountId, channelId, chatId, ...none };
    dialogs.set(key, kept);
    return kept;
  };
  const push = (kept: Kept) => {
    if (!pushes.isOn) return;
    const { accountId, channelId, chatId, version } = kept;
    for (const listener of changed) listener({ accountId, channelId, chatId, version, uniqueId: dialogUniqueId(kept) });
  };
  const change = (dialog: VisitorDialog, own: Partial<Message>, userId?: string): Message => {
    const kept = dialogOf(dialog);
    kept.version += 1;
    const initial = { id: randomUUID(), seq: kept.messages.length + 1, createdAt: new Date().toISOString() };
    const message = buildMessage({ ...initial, ...own, version: kept.version });
    kept.messages = [...kept.messages.filter((known) => known.id !== message.id), message];
    if (userId !== undefined) kept.authors.set(message.id, userId);
    push(kept);
    return message;
  };

  return {
    seen,
    pushes,
    waits,
    change,
    cancel: (dialog, messageId) => {
      const message = dialogOf(dialog).messages.find((known) => known.id === messageId);
      if (message !== undefined) change(dialog, { ...message, isCanceled: true });
    },
    complete: (dialog) => {
      const kept = dialogOf(dialog);
      kept.isTriggered = true;
      kept.version += 1;
      push(kept);
    },
    type: (dialog, name) => {
      for (const listener of typed)
        listener({ ...dialog, uniqueId: dialogUniqueId(dialog), by: 'operator', name, userId: null });
    },
    door: {
      answeredWith: async () => [],
      readForVisitor: async ({ afterVersion, limit, ...dialog }) => readKept(dialogOf(dialog), { afterVersion, limit }),
      typicalWaitSeconds: async () => waits.seconds,
      findVisitorFile: async ({ attachmentId, ...dialog }) =>
        dialogOf(dialog)
          .messages.flatMap((message) => message.attachments)
          .find((attachment) => attachment.id === attachmentId)?.url ?? undefined,
      onChanged: (listener) => {
        changed.add(listener);
        return () => changed.delete(listener);
      },
      onTyping: (listener) => {
        typed.add(listener);
        return () => typed.delete(listener);
      },
      noteTyping: (typing) => {
        seen.typings.push(typing);
      },
      saveContact: async (contact) => {
        seen.contacts.push(contact);
      },
    },
  };
}

function readKept(kept: Kept, { afterVersion, limit }: { afterVersion: number; limit: number }) {
  const isFirst = afterVersion === 0;
  const after = kept.messages
    .filter((message) => message.version > afterVersion)
    .toSorted((one, other) => (isFirst ? one.seq - other.seq : one.version - other.version));
  return {
    version: kept.version,
    messages: isFirst ? after.slice(-limit) : after.slice(0, limit),
    authors: kept.authors,
    isTriggered: kept.isTriggered,
    isWaiting: kept.messages.at(-1)?.decision === 'hand-over',
    hasCustomerMessage: kept.messages.some((message) => message.author === 'customer'),
  };
}
