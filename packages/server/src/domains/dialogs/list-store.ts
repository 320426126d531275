import type { Chat, Message } from '@otvet/contract';
import { dialogUniqueId } from '@otvet/contract';
import type { Queryable } from '../../platform/database/queryable.ts';
import { type MessageRow, messageColumns, toMessage } from './message-rows.ts';

type ChatRow = {
  id: string;
  chat_id: string;
  channel_id: string;
  channel_name: string;
  channel_type: Chat['channelType'];
  channel_active: boolean;
  name: string;
  first_name: string;
  user_name: string | null;
  language: string | null;
  email: string | null;
  phone: string | null;
  soc_link: string | null;
  is_group: boolean;
  last_text: string;
  last_author: Chat['lastAuthor'];
  last_at: Date;
  unread: number;
  custom_unread: boolean;
  paused: boolean;
  banned: boolean;
  task_done: boolean;
  revived: boolean;
  unreachable_reason: string | null;
  waiting_since: Date | null;
  hand_over_reason: string | null;
  last_seq: string;
  version: string;
  created_at: Date;
  operator_seq: string;
};

const chatColumns = `d.id, d.chat_id, d.channel_id, c.name as channel_name, c.type as channel_type, (c.active and c.unlinked_at is null) as channel_active,
  coalesce(d.contact_name, d.name) as name, d.first_name, d.user_name, d.language, d.email, d.phone, d.soc_link, d.is_group, d.last_text, d.last_author, d.last_at, d.unread, d.custom_unread,
  d.paused, d.banned, d.task_done, d.revived, d.unreachable_reason, d.waiting_since, d.hand_over_reason, d.last_seq, d.version, d.created_at, d.operator_seq`;

const fromDialogs = 'from dialogs d join channels c on c.account_id = d.account_id and c.id = d.channel_id';

function speakerOf(row: ChatRow): Chat['speaker'] {
  if (row.banned) return 'banned';
  if (row.waiting_since !== null) return 'waiting';
  if (row.paused) return Number(row.operator_seq) > 0 ? 'operator' : 'paused';
  return row.channel_active ? 'assistant' : 'off';
}

function toChat(row: ChatRow): Chat {
  return {
    uniqueId: dialogUniqueId({ chatId: row.chat_id, channelId: row.channel_id }),
    chatId: row.chat_id,
    channelId: row.channel_id,
    channelName: row.channel_name,
    channelType: row.channel_type,
    dialogName: row.name,
    firstName: row.first_name,
    text: row.last_text,
    lastAuthor: row.last_author,
    unreadCount: row.unread,
    customUnread: row.custom_unread,
    paused: row.paused,
    banned: row.banned,
    isGroup: row.is_group,
    isTriggered: row.task_done,
    revived: row.revived,
    isUnreachable: row.unreachable_reason !== null,
    speaker: speakerOf(row),
    waitingSince: row.waiting_since?.toISOString() ?? null,
    handOverReason: row.hand_over_reason,
    email: row.email,
    phone: row.phone,
    socLink: row.soc_link,
    userName: row.user_name,
    language: row.language,
    tags: [],
    lastMessageDate: row.last_at.toISOString(),
    createdAt: row.created_at.toISOString(),
    version: Number(row.version),
    lastSeq: Number(row.last_seq),
  };
}

export type DialogFilter = {
  cid?: string | undefined;
  cn?: string | undefined;
  cmpl?: boolean | undefined;
  rvd?: boolean | undefined;
  r?: boolean | undefined;
  ban?: boolean | undefined;
  waiting?: boolean | undefined;
};

const countCap = 1000;

function whereOf(filter: DialogFilter): { where: string; values: unknown[] } {
  const values: unknown[] = [];
  const parts: string[] = [];
  const add = (sql: (placeholder: string) => string, value: unknown) => {
    values.push(value);
    parts.push(sql(`$${values.length + 1}`));
  };
  if (filter.cid !== undefined) add((p) => `d.channel_id = ${p}`, filter.cid);
  if (filter.cn !== undefined) add((p) => `c.type = ${p}`, filter.cn);
  if (filter.cmpl !== undefined) add((p) => `d.task_done = ${p}::boolean`, filter.cmpl);
  if (filter.rvd !== undefined) add((p) => `d.revived = ${p}::boolean`, filter.rvd);
  if (filter.ban !== undefined) add((p) => `d.banned = ${p}::boolean`, filter.ban);
  if (filter.r === true) parts.push('(d.unread > 0 or d.custom_unread)');
  if (filter.r === false) parts.push('not (d.unread > 0 or d.custom_unread)');
  if (filter.waiting === true) parts.push('d.waiting_since is not null');
  return { where: parts.map((part) => ` and ${part}`).join(''), values };
}

