import { nullable, oneOf, type RowOf, statement } from '../../platform/database/statement.ts';

const CHAT = { accountId: 'uuid', channelId: 'uuid', chatId: 'text' } as const;
const OF_CHAT = 'account_id = :accountId and channel_id = :channelId and chat_id = :chatId';

/** Receipts of messages further back than this change nothing that anybody looks at. */
const REACH = 200;
const ORDER = "array['unknown', 'sent', 'delivered', 'read']";
/** The alias `m` knows less than the receipt says; what the customer has can no longer fail. */
const IS_NEWS = `case when :state = 'rejected' then m.state in ('unknown', 'sent')
  else array_position(${ORDER}, m.state) < array_position(${ORDER}, :state) end`;
/** One of the platform's numbers of the alias `m`. */
const HAS_NUMBER = '(m.vendor_id = any(:vendorIds) or m.sent_parts && :vendorIds)';
/**
 * A message in parts has arrived when its last part has; any part may be refused. By our own number only what has none of
 * the platform's: it is refused to a try before the one that was sent.
 */
const IS_NAMED = `case when :state = 'rejected' then ${HAS_NUMBER} or m.id = :ownId and m.vendor_id is null
  else m.id = :ownId or coalesce(m.sent_parts[cardinality(m.sent_parts)], m.vendor_id) = any(:vendorIds) end`;
/** Who read on may never have got what nobody knows of. */
const IS_PASSED = `(m.seq <= (select seq from last_named) or m.created_at <= :until) and (m.state <> 'unknown' or ${HAS_NUMBER})`;
/** What the customer has of a message of which a part was refused, as far as another try would go on from it. */
const BEFORE_REFUSED = `m.sent_parts[1 : coalesce((select min(place) from unnest(m.sent_parts) with ordinality as part (number, place)
  where part.number = any(:vendorIds)), cardinality(m.sent_parts) + 1) - 1]`;

const RECEIPT_STATE = oneOf(['sent', 'delivered', 'read', 'rejected']);
export type ReceiptState = RowOf<typeof takeEarlyReceipts>['state'] | 'sent';

/**
 * Writes what the platform says of messages of ours: of those with these ids, of all up to one of them, or of all up to
 * a time. The dialog is locked by a statement before (`lockDialogOfChat`), so that this one sees what was committed last: a receipt
 * never takes back what is known. What is refused is no longer part of what was sent: another try sends it. An answer of the assistant that is refused later makes the dialog wait
 * for a person; one of which nobody knew no longer calls for one. One whose send has not ended is only named: its end
 * then knows that it was taken.
 */
