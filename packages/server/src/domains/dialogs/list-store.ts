import { type Attachment, type DialogContext, deliveryFailures, messageAuthors } from '@otvet/contract';
import { json, nullable, oneOf, type RowOf, statement } from '../../platform/database/statement.ts';
import { MESSAGE, MESSAGE_COLUMNS } from './message-rows.ts';

/** A dialog's newest messages of people among which one that did not arrive is looked for: a bounded read for each row. */
const RECENT_OWN = 20;
const OWN_FAILURE = `(select case m.state when 'unknown' then 'unconfirmed' else 'undelivered' end from messages m
    where m.account_id = d.account_id and m.dialog_id = d.id and m.seq > d.operator_seq - ${RECENT_OWN} and m.seq <= d.operator_seq
      and m.author = 'operator' and m.state in ('rejected', 'unknown') and not m.canceled order by m.seq desc limit 1)`;
/** Of a dialog that waits for a person: what the customer said last. */
const LAST_WORDS = `case when d.waiting_since is not null and d.last_author <> 'customer' then (
    select json_build_object('text', left(m.text, 1000), 'attachments', m.attachments) from messages m
    where m.account_id = d.account_id and m.dialog_id = d.id and m.author = 'customer' and not m.canceled order by m.place desc limit 1) end`;
const DIALOG_COLUMNS = `d.id, d.chat_id, d.channel_id, coalesce(d.contact_name, d.name) as name, d.first_name, d.user_name, d.language,
  d.email, d.phone, d.soc_link, d.context, d.is_group, d.last_text, d.last_author, d.last_at, d.unread, d.custom_unread, d.paused, d.banned,
  d.task_done, d.revived, d.unreachable_reason, d.waiting_since, d.hand_over_reason, d.come_back_at, d.customer_at, d.last_seq, d.version, d.created_at, d.operator_seq, d.taken_by_id, d.taken_by_name,
  ${OWN_FAILURE} as own_failure, ${LAST_WORDS} as last_words`;
const DIALOG = {
  id: 'uuid',
  chatId: 'text',
  channelId: 'uuid',
  name: 'text',
  firstName: 'text',
  userName: nullable('text'),
  language: nullable('text'),
  email: nullable('text'),
  phone: nullable('text'),
  socLink: nullable('text'),
  context: nullable(json<DialogContext>()),
  isGroup: 'bool',
  lastText: 'text',
  lastAuthor: nullable(oneOf(messageAuthors)),
  lastAt: 'timestamptz',
  unread: 'int4',
  customUnread: 'bool',
  paused: 'bool',
  banned: 'bool',
  taskDone: 'bool',
  revived: 'bool',
  unreachableReason: nullable('text'),
  waitingSince: nullable('timestamptz'),
  handOverReason: nullable('text'),
  comeBackAt: nullable('timestamptz'),
  customerAt: nullable('timestamptz'),
  lastSeq: 'int8',
  version: 'int8',
  createdAt: 'timestamptz',
  operatorSeq: 'int8',
  takenById: nullable('text'),
  takenByName: nullable('text'),
  ownFailure: nullable(oneOf(deliveryFailures)),
  lastWords: nullable(json<{ text: string; attachments: Attachment[] }>('json')),
} as const;

/** A condition that is null does not count. Planned per call, so that the others find their indexes. */
const IS_WANTED = `d.account_id = :accountId
  and (:channelId is null or d.channel_id = :channelId)
  and (:channelIds is null or d.channel_id = any(:channelIds))
  and (:taskDone is null or d.task_done = :taskDone)
  and (:revived is null or d.revived = :revived)
  and (:banned is null or d.banned = :banned)
  and (:unread is null or (d.unread > 0 or d.custom_unread) = :unread)`;
const WANTED = {
  accountId: 'uuid',
  channelId: nullable('uuid'),
  channelIds: nullable('uuid[]'),
  taskDone: nullable('bool'),
  revived: nullable('bool'),
  banned: nullable('bool'),
  unread: nullable('bool'),
} as const;
const PAGE = { limit: 'int8', offset: 'int8' } as const;
/** Nobody reads a figure beyond it. */
const MAX_COUNT = 1000;
const counted = (rows: string) => `select count(*) as count from (${rows} limit ${MAX_COUNT}) as few`;