/** One page of dialogs; `count` stops at 1000, beyond which nobody reads the figure. */
export async function listDialogs(
  db: Queryable,
  input: { accountId: string; limit: number; offset: number; filter: DialogFilter },
): Promise<{ chats: Chat[]; count: number }> {
  const { where, values } = whereOf(input.filter);
  const order = input.filter.waiting === true ? 'd.waiting_since asc, d.id' : 'd.last_at desc, d.id desc';
  const base = [input.accountId, ...values];
  const page = db.query<ChatRow>(
    `select ${chatColumns} ${fromDialogs} where d.account_id = $1${where} order by ${order} limit $${base.length + 1} offset $${base.length + 2}`,
    [...base, input.limit, input.offset],
  );
  const counted = db.query<{ count: string }>(
    `select count(*) as count from (select 1 ${fromDialogs} where d.account_id = $1${where} limit ${countCap}) as few`,
    base,
  );
  const [{ rows }, count] = await Promise.all([page, counted]);
  return { chats: rows.map(toChat), count: Number(count.rows[0]?.count ?? 0) };
}

/** One dialog by channel and chat. */
export async function findDialog(
  db: Queryable,
  input: { accountId: string; channelId: string; chatId: string },
): Promise<{ id: string; chat: Chat } | undefined> {
  const { rows } = await db.query<ChatRow>(
    `select ${chatColumns} ${fromDialogs} where d.account_id = $1 and d.channel_id = $2 and d.chat_id = $3`,
    [input.accountId, input.channelId, input.chatId],
  );
  return rows[0] && { id: rows[0].id, chat: toChat(rows[0]) };
}

export type MessagePage = {
  accountId: string;
  dialogId: string;
  limit: number;
  offset: number;
  before: number | undefined;
  after: number | undefined;
};

/** Messages oldest first. `after` gives what changed since that version; else the newest page, or the one before a sequence number. */
export async function listMessages(
  db: Queryable,
  page: MessagePage,
  sign: (fileId: string) => string,
): Promise<{ messages: Message[]; hasMore: boolean }> {
  if (page.after !== undefined) {
    const { rows } = await db.query<MessageRow>(
      `select ${messageColumns} from messages m where m.account_id = $1 and m.dialog_id = $2 and m.version > $3 order by m.version limit $4`,
      [page.accountId, page.dialogId, page.after, page.limit + 1],
    );
    const kept = rows.slice(0, page.limit);
    return { messages: kept.map((row) => toMessage(row, sign)), hasMore: rows.length > page.limit };
  }
  const { rows } = await db.query<MessageRow>(
    `select ${messageColumns} from messages m
     where m.account_id = $1 and m.dialog_id = $2
       and ($3::bigint is null or m.place < (select b.place from messages b where b.account_id = $1 and b.dialog_id = $2 and b.seq = $3))
     order by m.place desc limit $4 offset $5`,
    [page.accountId, page.dialogId, page.before ?? null, page.limit + 1, page.offset],
  );
  const kept = rows.slice(0, page.limit).reverse();
  return { messages: kept.map((row) => toMessage(row, sign)), hasMore: rows.length > page.limit };
}

/** One message of a dialog. */
export async function findMessage(
  db: Queryable,
  input: { accountId: string; dialogId: string; messageId: string },
  sign: (fileId: string) => string,
): Promise<{ message: Message; vendorId: string | null } | undefined> {
  const { rows } = await db.query<MessageRow & { vendor_id: string | null }>(
    `select ${messageColumns}, m.vendor_id from messages m where m.account_id = $1 and m.dialog_id = $2 and m.id = $3`,
    [input.accountId, input.dialogId, input.messageId],
  );
  return rows[0] && { message: toMessage(rows[0], sign), vendorId: rows[0].vendor_id };
}

/** Unread dialogs and dialogs that wait for a person, each counted up to 1000. */
export async function countUnread(db: Queryable, accountId: string): Promise<{ count: number; waiting: number }> {
  const { rows } = await db.query<{ unread: string; waiting: string }>(
    `select (select count(*) from (select 1 from dialogs where account_id = $1 and (unread > 0 or custom_unread) limit ${countCap}) u) as unread,
            (select count(*) from (select 1 from dialogs where account_id = $1 and waiting_since is not null limit ${countCap}) w) as waiting`,
    [accountId],
  );
  return { count: Number(rows[0]?.unread ?? 0), waiting: Number(rows[0]?.waiting ?? 0) };
}

/** The file of a loaded attachment, only if it belongs to the dialog of this channel and chat. */
export async function findAttachmentFile(
  db: Queryable,
  input: { accountId: string; channelId: string; chatId: string; attachmentId: string },
): Promise<string | undefined> {
  const { rows } = await db.query<{ url: string | null }>(
    `select item ->> 'url' as url from dialogs d join messages m on m.account_id = d.account_id and m.dialog_id = d.id
     cross join jsonb_array_elements(m.attachments) item
     where d.account_id = $1 and d.channel_id = $2 and d.chat_id = $3 and not m.canceled
       and m.attachments @> jsonb_build_array(jsonb_build_object('id', $4::text)) and item ->> 'id' = $4 and item ->> 'state' = 'ready' limit 1`,
    [input.accountId, input.channelId, input.chatId, input.attachmentId],
  );
  return rows[0]?.url ?? undefined;
}
