import { nullable, type RowOf, statement } from '../../../platform/database/statement.ts';

/**
 * Messages of the newest dialogs of these channels in which the assistant had no answer, in the order in which they are shown.
 * Looks at the newest messages of each alone, along their index: what it reads does not grow with the account.
 */
export const listMessagesOfUnanswered = statement({
  sql: `with recent as (
      select d.chat_id, d.channel_id, m.* from (
        select id, chat_id, channel_id from dialogs where account_id = :accountId and last_at > :since
          and channel_id = any(:channelIds) order by last_at desc limit 300
      ) d cross join lateral (
        select m.dialog_id, m.place, m.author, left(m.text, 2000) as text, m.canceled, m.silence, m.decision, m.reason,
          m.sources::jsonb is not null and m.sources::jsonb <> '[]' as has_sources,
          m.debug::jsonb -> 'openQuestions' as open_questions, m.created_at
        from messages m where m.account_id = :accountId and m.dialog_id = d.id order by m.place desc limit 40
      ) m
    ), missing as (
      select distinct dialog_id from recent
      where created_at > :since and (reason in ('not_known', 'no_knowledge') or silence = 'not_known')
    )
    select chat_id, channel_id, author, text, canceled, silence, decision, reason, has_sources,
      array(select jsonb_array_elements_text(case when jsonb_typeof(open_questions) = 'array' then open_questions else '[]' end))
        as open_questions, created_at
    from recent where dialog_id in (select dialog_id from missing) order by dialog_id, place`,
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
