import { type Role, roles } from '@otvet/contract';
import { z } from 'zod';
import type { Queryable } from '../../platform/database/queryable.ts';
import type { ApiUser } from '../../platform/http/api-context.ts';
import { sessionLife } from './sessions/session-rules.ts';

// SQL over what is known before any account is: users, their sessions, tokens and tries. No account id can be given
// here; `store.ts` holds everything that belongs to an account.

export type Identity = { id: string; email: string; password: string | null };

/** The user of a folded address. */
export async function findIdentityByEmail(db: Queryable, foldedEmail: string): Promise<Identity | undefined> {
  const result = await db.query<Identity>(
    `SELECT u.id, u.email, a.password FROM auth_user u
     LEFT JOIN auth_account a ON a.user_id = u.id AND a.provider_id = 'credential' WHERE u.email = $1`,
    [foldedEmail],
  );
  return result.rows[0];
}

export async function findIdentity(db: Queryable, userId: string): Promise<Identity | undefined> {
  const result = await db.query<Identity>(
    `SELECT u.id, u.email, a.password FROM auth_user u
     LEFT JOIN auth_account a ON a.user_id = u.id AND a.provider_id = 'credential' WHERE u.id = $1`,
    [userId],
  );
  return result.rows[0];
}

/** False when the address is taken. */
export async function insertIdentity(
  db: Queryable,
  user: { id: string; foldedEmail: string; name: string; now: Date },
): Promise<boolean> {
  const result = await db.query(
    `INSERT INTO auth_user (id, name, email, created_at, updated_at) VALUES ($1, $2, $3, $4, $4)
     ON CONFLICT (email) DO NOTHING`,
    [user.id, user.name, user.foldedEmail, user.now],
  );
  return result.rowCount === 1;
}

/** Sets the password; `rowId` is used when the user had none. */
export async function savePassword(
  db: Queryable,
  input: { rowId: string; userId: string; hash: string; now: Date },
): Promise<void> {
  await db.query(
    `INSERT INTO auth_account (id, account_id, provider_id, user_id, password, created_at, updated_at)
     VALUES ($1, $2, 'credential', $2, $3, $4, $4)
     ON CONFLICT (provider_id, account_id) DO UPDATE SET password = excluded.password, updated_at = excluded.updated_at`,
    [input.rowId, input.userId, input.hash, input.now],
  );
}

/** False when another user has the address. */
export async function saveConfirmedEmail(
  db: Queryable,
  input: { userId: string; foldedEmail: string; now: Date },
): Promise<boolean> {
  const result = await db.query(
    `UPDATE auth_user SET email = $2, email_verified = true, updated_at = $3
     WHERE id = $1 AND NOT EXISTS (SELECT 1 FROM auth_user other WHERE other.email = $2 AND other.id <> $1)`,
    [input.userId, input.foldedEmail, input.now],
  );
  return result.rowCount === 1;
}

export async function insertSession(
  db: Queryable,
  session: {
    id: string;
    token: string;
    userId: string;
    now: Date;
    expiresAt: Date;
    ip: string | null;
    impersonatedBy: string | null;
  },
): Promise<void> {
  await db.query(
    `INSERT INTO auth_session (id, token, user_id, expires_at, ip_address, impersonated_by, created_at, updated_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $7)`,
    [session.id, session.token, session.userId, session.expiresAt, session.ip, session.impersonatedBy, session.now],
  );
}

/** Ends the sessions of a user, all or all but one, and says which. */
export async function deleteSessions(
  db: Queryable,
  { userId, except }: { userId: string; except: string | null },
): Promise<string[]> {
  const result = await db.query<{ id: string }>(
    'DELETE FROM auth_session WHERE user_id = $1 AND ($2::text IS NULL OR id <> $2) RETURNING id',
    [userId, except],
  );
  return result.rows.map((row) => row.id);
}

const liveSession = z.object({
  id: z.string(),
  user_id: z.string(),
  account_id: z.string(),
  role: z.enum(roles satisfies readonly Role[]),
  impersonated_by: z.string().nullable(),
});

/** Of these sessions those that live, each with its member as he is now. */
export async function findLiveSessions(db: Queryable, { ids, now }: { ids: string[]; now: Date }): Promise<ApiUser[]> {
  const result = await db.query(
    `SELECT s.id, s.user_id, m.account_id, m.role, s.impersonated_by
     FROM auth_session s JOIN members m ON m.user_id = s.user_id
     WHERE s.id = ANY($1) AND s.expires_at > $2
       AND s.created_at > CASE WHEN s.impersonated_by IS NULL THEN $3::timestamptz ELSE $4::timestamptz END`,
    [ids, now, before(now, sessionLife.absoluteSeconds), before(now, sessionLife.impersonatedSeconds)],
  );
  return z
    .array(liveSession)
    .parse(result.rows)
    .map((row) => ({
      userId: row.user_id,
      accountId: row.account_id,
      role: row.role,
      sessionId: row.id,
      impersonatedBy: row.impersonated_by,
    }));
}

