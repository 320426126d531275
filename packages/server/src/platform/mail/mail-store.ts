import { nullable, oneOf, present, statement } from '../database/statement.ts';

const KEY = { accountId: 'uuid', id: 'uuid' } as const;

export const insertMail = statement({
  sql: `insert into mails (account_id, id, kind, recipient, content, created_at)
    values (:accountId, :id, :kind, :recipient, :content, :now)`,
  params: { ...KEY, kind: 'text', recipient: 'text', content: 'text', now: 'timestamptz' },
});

/** The mail if it still waits. */
export const findQueuedMail = statement({
  sql: `select kind, recipient, content, attempts, created_at from mails
    where account_id = :accountId and id = :id and status = 'queued' and content is not null`,
  params: KEY,
  row: { kind: 'text', recipient: 'text', content: present('text'), attempts: 'int4', createdAt: 'timestamptz' },
});

/** Ends a mail; its content, which may hold a link that opens an account, is wiped. */
export const settleMail = statement({
  sql: `update mails set status = :status, last_error = :error, settled_at = :now, attempts = attempts + 1, content = null
    where account_id = :accountId and id = :id`,
  params: { ...KEY, status: oneOf(['sent', 'failed']), error: nullable('text'), now: 'timestamptz' },
});

export const noteFailedTry = statement({
  sql: 'update mails set attempts = attempts + 1, last_error = :error where account_id = :accountId and id = :id',
  params: { ...KEY, error: 'text' },
});
