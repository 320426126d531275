import {
  type Attachment,
  type DebugRecord,
  type DeliveryState,
  decisionKinds,
  deliveryStates,
  type Message,
  messageAuthors,
  type SentShare,
  type Source,
  silenceReasons,
} from '@otvet/contract';
import { json, nullable, oneOf, type RowValues } from '../../platform/database/statement.ts';
import type { OfferedChoice } from './offers.ts';
import { previewOf } from './preview.ts';

/** The message that a reply names, where it is here; `type`: of its first attachment. */
type Quoted = { id: string; text: string; type: Attachment['type'] | null };

/** Columns of a message; `m` is the alias of its table. */
export const MESSAGE_COLUMNS = `m.id, m.seq, m.place, m.version, m.author, nullif(m.author_name, m.author_id) as author_name, m.text, m.attachments, m.created_at, m.edited_at, m.canceled, m.reply_text,
  case when m.reply_vendor_id is null then null else (
    select jsonb_build_object('id', r.id, 'text', case when r.canceled then '' else left(r.text, 300) end, 'type', r.attachments -> 0 ->> 'type')
    from messages r where r.account_id = m.account_id and r.dialog_id = m.dialog_id and r.vendor_id = m.reply_vendor_id
    order by r.place desc limit 1) end as quoted,
  m.state, m.state_reason, m.retry_at, m.sent_share, m.silence, m.decision, m.reason, m.confidence, m.sources, m.choices, m.took_ms, m.debug, m.client_id, m.text_edit, m.revived`;

export const MESSAGE = {
  id: 'uuid',
  seq: 'int8',
  place: 'float8',
  version: 'int8',
  author: oneOf(messageAuthors),
  authorName: nullable('text'),
  text: 'text',
  attachments: json<Attachment[]>(),
  createdAt: 'timestamptz',
  editedAt: nullable('timestamptz'),
  canceled: 'bool',
  replyText: nullable('text'),
  quoted: nullable(json<Quoted>()),
  state: oneOf(deliveryStates),
  stateReason: nullable('text'),
  retryAt: nullable('timestamptz'),
  sentShare: nullable(json<SentShare>()),
  silence: nullable(oneOf(silenceReasons)),
  decision: nullable(oneOf(decisionKinds)),
  reason: nullable('text'),
  confidence: nullable('float4'),
  sources: nullable(json<Source[]>('json')),
  choices: nullable(json<OfferedChoice[]>('json')),
  tookMs: nullable('float4'),
  debug: nullable(json<DebugRecord>('json')),
  clientId: nullable('text'),
  textEdit: nullable('text'),
  revived: 'bool',
} as const;

type MessageRow = RowValues<typeof MESSAGE>;

/** Turns a stored file into an address that a browser may load for a while. */
export type SignFile = (file: { accountId: string; fileId: string }) => string;

const retryable: readonly DeliveryState[] = ['rejected', 'unknown', 'retry'];

/** What of a message may be missing at the customer's. */
const incomplete: readonly DeliveryState[] = [...retryable, 'canceled'];

/** What is wrong with the message itself: the platform refuses it again. */
const lasting = ['file_too_large', 'text_too_long', 'text_empty'];

/** A stored attachment keeps the file's id in `url`; the reader gets a signed address. */
function toAttachment(stored: Attachment, sign: (fileId: string) => string): Attachment {
  return {
    id: stored.id,
    contentType: stored.contentType,
    type: stored.type,
    url: stored.url === null ? null : sign(stored.url),
    name: stored.name,
    size: stored.size,
    state: stored.state,
    reason: stored.reason,
    caption: stored.caption,
    // Older rows have none.
    link: stored.link ?? null,
    ...(stored.speech && { speech: stored.speech }),
  };
}

/** Some platforms name the message and not its words: they are those of our row, or the kind of what was sent. */
function toReply({ replyText, quoted }: MessageRow): Message['replyTo'] {
  if (replyText === null) return null;
  const attachments = quoted?.type ? [{ type: quoted.type }] : [];
  const text = replyText || (quoted === null ? '' : previewOf({ text: quoted.text, attachments }));
  return { id: quoted?.id ?? null, text };
}

export function toMessage(row: MessageRow, sign: (fileId: string) => string): Message {
  return {
    id: row.id,
    seq: row.seq,
    place: row.place,
    version: row.version,
    author: row.author,
    authorName: row.authorName,
    text: row.text,
    attachments: row.attachments.map((stored) => toAttachment(stored, sign)),
    createdAt: row.createdAt.toISOString(),
    editedAt: row.editedAt?.toISOString() ?? null,
    isCanceled: row.canceled,
    replyTo: toReply(row),
    delivery: {
      state: row.state,
      reason: row.stateReason,
      retryAt: row.retryAt?.toISOString() ?? null,
      canRetry: row.author !== 'customer' && retryable.includes(row.state) && !lasting.includes(row.stateReason ?? ''),
      share: incomplete.includes(row.state) ? row.sentShare : null,
    },
    silence: row.silence,
    decision: row.decision,
    reason: row.reason,
    confidence: row.confidence,
    sources: row.sources ?? [],
    choices: row.choices?.map(({ text }) => text) ?? [],
    tookMs: row.tookMs,
    debug: row.debug,
    clientId: row.clientId,
    textEdit: row.textEdit,
    revived: row.revived,
  };
}
