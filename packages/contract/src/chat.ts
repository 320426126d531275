import { z } from 'zod';
import { attachmentTypes } from './attachment-types.ts';
import { channelTypeName, id, instant } from './fields.ts';

/** `{chatId}_{channelId}`: how the specification names a dialog. */
export function dialogUniqueId({ chatId, channelId }: { chatId: string; channelId: string }): string {
  return `${chatId}_${channelId}`;
}

/** Reads a unique id; the chat id itself may hold underscores, the channel id never does. */
export function parseDialogUniqueId(uniqueId: string): { chatId: string; channelId: string } | undefined {
  const cut = uniqueId.lastIndexOf('_');
  const channelId = uniqueId.slice(cut + 1);
  if (cut < 1 || !id.safeParse(channelId).success) return undefined;
  return { chatId: uniqueId.slice(0, cut), channelId };
}

/** Who speaks in a dialog now. `waiting`: the assistant handed over and no person has answered yet. */
export const speakers = ['assistant', 'operator', 'waiting', 'paused', 'banned', 'off'] as const;
export type Speaker = (typeof speakers)[number];

/** Why a customer's message got no automatic answer; each is a text `dialogs.silence.*`. */
export const silenceReasons = [
  'paused',
  'banned',
  'group',
  'assigned',
  'channel_off',
  'quota',
  'plan',
  'operator_spoke',
  'taken_over',
  'no_content',
  'superseded',
  'too_old',
  'too_often',
  'deleted',
  'edited',
  'blocked',
  'handed_over',
  'not_known',
] as const;
export type SilenceReason = (typeof silenceReasons)[number];

export const attachmentStates = ['loading', 'ready', 'failed'] as const;

export const attachment = z.object({
  id: z.string(),
  /** `application/img` for pictures (specification, section 3), else the media type. */
  contentType: z.string(),
  type: z.enum(attachmentTypes),
  url: z.string().nullable(),
  name: z.string().nullable(),
  size: z.number().int().nullable(),
  state: z.enum(attachmentStates),
  /** Why loading failed: a key of `dialogs.media.*`. */
  reason: z.string().nullable(),
  /** Emoji of a sticker, coordinates, phone of a contact card. */
  caption: z.string().nullable(),
  /** Where the platform shows what may not be kept, such as a story; it may be gone. */
  link: z.string().nullable(),
  /** The words of a voice message, where the server turns speech into words; `reason` is a key of `dialogs.speech.*`. */
  speech: z
    .object({ state: z.enum(['waiting', 'ready', 'failed']), text: z.string(), reason: z.string().nullable() })
    .optional(),
});
export type Speech = NonNullable<z.infer<typeof attachment>['speech']>;
export type Attachment = z.infer<typeof attachment>;

export const messageAuthors = ['customer', 'assistant', 'operator', 'system'] as const;

/** `queued` → `sending` → `sent` | `rejected` | `unknown`; `retry` waits for its time; `canceled`: withdrawn before it was sent. `received` is the customer's. */
export const deliveryStates = [
  'received',
  'queued',
  'sending',
  'retry',
  'sent',
  'delivered',
  'read',
  'rejected',
  'unknown',
  'canceled',
] as const;
export type DeliveryState = (typeof deliveryStates)[number];

/** How much of a message the platform took: files and texts, of how many. Words below a file are a text. */
export const sentShare = z.object({
  files: z.number().int(),
  allFiles: z.number().int(),
  texts: z.number().int(),
  allTexts: z.number().int(),
});
export type SentShare = z.infer<typeof sentShare>;

/** What the assistant decided about a customer's turn. */
export const decisionKinds = ['answer', 'clarify', 'hand-over', 'silent'] as const;
export type DecisionKind = (typeof decisionKinds)[number];

/** A passage that an answer stands on. */
export const source = z.object({
  passageId: z.string(),
  knowledgeBaseId: z.string(),
  title: z.string(),
  kind: z.enum(['qa', 'file', 'page']),
  /** Of a file or page: its name, and the nearest heading above the passage. */
  sourceName: z.string().optional(),
  heading: z.string().optional(),
  score: z.number(),
});
export type Source = z.infer<typeof source>;

/** What the assistant would do with a text now; `reason`: of a hand-over. */
export const triedAnswer = z.object({
  decision: z.enum(decisionKinds),
  reason: z.string().nullable(),
  text: z.string(),
  confidence: z.number().nullable(),
  sources: z.array(source),
  /** Pictures that would follow the text. */
  photos: z.array(z.object({ id: z.string(), url: z.string(), name: z.string() })),
  /** Of several questions those that a person would be called for; empty where none is answered, or all are. */
  openQuestions: z.array(z.string()),
});
export type TriedAnswer = z.infer<typeof triedAnswer>;