/** The session of a stored token, if it lives. */
export async function findSessionByToken(
  db: Queryable,
  { token, now }: { token: string; now: Date },
): Promise<string | undefined> {
  const result = await db.query<{ id: string }>(
    `SELECT id FROM auth_session WHERE token = $1 AND expires_at > $2
       AND created_at > CASE WHEN impersonated_by IS NULL THEN $3::timestamptz ELSE $4::timestamptz END`,
    [token, now, before(now, sessionLife.absoluteSeconds), before(now, sessionLife.impersonatedSeconds)],
  );
  return result.rows[0]?.id;
}

/** Ends the session of a stored token and says which it was and whose. */
export async function deleteSessionByToken(
  db: Queryable,
  token: string,
): Promise<{ id: string; user_id: string } | undefined> {
  const result = await db.query<{ id: string; user_id: string }>(
    'DELETE FROM auth_session WHERE token = $1 RETURNING id, user_id',
    [token],
  );
  return result.rows[0];
}

export async function findSessionStart(db: Queryable, sessionId: string): Promise<Date | undefined> {
  const result = await db.query<{ created_at: Date }>('SELECT created_at FROM auth_session WHERE id = $1', [sessionId]);
  return result.rows[0]?.created_at;
}

export async function readPublicKeys(
  db: Queryable,
): Promise<{ id: string; public_key: string; expires_at: Date | null }[]> {
  const result = await db.query<{ id: string; public_key: string; expires_at: Date | null }>(
    'SELECT id, public_key, expires_at FROM auth_jwks',
    [],
  );
  return result.rows;
}

export type TokenRow = { user_id: string; email: string; made_by: string | null };

export async function insertToken(
  db: Queryable,
  token: {
    hash: string;
    purpose: string;
    userId: string;
    email: string;
    madeBy: string | null;
    now: Date;
    expiresAt: Date;
  },
): Promise<void> {
  await db.query(
    `INSERT INTO one_time_tokens (hash, purpose, user_id, email, made_by, created_at, expires_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7)`,
    [token.hash, token.purpose, token.userId, token.email, token.madeBy, token.now, token.expiresAt],
  );
}

type TokenKey = { hash: string; purpose: string; now: Date };

export async function findToken(db: Queryable, { hash, purpose, now }: TokenKey): Promise<TokenRow | undefined> {
  const result = await db.query<TokenRow>(
    `SELECT user_id, email, made_by FROM one_time_tokens
     WHERE hash = $1 AND purpose = $2 AND used_at IS NULL AND expires_at > $3`,
    [hash, purpose, now],
  );
  return result.rows[0];
}

/** Uses a token up: of parallel callers one gets it. */
export async function takeToken(db: Queryable, { hash, purpose, now }: TokenKey): Promise<TokenRow | undefined> {
  const result = await db.query<TokenRow>(
    `UPDATE one_time_tokens SET used_at = $3
     WHERE hash = $1 AND purpose = $2 AND used_at IS NULL AND expires_at > $3 RETURNING user_id, email, made_by`,
    [hash, purpose, now],
  );
  return result.rows[0];
}

/** Makes the unused tokens of a user worthless. */
export async function deleteTokens(db: Queryable, { userId, purposes }: { userId: string; purposes: string[] }) {
  await db.query('DELETE FROM one_time_tokens WHERE user_id = $1 AND purpose = ANY($2) AND used_at IS NULL', [
    userId,
    purposes,
  ]);
}

/** Counts one try and says how many there were in the running window. */
export async function countAttempt(
  db: Queryable,
  { key, now, windowEnd }: { key: string; now: Date; windowEnd: Date },
): Promise<{ count: number; expires_at: Date }> {
  const result = await db.query<{ count: number; expires_at: Date }>(
    `INSERT INTO auth_attempts AS a (key, count, expires_at) VALUES ($1, 1, $3)
     ON CONFLICT (key) DO UPDATE SET
       count = CASE WHEN a.expires_at <= $2 THEN 1 ELSE a.count + 1 END,
       expires_at = CASE WHEN a.expires_at <= $2 THEN $3 ELSE a.expires_at END
     RETURNING count, expires_at`,
    [key, now, windowEnd],
  );
  return result.rows[0] ?? { count: 1, expires_at: windowEnd };
}

/** Takes one try back, or all of them. */
export async function forgiveAttempts(db: Queryable, { key, all }: { key: string; all: boolean }): Promise<void> {
  await db.query(
    'UPDATE auth_attempts SET count = CASE WHEN $2 THEN 0 ELSE greatest(count - 1, 0) END WHERE key = $1',
    [key, all],
  );
}

export async function deleteExpiredIdentityRows(db: Queryable, now: Date): Promise<void> {
  await db.query('DELETE FROM auth_attempts WHERE expires_at <= $1', [now]);
  await db.query('DELETE FROM one_time_tokens WHERE expires_at <= $1', [before(now, 86_400)]);
  await db.query(
    `DELETE FROM auth_session WHERE expires_at <= $1
       OR created_at <= CASE WHEN impersonated_by IS NULL THEN $2::timestamptz ELSE $3::timestamptz END`,
    [now, before(now, sessionLife.absoluteSeconds), before(now, sessionLife.impersonatedSeconds)],
  );
}

function before(now: Date, seconds: number): Date {
  return new Date(now.getTime() - seconds * 1000);
}
