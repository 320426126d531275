import { roles } from '@otvet/contract';
import type { Queryable } from '../../platform/database/queryable.ts';
import { nullable, oneOf, type RowOf, statement } from '../../platform/database/statement.ts';
import { sessionLife } from './sessions/session-rules.ts';

// SQL over what is known before any account is: users, their sessions, tokens and attempts. No account id can be given
// here; `store.ts` holds everything that belongs to an account.

const IDENTITIES = `select u.id, u.email, a.password, a.updated_at as password_set_at from auth_user u
  left join auth_account a on a.user_id = u.id and a.provider_id = 'credential'`;
const IDENTITY = {
  id: 'text',
  email: 'text',
  password: nullable('text'),
  passwordSetAt: nullable('timestamptz'),
} as const;

/** The user of a folded address. */
export const findIdentityByEmail = statement({
  sql: `${IDENTITIES} where u.email = :foldedEmail`,
  params: { foldedEmail: 'text' },
  row: IDENTITY,
});
export type Identity = RowOf<typeof findIdentityByEmail>;

export const findIdentity = statement({
  sql: `${IDENTITIES} where u.id = :userId`,
  params: { userId: 'text' },
  row: IDENTITY,
});

/** No row when the address is taken. */
export const insertIdentity = statement({
  sql: `insert into auth_user (id, name, email, created_at, updated_at) values (:id, :name, :foldedEmail, :now, :now)
    on conflict (email) do nothing`,
  params: { id: 'text', name: 'text', foldedEmail: 'text', now: 'timestamptz' },
});

/** Sets the password; `rowId` is used when the user had none. */
export const savePassword = statement({
  sql: `insert into auth_account (id, account_id, provider_id, user_id, password, created_at, updated_at)
    values (:rowId, :userId, 'credential', :userId, :hash, :now, :now)
    on conflict (provider_id, account_id) do update set password = excluded.password, updated_at = excluded.updated_at`,
  params: { rowId: 'text', userId: 'text', hash: 'text', now: 'timestamptz' },
});

/** Another hash of the same password: in no place of one that was set meanwhile, and not a new password. */
export const renewHash = statement({
  sql: `update auth_account set password = :hash
    where user_id = :userId and provider_id = 'credential' and password = :formerHash`,
  params: { userId: 'text', formerHash: 'text', hash: 'text' },
});

/** No row when another user has the address. */
export const saveConfirmedEmail = statement({
  sql: `update auth_user set email = :foldedEmail, email_verified = true, updated_at = :now
    where id = :userId and not exists (select 1 from auth_user other where other.email = :foldedEmail and other.id <> :userId)`,
  params: { userId: 'text', foldedEmail: 'text', now: 'timestamptz' },
});

export const insertSession = statement({
  sql: `insert into auth_session (id, token, user_id, expires_at, ip_address, impersonated_by, created_at, updated_at)
    values (:id, :token, :userId, :expiresAt, :ip, :impersonatedBy, :now, :now)`,
  params: {
    id: 'text',
    token: 'text',
    userId: 'text',
    expiresAt: 'timestamptz',
    ip: nullable('text'),
    impersonatedBy: nullable('text'),
    now: 'timestamptz',
  },
});

/** Ends the sessions of a user, all or all but one, and gives their ids. */
export const deleteSessions = statement({
  sql: 'delete from auth_session where user_id = :userId and (:except is null or id <> :except) returning id',
  params: { userId: 'text', except: nullable('text') },
  row: { id: 'text' },
});

/** A session lives: it was used lately and is not older than its kind may become. */
const IS_LIVE = `(s.expires_at > :now and s.created_at > :now - case when s.impersonated_by is null
  then interval '${sessionLife.absoluteSeconds} seconds' else interval '${sessionLife.impersonatedSeconds} seconds' end)`;

/** Of these sessions those that live, each with its member as he is now. */
export const findLiveSessions = statement({
  sql: `select s.id as session_id, s.user_id, m.account_id, m.role, s.impersonated_by
    from auth_session s join members m on m.user_id = s.user_id where s.id = any(:ids) and ${IS_LIVE}`,
  params: { ids: 'text[]', now: 'timestamptz' },
  row: {
    sessionId: 'text',
    userId: 'text',
    accountId: 'uuid',
    role: oneOf(roles),
    impersonatedBy: nullable('text'),
  },
});

