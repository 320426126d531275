import {
  type Attachment,
  type DebugRecord,
  type DeliveryState,
  decisionKinds,
  deliveryStates,
  type Message,
  messageAuthors,
  type Source,
  silenceReasons,
} from '@otvet/contract';
import { json, nullable, oneOf, type RowValues } from '../../platform/database/statement.ts';
import type { OfferedChoice } from './offers.ts';

/** Columns of a message; `m` is the alias of its table. */
export const MESSAGE_COLUMNS = `m.id, m.seq, m.place, m.version, m.author, nullif(m.author_name, m.author_id) as author_name, m.text, m.attachments, m.created_at, m.edited_at, m.canceled, m.reply_text,
  case when m.reply_vendor_id is null then null else (select r.id from messages r
    where r.account_id = m.account_id and r.dialog_id = m.dialog_id and r.vendor_id = m.reply_vendor_id) end as reply_id,
  m.state, m.state_reason, m.retry_at, m.silence, m.decision, m.reason, m.confidence, m.sources, m.choices, m.took_ms, m.debug, m.client_id, m.text_edit, m.revived`;

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
  replyId: nullable('uuid'),
  state: oneOf(deliveryStates),
  stateReason: nullable('text'),
  retryAt: nullable('timestamptz'),
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
  };
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
    replyTo: row.replyText === null ? null : { id: row.replyId, text: row.replyText },
    delivery: {
      state: row.state,
      reason: row.stateReason,
      retryAt: row.retryAt?.toISOString() ?? null,
      canRetry: row.author !== 'customer' && retryable.includes(row.state) && !lasting.includes(row.stateReason ?? ''),
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
