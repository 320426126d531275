import type { Readable } from 'node:stream';
import type { ChannelSettings, Message, WidgetSettings } from '@otvet/contract';
import type { RawEvent } from '../../connectors/port.ts';
import type { Queryable } from '../../platform/database/queryable.ts';
import type { KnownHosts } from '../../platform/http/index.ts';
import type { Log } from '../../platform/log/logger.ts';
import type { Uploader } from '../../platform/storage/index.ts';
import type { Clock } from '../../platform/time/clock.ts';
import type { NewId, Random } from '../../platform/time/ids.ts';

export type WidgetChannel = {
  accountId: string;
  id: string;
  settings: ChannelSettings;
  widget: WidgetSettings;
};

export type VisitorDialog = { accountId: string; channelId: string; chatId: string };

export type VisitorReading = {
  version: number;
  messages: Message[];
  /** By message, the user who wrote it: never sent. */
  authors: ReadonlyMap<string, string>;
  isTriggered: boolean;
  hasCustomerMessage: boolean;
  /** For a person. */
  isWaiting: boolean;
};

export type DialogChange = VisitorDialog & { uniqueId: string; version: number };
export type DialogTyping = VisitorDialog & {
  uniqueId: string;
  by: 'customer' | 'assistant' | 'operator';
  name: string | null;
  userId: string | null;
};

type StoredPicture = { id: string; contentType: string; size: number };

/** Doors of the domains before this one, as far as the widget needs them. */
export type VisitorDoors = {
  accounts: {
    photoOf(member: { accountId: string; userId: string }): Promise<string | null>;
    isPhoto(file: { accountId: string; fileId: string }): Promise<boolean>;
  };
  channels: {
    findWidget(channelId: string): Promise<WidgetChannel | undefined>;
    /** Notes which site loaded the widget first. */
    noteSite(input: { accountId: string; id: string; site: string }): Promise<void>;
    /** Those of these channels that are connected, as the database has it now. */
    findConnected(ids: string[]): Promise<string[]>;
    onChanged(listener: (change: { id: string }) => void): () => void;
  };
  knowledge: {
    pairs: {
      firstQuestions(input: { accountId: string; knowledgeBaseId: string; limit: number }): Promise<string[]>;
      /** In the order of the ids; those of other bases are left out. */
      questionsOf(input: { accountId: string; knowledgeBaseId: string; ids: string[] }): Promise<string[]>;
    };
  };
  gateway: {
    acceptEvents(input: { accountId: string; channelId: string; events: RawEvent[] }): Promise<{ stored: number }>;
    isAccepted(input: { accountId: string; channelId: string; eventId: string }): Promise<boolean>;
  };
  dialogs: {
    /** Passages that answers stood on since then, the most frequent first. */
    answeredWith(input: { accountId: string; since: Date; limit: number }): Promise<string[]>;
    /** From version 0 the newest `limit` messages; else what changed after it, ordered by version. */
    readForVisitor(input: VisitorDialog & { afterVersion: number; limit: number }): Promise<VisitorReading>;
    /** Undefined where too little is known. */
    typicalWaitSeconds(channel: { accountId: string; channelId: string }): Promise<number | undefined>;
    /** The stored file behind an attachment, only if it belongs to this dialog and is ready. */
    findVisitorFile(input: VisitorDialog & { attachmentId: string }): Promise<string | undefined>;
    onChanged(listener: (change: DialogChange) => void): () => void;
    onTyping(listener: (typing: DialogTyping) => void): () => void;
    noteTyping(typing: DialogTyping): void;
    saveContact(input: VisitorDialog & { name?: string; email?: string; phone?: string }): Promise<void>;
  };
  files: {
    saveImage(input: {
      accountId: string;
      bytes: Buffer;
      name: string;
      maxBytes: number;
      by: Uploader & { kind: 'visitor' };
    }): Promise<StoredPicture>;
    remove(input: { accountId: string; fileId: string }): Promise<void>;
    open(input: {
      accountId: string;
      fileId: string;
    }): Promise<{ stream: Readable; contentType: string; size: number; name: string } | undefined>;
  };
};

export type VisitorDeps = VisitorDoors & {
  pool: Queryable;
  clock: Clock;
  random: Random;
  newId: NewId;
  log: Log;
  /** Knows the own pages of this server: they may always use the widget. */
  hosts: Pick<KnownHosts, 'isOwnOrigin'>;
  /** Address of this server as browsers know it. */
  publicUrl: string | undefined;
  /** Folder with the built bundle: `widget.js` and `widget-assets/`. */
  widgetFolder: string;
};
