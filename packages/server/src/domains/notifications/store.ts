import { nullable, oneOf, present, statement } from '../../platform/database/statement.ts';

const KEY = { accountId: 'uuid', id: 'uuid' } as const;
const WAY = oneOf(['email', 'chat']);
const STATUS = oneOf(['queued', 'mailed', 'sent', 'failed', 'left_out']);

/** No row when the receiver was told already. */
export const insertNotification = statement({
  sql: `insert into notifications (account_id, id, kind, key, way, receiver, content, status, created_at)
    values (:accountId, :id, :kind, :key, :way, :receiver, :content, 'queued', :now)
    on conflict (account_id, key, way, receiver) do nothing`,
  params: {
    ...KEY,
    kind: 'text',
    key: 'text',
    way: WAY,
    receiver: 'text',
    content: nullable('text'),
    now: 'timestamptz',
  },
});

/** The message for a chat if it still waits. */
export const findQueued = statement({
  sql: `select receiver, content from notifications
    where account_id = :accountId and id = :id and way = 'chat' and status = 'queued' and content is not null`,
  params: KEY,
  row: { receiver: 'text', content: present('text') },
});

/** Its content is wiped: nothing more is done with it here. */
export const settleNotification = statement({
  sql: `update notifications set status = :status, last_error = :error, content = null
    where account_id = :accountId and id = :id`,
  params: { ...KEY, status: STATUS, error: nullable('text') },
});

/** Of all accounts: news so old that nothing tells them again. */
export const deleteOldNotifications = statement({
  sql: 'delete from notifications where created_at < :before',
  params: { before: 'timestamptz' },
});