export const listDialogRows = statement({
  sql: `select ${DIALOG_COLUMNS} from dialogs d where ${IS_WANTED} order by d.last_at desc, d.id desc limit :limit offset :offset`,
  params: { ...WANTED, ...PAGE },
  row: DIALOG,
  isPlannedPerCall: true,
});
export type DialogRow = RowOf<typeof listDialogRows>;

export const countDialogs = statement({
  sql: counted(`select 1 from dialogs d where ${IS_WANTED}`),
  params: WANTED,
  row: { count: 'int8' },
  isPlannedPerCall: true,
});

/** The customer waits for a person who can answer him: who blocked the channel waits again as soon as he writes. */
const IS_WAITING = 'waiting_since is not null and unreachable_reason is null';

/** Dialogs that wait for a person, the longest waiting first. */
export const listWaitingRows = statement({
  sql: `select ${DIALOG_COLUMNS} from dialogs d where ${IS_WANTED} and ${IS_WAITING}
    order by d.waiting_since, d.id limit :limit offset :offset`,
  params: { ...WANTED, ...PAGE },
  row: DIALOG,
  isPlannedPerCall: true,
});

export const countWaiting = statement({
  sql: counted(`select 1 from dialogs d where ${IS_WANTED} and ${IS_WAITING}`),
  params: WANTED,
  row: { count: 'int8' },
  isPlannedPerCall: true,
});

export const findDialogRow = statement({
  sql: `select ${DIALOG_COLUMNS} from dialogs d
    where d.account_id = :accountId and d.channel_id = :channelId and d.chat_id = :chatId`,
  params: { accountId: 'uuid', channelId: 'uuid', chatId: 'text' },
  row: DIALOG,
});

const IN_DIALOG = { accountId: 'uuid', dialogId: 'uuid' } as const;
const OF_DIALOG = 'm.account_id = :accountId and m.dialog_id = :dialogId';

/** What changed since a version. */
export const listChangedMessages = statement({
  sql: `select ${MESSAGE_COLUMNS} from messages m where ${OF_DIALOG} and m.version > :after order by m.version limit :limit`,
  params: { ...IN_DIALOG, after: 'int8', limit: 'int8' },
  row: MESSAGE,
});

/** Who of the account wrote these messages; nobody we know where a person answered on the platform. */
export const listAuthors = statement({
  sql: `select m.id, m.author_id from messages m
    where ${OF_DIALOG} and m.id = any(:ids) and m.author = 'operator'`,
  params: { ...IN_DIALOG, ids: 'uuid[]' },
  row: { id: 'uuid', authorId: nullable('text') },
});

/** Messages newest first: from the end, or from the one before a sequence number. */
export const listLatestMessages = statement({
  sql: `select ${MESSAGE_COLUMNS} from messages m where ${OF_DIALOG}
      and (:before is null or m.place < (
        select b.place from messages b where b.account_id = :accountId and b.dialog_id = :dialogId and b.seq = :before))
    order by m.place desc limit :limit offset :offset`,
  params: { ...IN_DIALOG, ...PAGE, before: nullable('int8') },
  row: MESSAGE,
});

export const findMessageRow = statement({
  sql: `select ${MESSAGE_COLUMNS}, m.vendor_id from messages m where ${OF_DIALOG} and m.id = :messageId`,
  params: { ...IN_DIALOG, messageId: 'uuid' },
  row: { ...MESSAGE, vendorId: nullable('text') },
});

/** The attachments of a message as they are stored, with what the platform calls them. */
export const findStoredAttachments = statement({
  sql: `select m.seq, m.attachments from messages m where ${OF_DIALOG} and m.id = :messageId`,
  params: { ...IN_DIALOG, messageId: 'uuid' },
  row: { seq: 'int8', attachments: json<(Attachment & { vendorRef?: string | null })[]>() },
});

/** Unread dialogs and dialogs that wait for a person. */
export const countUnread = statement({
  sql: `select
      (${counted('select 1 from dialogs where account_id = :accountId and (unread > 0 or custom_unread)')}) as count,
      (${counted(`select 1 from dialogs where account_id = :accountId and ${IS_WAITING}`)}) as waiting`,
  params: { accountId: 'uuid' },
  row: { count: 'int8', waiting: 'int8' },
});

