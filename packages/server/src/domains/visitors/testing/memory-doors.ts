import { randomUUID } from 'node:crypto';
import { initialChannelSettings, initialWidgetSettings, type Message } from '@otvet/contract';
import type { InboundEvent, RawEvent } from '../../../connectors/port.ts';
import { widgetConnector } from '../../../connectors/widget/index.ts';
import { AppError } from '../../../platform/errors/app-error.ts';
import { createSignal } from '../../../platform/signal/signal.ts';
import type { VisitorDialog, VisitorDoors, WidgetChannel } from '../deps.ts';
import { createMemoryDialogs, type MemoryDialogs } from './memory-dialogs.ts';
import { createMemoryFiles, type MemoryFiles } from './memory-files.ts';

/** The doors of the earlier domains in memory, with their promises kept: a repeat is dropped by its event id. */
export type MemoryDoors = VisitorDoors & {
  files: MemoryFiles;
  talk: MemoryDialogs;
  /** Files of people's pictures, by `account user`. */
  photos: Map<string, string>;
  events: RawEvent[];
  /** Of every base. */
  questions: string[];
  /** So many of the next calls fail as if the database were away. */
  failures: { next: number };
  /** Called for each stored message of a visitor. */
  onVisitorMessage: { handle: (dialog: VisitorDialog, message: Message) => void };
  addChannel(channel: WidgetChannel): void;
  /** `isToldHere` false: another node did it. */
  unlink(channelId: string, how: { isToldHere: boolean }): void;
};

export function buildWidgetChannel(own: {
  settings?: Partial<WidgetChannel['settings']>;
  widget?: Partial<WidgetChannel['widget']>;
}): WidgetChannel {
  return {
    accountId: randomUUID(),
    id: randomUUID(),
    settings: { ...initialChannelSettings, name: 'Shop', ...own.settings },
    widget: { ...initialWidgetSettings, ...own.widget },
  };
}

export function createMemoryDoors(): MemoryDoors {
  const channels = new Map<string, WidgetChannel>();
  const changes = createSignal<{ id: string }>();
  const eventIds = new Set<string>();
  const talk = createMemoryDialogs();
  const photos = new Map<string, string>();

  const receive = (on: { accountId: string; channelId: string }, event: InboundEvent) => {
    if (event.kind !== 'message') return;
    const dialog = { ...on, chatId: event.chat.id };
    const attachments = event.attachments.map((attachment) => ({
      id: randomUUID(),
      contentType: 'application/img',
      type: attachment.type,
      url: attachment.vendorRef,
      state: 'ready' as const,
      ...{ name: attachment.name, size: attachment.size, reason: null, caption: null, link: null },
    }));
    const { text, clientId, sender } = event;
    const message = talk.change(dialog, { author: 'customer', authorName: sender.name, text, clientId, attachments });
    doors.onVisitorMessage.handle(dialog, message);
  };

  const doors: MemoryDoors = {
    talk,
    photos,
    accounts: openPhotos(photos),
    events: [],
    questions: [],
    failures: { next: 0 },
    onVisitorMessage: { handle: () => undefined },
    addChannel: (channel) => channels.set(channel.id, channel),
    unlink: (id, { isToldHere }) => {
      channels.delete(id);
      if (isToldHere) changes.emit({ id });
    },
    channels: {
      findWidget: async (channelId) => channels.get(channelId),
      noteSite: async () => undefined,
      findConnected: async (ids) => ids.filter((id) => channels.has(id)),
      onChanged: changes.on,
    },
    knowledge: {
      pairs: { firstQuestions: async ({ limit }) => doors.questions.slice(0, limit), questionsOf: async () => [] },
    },
    gateway: {
      acceptEvents: async ({ accountId, channelId, events }) => {
        if (doors.failures.next > 0) {
          doors.failures.next -= 1;
          throw new AppError('server.unavailable', { retryAfter: 1 });
        }
        const fresh = events.filter((event) => !eventIds.has(`${channelId}/${event.eventId}`));
        for (const event of fresh) {
          eventIds.add(`${channelId}/${event.eventId}`);
          doors.events.push(event);
          const channel = { id: channelId, identity: '', credentials: {} };
          for (const inbound of widgetConnector.parse(event.payload, channel))
            receive({ accountId, channelId }, inbound);
        }
        return { stored: fresh.length };
      },
      isAccepted: async ({ channelId, eventId }) => eventIds.has(`${channelId}/${eventId}`),
    },
    dialogs: talk.door,
    files: createMemoryFiles(),
  };
  return doors;
}

function openPhotos(photos: Map<string, string>): MemoryDoors['accounts'] {
  return {
    photoOf: async ({ accountId, userId }) => photos.get(`${accountId} ${userId}`) ?? null,
    isPhoto: async ({ accountId, fileId }) =>
      [...photos].some(([member, id]) => member.startsWith(`${accountId} `) && id === fileId),
  };
}
