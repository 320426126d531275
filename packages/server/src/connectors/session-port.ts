import type { FieldValues } from '@otvet/contract';
import type {
  AccountDescription,
  ConnectorChannel,
  ConnectorIo,
  CustomerProfile,
  MediaDownload,
  OutboundMessage,
  RawEvent,
  SendOutcome,
} from './port.ts';

/** What is known of a session, for whoever asks: kept sealed, because a code links whoever has it. */
export type SessionReport =
  | { state: 'connecting' }
  /** To be scanned or typed in on the owner's device; null while the platform has not given one. */
  | { state: 'linking'; content: string | null; code: string | null }
  | { state: 'open'; account: Pick<AccountDescription, 'identity' | 'accountName' | 'title' | 'profileUrl'> }
  /** The connection is gone, and another one will be opened. */
  | { state: 'lost' }
  /** Only the owner can help: a key of `channels.reason.*`. */
  | { state: 'ended'; reason: string };

/**
 * Why a connection is over. `restart`: the platform wants another one at once. `lost`: again after a pause. `damaged`: the
 * same, a few times. `ended`: not again; `isForgotten`: its keys are worth nothing now.
 */
export type SessionEnd =
  | { kind: 'restart' | 'lost' | 'damaged' }
  | { kind: 'ended'; reason: string; isForgotten: boolean };

/** What is stored of the keys does not open, or is not what the library takes, and never will be: only a new link helps. */
export class SessionKeysError extends Error {
  override readonly name = 'SessionKeysError';
}

export type SessionKey = { type: string; id: string };

/**
 * What a session must keep, such as its credentials and the keys of its chats: texts, sealed at rest. What one `write`
 * gets is stored together, null deletes; it fails where another node has the session. `read` throws SessionKeysError.
 */
export type SessionKeys = {
  read(type: string, ids: readonly string[]): Promise<Record<string, string>>;
  write(values: readonly (SessionKey & { value: string | null })[]): Promise<void>;
};

/** One connection. It is used no more once `onEnd` was told. */
export type OpenSession = {
  send(message: OutboundMessage): Promise<SendOutcome>;
  sendTyping(chatId: string): Promise<void>;
  fetchMedia(vendorRef: string): Promise<MediaDownload>;
  fetchProfile(person: { chatId: string; senderId: string }): Promise<CustomerProfile | null>;
  /** Closes the connection; the link stays. */
  close(): Promise<void>;
  /** Gives the link up at the platform too. */
  leave(): Promise<void>;
};

export type SessionOptions = {
  channel: ConnectorChannel;
  /** What the owner typed to link it, such as a number. */
  link: FieldValues;
  keys: SessionKeys;
  io: ConnectorIo;
  /** Resolves once the events are stored. */
  accept(events: RawEvent[]): Promise<void>;
  /** The payload of an event that was accepted lately, by its id. */
  readEvent(eventId: string): Promise<unknown>;
  report(report: SessionReport): void;
  /** Called once; also where the connection never stood. */
  onEnd(end: SessionEnd): void;
};

/** A platform that speaks over one long connection of each account: kept by one node at a time, in a worker. */
export type SessionDeclaration = {
  /** Opens one connection. Throws SessionKeysError, or ConnectorError: `unsupported` where what it needs is not installed here. */
  open(options: SessionOptions): Promise<OpenSession>;
  /** Whether what it needs is installed here: asked before an owner begins. */
  isInstalled(): Promise<boolean>;
};

/** The sessions that are open in this process, by channel: how `send` and the other calls of a connector reach theirs. */
export type OpenSessions = {
  find(channelId: string): OpenSession | undefined;
  set(channelId: string, session: OpenSession | undefined): void;
};

export function createOpenSessions(): OpenSessions {
  const open = new Map<string, OpenSession>();
  return {
    find: (channelId) => open.get(channelId),
    set(channelId, session) {
      if (session) open.set(channelId, session);
      else open.delete(channelId);
    },
  };
}