/**
 * How long the customers of a channel waited for a person since they were called, by the newest dialogs: each call until
 * the first words of a person, several before them count as one. A call without an answer counts with its wait so far,
 * unless it is newer than `overdueAt`.
 */
export const findTypicalWait = statement({
  sql: `
with called as (
  select d.id from dialogs d
  where d.account_id = :accountId and d.channel_id = :channelId and d.last_at >= :since and (d.handed_over_at >= :since or d.operator_seq > 0)
  order by d.last_at desc limit :limit
), calls as (
  select m.dialog_id, min(m.created_at) as called_at, answer.answered_at
  from called join messages m on m.account_id = :accountId and m.dialog_id = called.id
  left join lateral (
    select min(a.created_at) as answered_at from messages a
    where a.account_id = :accountId and a.dialog_id = m.dialog_id and a.author = 'operator' and not a.canceled and a.seq > m.seq
  ) answer on true
  where m.decision = 'hand-over' and not m.canceled and m.created_at >= :since
  group by m.dialog_id, answer.answered_at
), waits as (
  select extract(epoch from coalesce(answered_at, :now) - called_at)::float8 as seconds from calls
  where answered_at is not null or called_at < :overdueAt
)
select count(*) as calls, percentile_disc(0.5) within group (order by seconds) as median_seconds from waits`,
  params: {
    accountId: 'uuid',
    channelId: 'uuid',
    since: 'timestamptz',
    now: 'timestamptz',
    overdueAt: 'timestamptz',
    limit: 'int8',
  },
  row: { calls: 'int8', medianSeconds: nullable('float8') },
});

/**
 * The passages that answers stood on most often, the most frequent first. Looks at the newest dialogs and the newest
 * messages of each alone, along their indexes: what it reads does not grow with the account.
 */
export const listAnsweredWith = statement({
  sql: `select a.passage_id from (
      select id from dialogs where account_id = :accountId and last_at > :since order by last_at desc limit 300
    ) d cross join lateral (
      select m.decision, m.created_at, m.sources -> 0 ->> 'passageId' as passage_id from messages m
      where m.account_id = :accountId and m.dialog_id = d.id order by m.place desc limit 40
    ) a
    where a.decision = 'answer' and a.created_at > :since and a.passage_id is not null
    group by a.passage_id order by count(*) desc, max(a.created_at) desc limit :limit`,
  params: { accountId: 'uuid', since: 'timestamptz', limit: 'int8' },
  row: { passageId: 'text' },
});

/**
 * What customers were told that stood on these passages, the newest first: on one of them, or on several where one message asked
 * several things, also when a person was called for the rest. Looks at as much as the statement above.
 */
export const listAnswersFrom = statement({
  sql: `select d.chat_id, d.channel_id, a.passage_ids, a.text, a.created_at from (
      select id, chat_id, channel_id from dialogs where account_id = :accountId and last_at > :since
      order by last_at desc limit 300
    ) d cross join lateral (
      select m.decision, left(m.text, 1000) as text, m.created_at,
        array(select source ->> 'passageId' from json_array_elements(m.sources) as source) as passage_ids from messages m
      where m.account_id = :accountId and m.dialog_id = d.id order by m.place desc limit 40
    ) a
    where a.decision in ('answer', 'hand-over') and a.created_at > :since and a.passage_ids && :passageIds
    order by a.created_at desc limit 500`,
  params: { accountId: 'uuid', since: 'timestamptz', passageIds: 'text[]' },
  row: { chatId: 'text', channelId: 'uuid', passageIds: 'text[]', text: 'text', createdAt: 'timestamptz' },
});

/** The file of a loaded attachment, only if it belongs to the dialog of this channel and chat. */
export const findAttachmentFile = statement({
  sql: `select item ->> 'url' as url from dialogs d join messages m on m.account_id = d.account_id and m.dialog_id = d.id
    cross join jsonb_array_elements(m.attachments) item
    where d.account_id = :accountId and d.channel_id = :channelId and d.chat_id = :chatId and not m.canceled
      and m.attachments @> jsonb_build_array(jsonb_build_object('id', :attachmentId))
      and item ->> 'id' = :attachmentId and item ->> 'state' = 'ready' limit 1`,
  params: { accountId: 'uuid', channelId: 'uuid', chatId: 'text', attachmentId: 'text' },
  row: { url: nullable('text') },
});
