import type {
  AttachmentType,
  ChannelDescriptor,
  DialogContext,
  LabelledChoices,
  MessageTemplate,
  SentShare,
} from '@otvet/contract';
import type { z } from 'zod';
import type { OutboundFetch, VendorFetch } from '../platform/outbound/index.ts';
import type { Clock } from '../platform/time/clock.ts';
import type { Random } from '../platform/time/ids.ts';
import type { ConnectorStep } from './connect-port.ts';
import type { OpenSessions, SessionDeclaration } from './session-port.ts';
import type { RawRequest, SharedWebhook, WebhookResult } from './webhook-port.ts';

/** What the connector may know of its channel: the platform's id of the account and the opened credentials. */
export type ConnectorChannel = {
  id: string;
  /** The platform's id of the account (bot id); set by `connect.check`. */
  identity: string;
  credentials: Record<string, string>;
};

/** Outside effects of a connector, handed in so that tests own them. */
export type ConnectorIo = {
  /** The way to the platform's own addresses. */
  fetch: VendorFetch;
  /** The way to an address that came in a message: whoever can sign one can name any, so the own network is refused. */
  fetchLink: OutboundFetch;
  /** Base addresses of the vendors by the environment keys that connectors declare. */
  vendorUrls: Record<string, string>;
  /** Secrets of the installation's own applications at the vendors, by the environment keys that connectors declare. */
  vendorKeys: Record<string, string>;
  /** Where platforms reach this installation; null where they cannot. */
  publicUrl: string | null;
  /** Sessions that this process keeps. */
  sessions: OpenSessions;
  clock: Clock;
  random: Random;
};

export type InboundAttachment = {
  type: AttachmentType;
  /** How `fetchMedia` finds the bytes; null where there are none (location, contact). */
  vendorRef: string | null;
  contentType: string | null;
  name: string | null;
  size: number | null;
  caption: string | null;
  /** Where the platform shows what it allows nobody to keep, such as a story: https. */
  link?: string;
};

/** The customer, as far as the platform tells. */
export type InboundSender = {
  id: string;
  /** Empty where the platform does not say it in its messages: `fetchProfile` does. */
  name: string;
  firstName: string;
  userName: string | null;
  language: string | null;
  phone: string | null;
};

/** Who a customer is, where the platform tells it only when asked. */
export type CustomerProfile = {
  /** As the platform shows it; empty where it tells none. */
  name: string;
  firstName: string;
  userName: string | null;
  language: string | null;
  phone: string | null;
  email: string | null;
  profileUrl: string | null;
  /** What the chat is about, where only asking tells. */
  context?: DialogContext | null;
};

export type InboundChat = { id: string; isGroup: boolean; title: string };

/**
 * Which messages of ours a receipt speaks of: those with the platform's ids (or the one whose `idempotencyKey` comes
 * back as `ownKey`), one and all before it, or all that were sent up to a time.
 */
export type ReceiptOf =
  | { by: 'ids'; messageIds: string[]; ownKey: string | null }
  | { by: 'last'; messageId: string }
  | { by: 'time'; until: Date };

/** What happened on the platform, in the product's words. Ids are the platform's, as text. */
export type InboundEvent =
  | {
      kind: 'message';
      chat: InboundChat;
      sender: InboundSender;
      messageId: string;
      sentAt: Date;
      text: string;
      attachments: InboundAttachment[];
      replyTo: { messageId: string; text: string } | null;
      /** The advert or page that it was written about. */
      context?: DialogContext | null;
      /** Messages of one album share it: they are one turn. */
      albumId: string | null;
      /**
       * Written by the business itself on the platform, or our own message coming back: it waits until what we are sending
       * there has its ids.
       */
      isOwn: boolean;
      /**
       * The assistant was meant. In groups: mention, reply to it, command. In private chats false only where the platform
       * has assigned the conversation to somebody else.
       */
      isAddressed: boolean;
      /** What the link said by which the chat was opened. */
      startWord?: string;
      /** Made by our own client, so that it can recognise its message. */
      clientId: string | null;
    }
  | { kind: 'edit'; chat: InboundChat; messageId: string; text: string; editedAt: Date }
  | { kind: 'delete'; chat: InboundChat; messageIds: string[] }
  | { kind: 'reachable'; chat: InboundChat; isReachable: boolean; reason: string }
  | { kind: 'chat-moved'; fromChatId: string; toChatId: string }
  | {
      kind: 'receipt';
      chat: InboundChat;
      of: ReceiptOf;
      /** `sent`: taken, said again later. `failed`: taken first, and given up later for `reason` (`dialogs.delivery.reason.*`). */
      state: 'sent' | 'delivered' | 'read' | 'failed';
      reason: string | null;
    }
  /** Opened where nothing is to be said: in a group, or where the platform or our own window shows the greeting. */
  | { kind: 'opened'; chat: InboundChat; sender: InboundSender; startWord?: string }
  /** The platform says that the account cannot be used, why (`channels.reason.*`), or that it can again. */
  | { kind: 'account'; isWorking: boolean; reason: string }
  | { kind: 'ignored'; reason: string };

