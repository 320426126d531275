import type { Speech } from '@otvet/contract';
import { json, nullable, statement } from '../../../platform/database/statement.ts';

const DIALOG = { accountId: 'uuid', dialogId: 'uuid' } as const;

/** The answer that is due waits for the words of a voice message, but not after `until`. */
export const waitForWords = statement({
  sql: `update dialogs set words_until = greatest(words_until, :until)
    where account_id = :accountId and id = :dialogId and answer_due_at is not null`,
  params: { ...DIALOG, until: 'timestamptz' },
});

/** Keeps what was said in an attachment, or why it is not known; no row where it has no words to wait for. */
export const keepSpeech = statement({
  sql: `
with dialog as (
  update dialogs set version = version + 1 where account_id = :accountId and id = :dialogId and exists (
    select 1 from messages m, jsonb_array_elements(m.attachments) item
    where m.account_id = :accountId and m.dialog_id = :dialogId and m.seq = :seq and item ->> 'id' = :attachmentId
      and item -> 'speech' ->> 'state' = any(:from))
  returning version
)
update messages set version = dialog.version,
  attachments = (select jsonb_agg(case when item ->> 'id' = :attachmentId then item || jsonb_build_object('speech', :speech::jsonb) else item end order by place)
    from jsonb_array_elements(attachments) with ordinality as list (item, place))
from dialog where account_id = :accountId and dialog_id = :dialogId and seq = :seq
returning messages.version`,
  params: { ...DIALOG, seq: 'int8', attachmentId: 'text', speech: json<Speech>(), from: 'text[]' },
  row: { version: 'int8' },
});

/** Nothing of what the customer waits to be answered is still to be heard: the answer waits no longer. */
export const endWaitForWords = statement({
  sql: `update dialogs d set words_until = null
    where d.account_id = :accountId and d.id = :dialogId and d.words_until is not null and not exists (
      select 1 from messages m, jsonb_array_elements(m.attachments) item
      where m.account_id = :accountId and m.dialog_id = :dialogId and m.seq > d.answered_seq
        and m.author = 'customer' and item -> 'speech' ->> 'state' = 'waiting')
    returning d.answer_due_at`,
  params: DIALOG,
  row: { answerDueAt: nullable('timestamptz') },
});
