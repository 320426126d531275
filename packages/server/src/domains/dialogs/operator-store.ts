import type { Attachment } from '@otvet/contract';
import { json, nullable, oneOf, type ParamsOf, statement } from '../../platform/database/statement.ts';
import { CLOSE_TURN, NOBODY_WAITS, PERSON_SPOKE, silenceOpen } from './fragments.ts';

/** What a message is sent as: places in the order of the text. */
export type SentTemplate = { name: string; language: string; variables: { name: string; value: string }[] };

const DIALOG = { accountId: 'uuid', dialogId: 'uuid' } as const;
const OF_DIALOG = 'account_id = :accountId and id = :dialogId';
const VERSION = { version: 'int8' } as const;

/**
 * Stores an operator's message and takes the dialog over: the assistant pauses, an answer in preparation loses its
 * lease, the open turn is marked as answered by a person. Nothing when the dialog is banned; a repeated clientId fails
 * with 23505.
 */
export const storeOperatorMessage = statement({
  sql: `
with dialog as (
  update dialogs set last_seq = last_seq + 1, version = version + 1, operator_seq = last_seq + 1, last_text = :preview, last_author = 'operator', last_at = :now,
    unread = 0, custom_unread = false, taken_by_id = :userId, taken_by_name = :userName, ${PERSON_SPOKE}
  where ${OF_DIALOG} and not banned
  returning account_id, id, last_seq, version
), silenced as (${silenceOpen('operator_spoke')})
insert into messages (account_id, dialog_id, seq, id, version, place, author, author_id, author_name, text, attachments, client_id,
  reply_vendor_id, reply_text, template, created_at, queued_at, state)
select account_id, id, last_seq, :messageId, version, last_seq, 'operator', :userId, :userName, :text, :attachments, :clientId,
  :replyVendorId, :replyText, :template, :now, :sharedNow, :state from dialog
returning version`,
  params: {
    ...DIALOG,
    messageId: 'uuid',
    userId: 'text',
    userName: 'text',
    text: 'text',
    preview: 'text',
    attachments: json<Attachment[]>(),
    clientId: nullable('text'),
    replyVendorId: nullable('text'),
    replyText: nullable('text'),
    template: nullable(json<SentTemplate>()),
    state: oneOf(['queued', 'sent']),
    now: 'timestamptz',
    sharedNow: 'timestamptz',
  },
  row: VERSION,
});

/** The message that a client's id made, if it is stored. */
export const findByClientId = statement({
  sql: 'select id from messages where account_id = :accountId and dialog_id = :dialogId and client_id = :clientId',
  params: { ...DIALOG, clientId: 'text' },
  row: { id: 'uuid' },
});

/** Bans a customer or lifts it; what they wrote before and nobody answered stays without an automatic answer. Nothing when it is so already. */
export const setBanned = statement({
  sql: `
with dialog as (
  update dialogs set banned = :banned, version = version + 1, ${NOBODY_WAITS}, ${CLOSE_TURN}
  where ${OF_DIALOG} and banned <> :banned
  returning account_id, id, version
), silenced as (${silenceOpen('banned')})
select version from dialog`,
  params: { ...DIALOG, banned: 'bool' },
  row: VERSION,
});

/** Opening a dialog zeroes its unread count; `customUnread` marks it by hand. Undefined when nothing changed. */
export const setRead = statement({
  sql: `
update dialogs set unread = 0, custom_unread = :customUnread, version = version + 1
where ${OF_DIALOG} and (unread > 0 or custom_unread <> :customUnread) returning version`,
  params: { ...DIALOG, customUnread: 'bool' },
  row: VERSION,
});

/** What a customer said about himself; it may come before his first message. */
export const saveContact = statement({
  sql: `
insert into dialogs as d (account_id, id, channel_id, chat_id, name, first_name, contact_name, email, phone, version, last_at, created_at)
values (:accountId, :newDialogId, :channelId, :chatId, coalesce(:name, :chatId), coalesce(:name, ''), :name, :email, :phone, 1, :now, :now)
on conflict (account_id, channel_id, chat_id) do update set email = coalesce(excluded.email, d.email), phone = coalesce(excluded.phone, d.phone),
  contact_name = coalesce(excluded.contact_name, d.contact_name), version = d.version + 1
returning version`,
  params: {
    accountId: 'uuid',
    channelId: 'uuid',
    chatId: 'text',
    email: nullable('text'),
    phone: nullable('text'),
    name: nullable('text'),
    newDialogId: 'uuid',
    now: 'timestamptz',
  },
  row: VERSION,
});

/** How an attachment changes: loaded, or failed with a reason. */
export type AttachmentPatch = Partial<Pick<Attachment, 'url' | 'state' | 'reason' | 'contentType' | 'size' | 'name'>>;

/** Changes one attachment of a message; with `onlyFrom` one that is in another state stays as it is. */
export const updateAttachment = statement({
  sql: `
with dialog as (
  update dialogs set version = version + 1 where ${OF_DIALOG} and (:onlyFrom::text is null or exists (
    select 1 from messages m, jsonb_array_elements(m.attachments) item
    where m.account_id = :accountId and m.dialog_id = :dialogId and m.seq = :seq and item ->> 'id' = :attachmentId and item ->> 'state' = :onlyFrom))
  returning version
)
update messages set version = dialog.version,
  attachments = (select jsonb_agg(case when item ->> 'id' = :attachmentId then item || :patch else item end order by place)
    from jsonb_array_elements(attachments) with ordinality as list (item, place))
from dialog where account_id = :accountId and dialog_id = :dialogId and seq = :seq
returning messages.version`,
  params: {
    ...DIALOG,
    seq: 'int8',
    attachmentId: 'text',
    patch: json<AttachmentPatch>(),
    onlyFrom: nullable(oneOf(['loading', 'failed'])),
  },
  row: VERSION,
});

export type OperatorMessage = ParamsOf<typeof storeOperatorMessage>;