/** One stored raw event: `eventId` is the platform's and unique within the channel. */
export type RawEvent = { eventId: string; payload: unknown };

export type OutboundFile = {
  fileId: string;
  contentType: string;
  name: string;
  /** Bytes. */
  size: number;
  read(): Promise<Buffer>;
  /** Where a platform fetches it by itself, for weeks: https, ends with the extension. Null on a host that platforms cannot reach. */
  url: string | null;
};

/** A template with its places filled, in the order of the text. */
export type OutboundTemplate = {
  name: string;
  language: string;
  variables: { name: string; value: string }[];
};

export type OutboundMessage = {
  chatId: string;
  /** Whole, its numbered lines included: for chats in which the platform shows no buttons. */
  text: string;
  /** Within the limits that the descriptor declares; a press comes back as a message that says the label. */
  choices: LabelledChoices | null;
  /** The message before had buttons: what the platform still shows of them goes. */
  endsChoices: boolean;
  /** Sent in place of the text, which says the same in words. */
  template: OutboundTemplate | null;
  photos: OutboundFile[];
  files: OutboundFile[];
  /** The words come first, whatever fits below a picture: they arrive also where a picture does not. */
  isTextFirst?: boolean;
  replyToVendorId: string | null;
  /** After the platform's window: it takes the words because a person wrote them, and wants to be told so. */
  isLate: boolean;
  /** Same for every try of one message: the platform's idempotency key where it has one. */
  idempotencyKey: string;
  /** Vendor ids of the parts that an earlier try already delivered; those are not sent again. */
  sentParts: string[];
};

/** Whose limit was met: of one chat, of the whole channel, or the platform does not say. */
export type LimitScope = 'chat' | 'channel' | 'unsaid';

/**
 * How a send ended. `retry`: the platform did not take it, try after `afterMs` (null = back off); `scope`: what must wait so
 * long, `unsaid` where a limit was met and the platform does not say whether it is that of the chat or of the whole account. `unknown`: the bytes left and no answer came.
 * `channel-broken`: the credentials no longer work. `chat-closed`: the customer blocked us or the chat is gone. `chat-moved`: send again to the new id.
 */
export type SendOutcome =
  | { kind: 'sent'; vendorIds: string[] }
  | (Unsent & { kind: 'retry'; afterMs: number | null; reason: string; scope: 'message' | LimitScope })
  | (Unsent & { kind: 'rejected' | 'unknown' | 'channel-broken' | 'chat-closed'; reason: string })
  | (Unsent & { kind: 'chat-moved'; toChatId: string });

/** `share`: what of the message was sent, in words that people can read; left out where nothing was. */
type Unsent = { sentParts: string[]; share?: SentShare };

export type ConnectorErrorKind =
  | 'retry'
  | 'rate-limited'
  | 'rejected'
  | 'unauthorized'
  | 'unsupported'
  | 'unknown'
  | 'chat-closed'
  | 'chat-moved';

/** A vendor failure, as one of the kinds that the gateway understands; callers branch on `kind` alone. */
export class ConnectorError extends Error {
  readonly kind: ConnectorErrorKind;
  /** A key of the texts `channels.reason.*` / `dialogs.delivery.*`. */
  readonly reason: string;
  readonly retryAfterMs: number | null;
  /** Of `rate-limited`. */
  readonly limitScope: LimitScope;
  readonly movedTo: string | null;
  /** Of an answer that was not the platform's own. */
  readonly status: number | null;
  /** The typed field that is to blame, while a channel is connected. */
  readonly field: string | null;

  constructor(
    kind: ConnectorErrorKind,
    options: {
      reason: string;
      retryAfterMs?: number;
      limitScope?: LimitScope;
      movedTo?: string;
      status?: number;
      field?: string;
      cause?: unknown;
    },
  ) {
    super(`${kind}: ${options.reason}`, options.cause === undefined ? undefined : { cause: options.cause });
    this.name = 'ConnectorError';
    this.kind = kind;
    this.reason = options.reason;
    this.retryAfterMs = options.retryAfterMs ?? null;
    this.limitScope = options.limitScope ?? 'unsaid';
    this.movedTo = options.movedTo ?? null;
    this.status = options.status ?? null;
    this.field = options.field ?? null;
  }
}

/** Who the credentials belong to on the platform. `foreignWebhook`: another program's address stands there now. */
export type AccountDescription = {
  identity: string;
  accountName: string;
  title: string;
  profileUrl: string | null;
  foreignWebhook: string | null;
};

/**
 * `webhookUrl` is the channel's own address, null where events are pulled; the address that all accounts of an
 * application share is the same without its last part. `isFirst`: what came before is not ours to answer.
 */
export type ActivateOptions = { webhookUrl: string | null; isFirst: boolean };

export type MediaDownload = { bytes: Buffer; contentType: string | null; name: string | null };

export type PullBatch = { events: RawEvent[]; cursor: string };

/** Options that only channels of this type have: one schema for the form, the API and the database. */
export type OptionsDeclaration = {
  /** Of all options together, rules over several of them included. */
  schema: z.ZodType<Record<string, unknown>>;
  initial: Record<string, unknown>;
  /** Options that name an uploaded file: kept as its id, shown as a signed address. */
  fileOptions: readonly string[];
};

