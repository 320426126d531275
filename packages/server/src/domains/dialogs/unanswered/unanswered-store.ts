import { nullable, type RowOf, statement } from '../../../platform/database/statement.ts';

/**
 * Messages of the dialogs of these channels in which the assistant had no answer lately, in the order in which they are shown.
 * Of the newest such messages alone, along their index, and of the newest messages of each dialog: what it reads does not grow
 * with the account.
 */
export const listMessagesOfUnanswered = statement({
  sql: `with missing as materialized (
      select missed.dialog_id from (
        select dialog_id, created_at from messages where account_id = :accountId and created_at > :since
          and (reason in ('not_known', 'no_knowledge') or silence = 'not_known') order by created_at desc limit 5000
      ) missed join dialogs d on d.account_id = :accountId and d.id = missed.dialog_id and d.channel_id = any(:channelIds)
      group by missed.dialog_id order by max(missed.created_at) desc limit 300
    )
    select d.chat_id, d.channel_id, m.author, m.text, m.canceled, m.silence, m.decision, m.reason, m.has_sources,
      array(select jsonb_array_elements_text(case when jsonb_typeof(m.open_questions) = 'array' then m.open_questions else '[]' end))
        as open_questions, m.created_at
    from missing join dialogs d on d.account_id = :accountId and d.id = missing.dialog_id
      cross join lateral (
        select m.dialog_id, m.place, m.author, left(m.text, 2000) as text, m.canceled, m.silence, m.decision, m.reason,
          m.sources::jsonb is not null and m.sources::jsonb <> '[]' as has_sources,
          m.debug::jsonb -> 'openQuestions' as open_questions, m.created_at
        from messages m where m.account_id = :accountId and m.dialog_id = d.id order by m.place desc limit 100
      ) m
    order by m.dialog_id, m.place`,
  params: { accountId: 'uuid', channelIds: 'uuid[]', since: 'timestamptz' },
  row: {
    chatId: 'text',
    channelId: 'uuid',
    author: 'text',
    text: 'text',
    canceled: 'bool',
    silence: nullable('text'),
    decision: nullable('text'),
    reason: nullable('text'),
    hasSources: 'bool',
    openQuestions: 'text[]',
    createdAt: 'timestamptz',
  },
});

export type ReadMessage = RowOf<typeof listMessagesOfUnanswered>;
