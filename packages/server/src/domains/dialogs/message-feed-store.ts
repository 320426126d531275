import { nullable, oneOf, statement } from '../../platform/database/statement.ts';
import type { Feed } from '../../platform/events/index.ts';

const readTop = statement({
  sql: 'select max(number) as top from messages where number is not null',
  params: {},
  row: { top: nullable('int8') },
});

const readRange = statement({
  sql: `select coalesce(m.number, 0) as number, m.account_id, m.dialog_id, d.channel_id, d.chat_id, m.id as message_id, m.seq, m.author, m.created_at as at
    from messages m join dialogs d on d.account_id = m.account_id and d.id = m.dialog_id
    where m.number > :after and m.number <= :upTo order by m.number limit :limit`,
  params: { after: 'int8', upTo: 'int8', limit: 'int8' },
  row: {
    number: 'int8',
    accountId: 'uuid',
    dialogId: 'uuid',
    channelId: 'uuid',
    chatId: 'text',
    messageId: 'uuid',
    seq: 'int8',
    author: oneOf(['customer', 'assistant', 'operator', 'system']),
    at: 'timestamptz',
  },
});

/** The table of messages as a feed over all accounts; every item has its account. */
export const messageFeed: Feed = {
  name: 'message.stored',
  readTop: async (db) => (await readTop.first(db, {}))?.top ?? 0,
  read: async (db, range) => (await readRange.all(db, range)).map(({ number, ...item }) => ({ number, item })),
};