/** Keys of the environment that a connector reads; the program checks them at its start. */
export type EnvironmentDeclaration = {
  /** Base addresses with what they are by default. */
  urls: Record<string, string>;
  /** Secrets of the installation's application. Without one of them the channel is not offered. */
  keys: readonly string[];
  /** The same where an owner may bring an application of his own: without them that way is left. */
  optionalKeys?: readonly string[];
};

/** One node renews at a time; what `renew` gives, as a whole, is stored before anything else is done with it. */
export type CredentialRenewal = {
  /** From when on they are to be renewed, well before they end; null: they do not end, and are never renewed. */
  dueAt(credentials: Record<string, string>): Date | null;
  /** Throws ConnectorError: `unauthorized` where only the owner can help. */
  renew(channel: ConnectorChannel, io: ConnectorIo): Promise<Record<string, string>>;
};

/** One channel kind. Every folder of `connectors/` puts one together in its `index.ts`. */
export type Connector = {
  type: string;
  descriptor: ChannelDescriptor;
  environment: EnvironmentDeclaration;
  /** Names in the credentials whose values are secret. All credentials are sealed at rest. */
  secretFields: readonly string[];
  options?: OptionsDeclaration;
  /** Pure. Verifies a request at the channel's own address in constant time, and only then reads it. */
  receive(request: RawRequest, channel: ConnectorChannel): WebhookResult;
  /** Where all accounts of an application share one address. */
  shared?: SharedWebhook;
  /** Pure. Reads one stored payload; what it does not know becomes `ignored` with a reason, never an exception. */
  parse(payload: unknown, channel: ConnectorChannel): InboundEvent[];
  send(message: OutboundMessage, channel: ConnectorChannel, io: ConnectorIo): Promise<SendOutcome>;
  /** Shows "typing" where the platform can; failures are swallowed by the gateway. */
  sendTyping?(chatId: string, channel: ConnectorChannel, io: ConnectorIo): Promise<void>;
  fetchMedia?(vendorRef: string, channel: ConnectorChannel, io: ConnectorIo): Promise<MediaDownload>;
  /** Asked at a message of a customer whose name is not known yet; null where the platform tells nothing of him. */
  fetchProfile?(
    person: { chatId: string; senderId: string },
    channel: ConnectorChannel,
    io: ConnectorIo,
  ): Promise<CustomerProfile | null>;
  /** Where the platform takes templates after its window: those that it approved, and that need nothing but words. */
  templates?: { list(channel: ConnectorChannel, io: ConnectorIo): Promise<MessageTemplate[]> };
  /** How somebody begins a chat with a word that comes back as `startWord`: by a link, and by what he writes. */
  startWith?(word: string, channel: ConnectorChannel): { link: string | null; message: string };
  profileLink?(chatId: string, channel: ConnectorChannel, io: ConnectorIo): Promise<string>;
  connect: {
    /** What the owner does, in order. */
    steps: readonly ConnectorStep[];
    /** Whose credentials these are, asked of the platform; throws ConnectorError. */
    check(credentials: Record<string, string>, io: ConnectorIo): Promise<AccountDescription>;
    /**
     * Everything that must be stored before the platform is told of us, such as the secret of the webhook or the text
     * that the platform will ask for while `activate` runs. Replaces the credentials as a whole.
     */
    prepare(channel: ConnectorChannel, options: ActivateOptions, io: ConnectorIo): Promise<Record<string, string>>;
    /** Makes the platform deliver: sets the webhook (https public address) or prepares pulling. Gives the credentials to keep, as a whole. */
    activate(channel: ConnectorChannel, options: ActivateOptions, io: ConnectorIo): Promise<Record<string, string>>;
    /**
     * Whether the platform still delivers to us, asked each hour after `check` found that the credentials work and that
     * nobody else took the webhook. Left out where the platform tells nobody.
     */
    isDelivering?(channel: ConnectorChannel, options: ActivateOptions, io: ConnectorIo): Promise<boolean>;
    /**
     * Names what the channel stands on at its platform that other channels may stand on too, such as what a page or an
     * application is subscribed to: whoever stands on the same gives the same name.
     */
    standsOn?(channel: ConnectorChannel): readonly string[];
    /** Takes away what the channel set up; `inUse`: what other channels of any account still stand on, which stays. */
    deactivate(channel: ConnectorChannel, io: ConnectorIo, inUse: ReadonlySet<string>): Promise<void>;
    /** Where credentials run out by themselves. */
    renewal?: CredentialRenewal;
  };
  /** Where events come, and messages go, through one long connection of the account. */
  session?: SessionDeclaration;
  /** A platform that gives a lost webhook up is asked by `pull` too, after each pause of so many seconds. */
  reconcileSeconds?: number;
  /** Long poll of one batch; `cursor` is what the last batch gave, empty at first. Throws ConnectorError. */
  pull?(
    channel: ConnectorChannel,
    cursor: string,
    options: { signal: AbortSignal; waitSeconds: number },
    io: ConnectorIo,
  ): Promise<PullBatch>;
};
