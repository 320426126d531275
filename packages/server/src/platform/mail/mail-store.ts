import type { Queryable } from '../database/queryable.ts';

type MailRow = { kind: string; recipient: string; content: string; attempts: number; created_at: Date };
type MailKey = { accountId: string; id: string };

export async function insertMail(
  db: Queryable,
  mail: MailKey & { kind: string; recipient: string; content: string; now: Date },
): Promise<void> {
  await db.query(
    'INSERT INTO mails (account_id, id, kind, recipient, content, created_at) VALUES ($1, $2, $3, $4, $5, $6)',
    [mail.accountId, mail.id, mail.kind, mail.recipient, mail.content, mail.now],
  );
}

/** The mail if it still waits. */
export async function findQueuedMail(db: Queryable, { accountId, id }: MailKey): Promise<MailRow | undefined> {
  const result = await db.query<MailRow>(
    `SELECT kind, recipient, content, attempts, created_at FROM mails
     WHERE account_id = $1 AND id = $2 AND status = 'queued' AND content IS NOT NULL`,
    [accountId, id],
  );
  return result.rows[0];
}

/** Ends a mail; its content, which may hold a link that opens an account, is wiped. */
export async function settleMail(
  db: Queryable,
  mail: MailKey & { status: 'sent' | 'failed'; error: string | null; now: Date },
): Promise<void> {
  await db.query(
    `UPDATE mails SET status = $3, last_error = $4, settled_at = $5, attempts = attempts + 1, content = NULL
     WHERE account_id = $1 AND id = $2`,
    [mail.accountId, mail.id, mail.status, mail.error, mail.now],
  );
}

export async function noteFailedTry(db: Queryable, mail: MailKey & { error: string }): Promise<void> {
  await db.query('UPDATE mails SET attempts = attempts + 1, last_error = $3 WHERE account_id = $1 AND id = $2', [
    mail.accountId,
    mail.id,
    mail.error,
  ]);
}