export const applyReceipt = statement({
  sql: `
with place as (
  select id, last_seq from dialogs where ${OF_CHAT}
), last_named as (
  select max(m.seq) as seq from messages m join place on m.dialog_id = place.id
  where m.account_id = :accountId and m.seq > place.last_seq - ${REACH} and :isUpTo and (m.vendor_id = any(:vendorIds) or m.sent_parts && :vendorIds)
), changed as (
  select m.seq, m.id, m.author from messages m join place on m.dialog_id = place.id
  where m.account_id = :accountId and m.seq > place.last_seq - ${REACH} and m.author in ('assistant', 'operator') and ${IS_NEWS}
    and (${IS_PASSED} or (not :isUpTo and (${IS_NAMED})))
), named as (
  update messages m set vendor_id = (:vendorIds)[1] from place
  where m.account_id = :accountId and m.dialog_id = place.id and m.id = :ownId and m.state = 'sending' and m.vendor_id is null and :state <> 'rejected'
), dialog as (
  update dialogs d set version = d.version + 1,
    waiting_since = case when news.is_lost then coalesce(d.waiting_since, :now) when news.is_settled then null else d.waiting_since end,
    hand_over_reason = case when news.is_lost and d.waiting_since is null then 'undelivered' when news.is_settled then null else d.hand_over_reason end
  from (
    select w.id, :state = 'rejected' and not w.banned and bool_or(changed.author = 'assistant') as is_lost,
      w.hand_over_reason = 'unconfirmed' and :state <> 'rejected' and not exists (select 1 from messages o
        where o.account_id = :accountId and o.dialog_id = w.id and o.author = 'assistant' and o.state = 'unknown'
          and o.seq > w.last_seq - ${REACH} and o.seq not in (select seq from changed)) as is_settled
    from changed, dialogs w where w.account_id = :accountId and w.id = (select id from place) group by w.id, w.banned, w.hand_over_reason, w.last_seq
  ) news where d.account_id = :accountId and d.id = news.id
  returning d.id, d.version
)
update messages m set state = :state, state_reason = :reason, version = dialog.version,
  sent_parts = case when :state = 'rejected' then ${BEFORE_REFUSED} else m.sent_parts end,
  vendor_id = case when :state = 'rejected' then (${BEFORE_REFUSED})[1] else coalesce(m.vendor_id, case when m.id = :ownId then (:vendorIds)[1] end) end
from dialog, changed where m.account_id = :accountId and m.dialog_id = dialog.id and m.seq = changed.seq
returning m.dialog_id, m.id as message_id, m.version`,
  params: {
    ...CHAT,
    vendorIds: 'text[]',
    ownId: nullable('uuid'),
    isUpTo: 'bool',
    until: nullable('timestamptz'),
    state: RECEIPT_STATE,
    reason: nullable('text'),
    now: 'timestamptz',
  },
  row: { dialogId: 'uuid', messageId: 'uuid', version: 'int8' },
});

/** Keeps receipts of messages whose numbers are not known here yet: of several of one, what would stand if it were. */
export const keepEarlyReceipts = statement({
  sql: `
insert into early_receipts as known (account_id, channel_id, chat_id, vendor_id, state, reason, tried_at, created_at)
select :accountId, :channelId, :chatId, named.vendor_id, :state, :reason, :now, :now from (select distinct vendor_id from unnest(:vendorIds) as list (vendor_id)) named
where not exists (select 1 from messages m join dialogs d on d.account_id = m.account_id and d.id = m.dialog_id
  where m.account_id = :accountId and d.channel_id = :channelId and d.chat_id = :chatId and m.seq > d.last_seq - ${REACH}
    and m.state <> 'sending' and (m.vendor_id = named.vendor_id or named.vendor_id = any(m.sent_parts)))
on conflict (account_id, channel_id, chat_id, vendor_id) do update set state = excluded.state, reason = excluded.reason
  where known.state = 'delivered' and excluded.state = 'read'`,
  params: { ...CHAT, vendorIds: 'text[]', state: RECEIPT_STATE, reason: nullable('text'), now: 'timestamptz' },
});

/** Takes kept receipts, of all accounts, for another look at their messages: those first that waited longest for one. */
export const takeEarlyReceipts = statement({
  sql: `
update early_receipts set tried_at = :now where (account_id, channel_id, chat_id, vendor_id) in (
  select account_id, channel_id, chat_id, vendor_id from early_receipts order by tried_at limit :limit for update skip locked)
returning account_id, channel_id, chat_id, vendor_id, state, reason`,
  params: { now: 'timestamptz', limit: 'int8' },
  row: {
    ...CHAT,
    vendorId: 'text',
    state: oneOf(['delivered', 'read', 'rejected']),
    reason: nullable('text'),
  },
});

export const deleteEarlyReceipt = statement({
  // One that says more may have come since it was taken.
  sql: `delete from early_receipts where ${OF_CHAT} and vendor_id = :vendorId and state = :state`,
  params: { ...CHAT, vendorId: 'text', state: RECEIPT_STATE },
});

/** Receipts that waited in vain, of all accounts. */
export const deleteEarlyReceipts = statement({
  sql: 'delete from early_receipts where created_at < :before',
  params: { before: 'timestamptz' },
});
