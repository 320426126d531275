import type {
  Attachment,
  DebugRecord,
  DecisionKind,
  DeliveryState,
  Message,
  SilenceReason,
  Source,
} from '@otvet/contract';

/** Columns of a message as `messageColumns` selects them; `m` is the table's alias. */
export type MessageRow = {
  id: string;
  seq: string;
  place: number;
  version: string;
  author: Message['author'];
  author_name: string | null;
  text: string;
  attachments: Attachment[];
  created_at: Date;
  edited_at: Date | null;
  canceled: boolean;
  reply_text: string | null;
  reply_id: string | null;
  state: DeliveryState;
  state_reason: string | null;
  retry_at: Date | null;
  silence: SilenceReason | null;
  decision: DecisionKind | null;
  reason: string | null;
  confidence: number | null;
  sources: Source[] | null;
  took_ms: number | null;
  debug: DebugRecord | null;
  client_id: string | null;
  text_edit: string | null;
  revived: boolean;
};

export const messageColumns = `m.id, m.seq, m.place, m.version, m.author, m.author_name, m.text, m.attachments, m.created_at, m.edited_at, m.canceled, m.reply_text,
  case when m.reply_vendor_id is null then null else (select r.id from messages r
    where r.account_id = m.account_id and r.dialog_id = m.dialog_id and r.vendor_id = m.reply_vendor_id) end as reply_id,
  m.state, m.state_reason, m.retry_at, m.silence, m.decision, m.reason, m.confidence, m.sources, m.took_ms, m.debug, m.client_id, m.text_edit, m.revived`;

/** Turns a stored file into an address that a browser may load for a while. */
export type SignFile = (file: { accountId: string; fileId: string }) => string;

const retryable: readonly DeliveryState[] = ['rejected', 'unknown', 'retry'];

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
  };
}

export function toMessage(row: MessageRow, sign: (fileId: string) => string): Message {
  return {
    id: row.id,
    seq: Number(row.seq),
    place: row.place,
    version: Number(row.version),
    author: row.author,
    authorName: row.author_name,
    text: row.text,
    attachments: row.attachments.map((stored) => toAttachment(stored, sign)),
    createdAt: row.created_at.toISOString(),
    editedAt: row.edited_at?.toISOString() ?? null,
    isCanceled: row.canceled,
    replyTo: row.reply_text === null ? null : { id: row.reply_id, text: row.reply_text },
    delivery: {
      state: row.state,
      reason: row.state_reason,
      retryAt: row.retry_at?.toISOString() ?? null,
      canRetry: row.author !== 'customer' && retryable.includes(row.state),
    },
    silence: row.silence,
    decision: row.decision,
    reason: row.reason,
    confidence: row.confidence,
    sources: row.sources ?? [],
    tookMs: row.took_ms,
    debug: row.debug,
    clientId: row.client_id,
    textEdit: row.text_edit,
    revived: row.revived,
  };
}