/** The session of a stored token, if it lives. */
export const findSessionByToken = statement({
  sql: `select s.id from auth_session s where s.token = :token and ${IS_LIVE}`,
  params: { token: 'text', now: 'timestamptz' },
  row: { id: 'text' },
});

/** Ends the session of a stored token and gives which it was and whose. */
export const deleteSessionByToken = statement({
  sql: 'delete from auth_session where token = :token returning id, user_id',
  params: { token: 'text' },
  row: { id: 'text', userId: 'text' },
});

export const findSessionStart = statement({
  sql: 'select created_at from auth_session where id = :sessionId',
  params: { sessionId: 'text' },
  row: { createdAt: 'timestamptz' },
});

export const readPublicKeys = statement({
  sql: 'select id, public_key, expires_at from auth_jwks',
  params: {},
  row: { id: 'text', publicKey: 'text', expiresAt: nullable('timestamptz') },
});
export type PublicKeyRow = RowOf<typeof readPublicKeys>;

export const insertToken = statement({
  sql: `insert into one_time_tokens (hash, purpose, user_id, email, made_by, created_at, expires_at)
    values (:hash, :purpose, :userId, :email, :madeBy, :now, :expiresAt)`,
  params: {
    hash: 'text',
    purpose: 'text',
    userId: 'text',
    email: 'text',
    madeBy: nullable('text'),
    now: 'timestamptz',
    expiresAt: 'timestamptz',
  },
});

const GOOD_TOKEN = 'hash = :hash and purpose = :purpose and used_at is null and expires_at > :now';
const TOKEN_KEY = { hash: 'text', purpose: 'text', now: 'timestamptz' } as const;
const TOKEN = { userId: 'text', email: 'text', madeBy: nullable('text') } as const;

export const findToken = statement({
  sql: `select user_id, email, made_by from one_time_tokens where ${GOOD_TOKEN}`,
  params: TOKEN_KEY,
  row: TOKEN,
});

/** Uses a token up: of parallel callers one gets it. */
export const takeToken = statement({
  sql: `update one_time_tokens set used_at = :now where ${GOOD_TOKEN} returning user_id, email, made_by`,
  params: TOKEN_KEY,
  row: TOKEN,
});

/** Whether a user has an unused token that is good until then. */
export const findLastingToken = statement({
  sql: `select hash from one_time_tokens
    where user_id = :userId and purpose = :purpose and used_at is null and expires_at > :until limit 1`,
  params: { userId: 'text', purpose: 'text', until: 'timestamptz' },
  row: { hash: 'text' },
});

/** Makes the unused tokens of a user worthless. */
export const deleteTokens = statement({
  sql: 'delete from one_time_tokens where user_id = :userId and purpose = any(:purposes) and used_at is null',
  params: { userId: 'text', purposes: 'text[]' },
});

/** A window that ends later than one that begins now was begun by a clock that was ahead. */
const IS_OVER = '(a.expires_at <= :now or a.expires_at > :latestEnd)';

/** Counts one attempt and gives how many there were in the running window. */
export const countAttempt = statement({
  sql: `insert into auth_attempts as a (key, count, expires_at) values (:key, 1, :windowEnd)
    on conflict (key) do update set
      count = case when ${IS_OVER} then 1 else a.count + 1 end,
      expires_at = case when ${IS_OVER} then :windowEnd else a.expires_at end
    returning count, expires_at`,
  params: { key: 'text', now: 'timestamptz', windowEnd: 'timestamptz', latestEnd: 'timestamptz' },
  row: { count: 'int4', expiresAt: 'timestamptz' },
});

/** Takes one attempt back, or all of them. */
export const forgiveAttempts = statement({
  sql: 'update auth_attempts set count = case when :all then 0 else greatest(count - 1, 0) end where key = :key',
  params: { key: 'text', all: 'bool' },
});

const deleteExpiredAttempts = statement({
  sql: 'delete from auth_attempts where expires_at <= :now',
  params: { now: 'timestamptz' },
});

const deleteExpiredTokens = statement({
  sql: "delete from one_time_tokens where expires_at <= :now - interval '1 day'",
  params: { now: 'timestamptz' },
});

const deleteExpiredSessions = statement({
  sql: `delete from auth_session s where not ${IS_LIVE}`,
  params: { now: 'timestamptz' },
});

export async function deleteExpiredIdentityRows(db: Queryable, now: Date): Promise<void> {
  await deleteExpiredAttempts.run(db, { now });
  await deleteExpiredTokens.run(db, { now });
  await deleteExpiredSessions.run(db, { now });
}
