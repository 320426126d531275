import { statement } from '../../platform/database/statement.ts';

/** Keeps a request, unless the account has made `most` of them since `since`; no row then. */
export const insertRequest = statement({
  sql: `insert into channel_requests (account_id, id, user_id, channel, contact, comment, created_at)
    select :accountId, :id, :userId, :channel, :contact, :comment, :now
    where (select count(*) from channel_requests where account_id = :accountId and created_at > :since) < :most`,
  params: {
    accountId: 'uuid',
    id: 'uuid',
    userId: 'uuid',
    channel: 'text',
    contact: 'text',
    comment: 'text',
    now: 'timestamptz',
    since: 'timestamptz',
    most: 'int8',
  },
});