/** Record of how an answer came to be (specification, section 3: debug message). */
export const debugRecord = z.object({
  role: z.string(),
  content: z.string(),
  keywords: z.array(z.string()),
  promptTokens: z.number().int(),
  completionTokens: z.number().int(),
  totalTokens: z.number().int(),
  isEstimated: z.boolean(),
  model: z.string(),
  /** Tries and fallbacks that were taken, oldest first. */
  steps: z.array(z.string()),
  /** Of several questions in one turn those that the answer leaves open. */
  openQuestions: z.array(z.string()).optional(),
  tookMs: z.number(),
});
export type DebugRecord = z.infer<typeof debugRecord>;

export const message = z.object({
  id,
  /** Number in the dialog; rises by time of acceptance. */
  seq: z.number().int(),
  /** Place on the screen: equal to `seq` but for a message that arrived later than it was sent. */
  place: z.number(),
  /** Change counter of the dialog when this message last changed: the key of catch-up. */
  version: z.number().int(),
  author: z.enum(messageAuthors),
  authorName: z.string().nullable(),
  text: z.string(),
  attachments: z.array(attachment),
  createdAt: instant,
  editedAt: instant.nullable(),
  isCanceled: z.boolean(),
  replyTo: z.object({ id: z.string().nullable(), text: z.string() }).nullable(),
  delivery: z.object({
    state: z.enum(deliveryStates),
    reason: z.string().nullable(),
    retryAt: instant.nullable(),
    canRetry: z.boolean(),
    /** Of a message that did not arrive whole: what of it did; null where nothing did. */
    share: sentShare.nullable(),
  }),
  /** Of a customer's message: why no answer followed. */
  silence: z.enum(silenceReasons).nullable(),
  /** Of an answer of the assistant. */
  decision: z.enum(decisionKinds).nullable(),
  reason: z.string().nullable(),
  confidence: z.number().nullable(),
  sources: z.array(source),
  /** What the customer may pick by a press or by its number; on the last message of ours alone it is still open. */
  choices: z.array(z.string()),
  tookMs: z.number().nullable(),
  debug: debugRecord.nullable(),
  clientId: z.string().nullable(),
  textEdit: z.string().nullable(),
  revived: z.boolean(),
});
export type Message = z.infer<typeof message>;

/** Words that a platform approved, for the time when it takes no others; `{{name}}` in the body are places to fill. */
export const messageTemplate = z.object({
  name: z.string(),
  language: z.string(),
  header: z.string().nullable(),
  body: z.string(),
  footer: z.string().nullable(),
  buttons: z.array(z.string()),
});
export type MessageTemplate = z.infer<typeof messageTemplate>;

/** The advert or page that a customer writes about, as the platform tells it. */
export const dialogContext = z.object({ title: z.string(), text: z.string(), url: z.string().nullable() });
export type DialogContext = z.infer<typeof dialogContext>;

/** How a message of ours ended that the customer may not have. */
export const deliveryFailures = ['undelivered', 'unconfirmed'] as const;

export const chat = z.object({
  uniqueId: z.string(),
  chatId: z.string(),
  channelId: id,
  channelName: z.string(),
  channelType: channelTypeName,
  /** Empty while no name is known: then the reader's language names a guest. */
  dialogName: z.string(),
  firstName: z.string(),
  /** Preview of the last message. */
  text: z.string(),
  lastAuthor: z.enum(messageAuthors).nullable(),
  unreadCount: z.number().int(),
  customUnread: z.boolean(),
  paused: z.boolean(),
  banned: z.boolean(),
  isGroup: z.boolean(),
  isTriggered: z.boolean(),
  revived: z.boolean(),
  /** The customer blocked the channel or the group is gone. */
  isUnreachable: z.boolean(),
  /** Why, as the platform said it: a key of `dialogs.unreachable.*` or of `dialogs.delivery.reason.*`. */
  unreachableReason: z.string().nullable(),
  /** The newest words of a person, or the answer that a person was called for, did not arrive or are not known to have. */
  undelivered: z.enum(deliveryFailures).nullable(),
  speaker: z.enum(speakers),
  /** Which person of the account has the dialog; null: nobody, or somebody on the platform itself. */
  takenBy: z.object({ id: z.string(), name: z.string() }).nullable(),
  waitingSince: instant.nullable(),
  handOverReason: z.string().nullable(),
  /** When the customer last wrote: some platforms take an answer only for a time after it. */
  customerAt: instant.nullable(),
  /** When the assistant comes back by itself, if no person answers before. */
  comeBackAt: instant.nullable(),
  email: z.string().nullable(),
  phone: z.string().nullable(),
  socLink: z.string().nullable(),
  userName: z.string().nullable(),
  language: z.string().nullable(),
  /** The newest that is known; null where the platform tells none. */
  context: dialogContext.nullable(),
  tags: z.array(z.string()),
  lastMessageDate: instant,
  createdAt: instant,
  /** Change counter: rises with every change of the dialog or of a message in it. */
  version: z.number().int(),
  lastSeq: z.number().int(),
});
export type Chat = z.infer<typeof chat>;
