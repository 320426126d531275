import {
  type Locale,
  locale,
  messengers,
  roles,
  type SubscriptionStatus,
  subscriptionStatuses,
  tourSteps,
} from '@otvet/contract';
import { z } from 'zod';
import type { Queryable } from '../../platform/database/queryable.ts';

export async function insertAccount(
  db: Queryable,
  account: {
    accountId: string;
    name: string;
    plan: string;
    start: Date;
    end: Date;
    messagesLimit: number | null;
  },
): Promise<void> {
  await db.query(
    `INSERT INTO accounts (id, name, plan, status, current_period_start, current_period_end, messages_limit, created_at)
     VALUES ($1, $2, $3, 'active', $4, $5, $6, $4)`,
    [account.accountId, account.name, account.plan, account.start, account.end, account.messagesLimit],
  );
}

export async function insertMember(
  db: Queryable,
  member: {
    accountId: string;
    userId: string;
    role: string;
    email: string;
    name: string;
    locale: string;
    privacyAcceptedAt: Date | null;
    now: Date;
  },
): Promise<void> {
  await db.query(
    `INSERT INTO members (account_id, user_id, role, email, name, locale, privacy_accepted_at, created_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8)`,
    [
      member.accountId,
      member.userId,
      member.role,
      member.email,
      member.name,
      member.locale,
      member.privacyAcceptedAt,
      member.now,
    ],
  );
}

const memberRow = z.object({
  account_id: z.string(),
  user_id: z.string(),
  role: z.enum(roles),
  email: z.string(),
  name: z.string(),
  locale,
});
export type Member = { accountId: string; userId: string; email: string; name: string; locale: Locale };

/** The one membership of a user: the scope that proves the account of everything that follows. */
export async function findMember(db: Queryable, userId: string): Promise<Member | undefined> {
  const result = await db.query(
    'SELECT account_id, user_id, role, email, name, locale FROM members WHERE user_id = $1',
    [userId],
  );
  const row = memberRow.optional().parse(result.rows[0]);
  return (
    row && { accountId: row.account_id, userId: row.user_id, email: row.email, name: row.name, locale: row.locale }
  );
}

const userDataRow = z.object({
  user_id: z.string(),
  account_id: z.string(),
  account_name: z.string(),
  email: z.string(),
  name: z.string(),
  photo_url: z.string().nullable(),
  locale,
  pay_yearly: z.boolean(),
  tour_step: z.enum(tourSteps),
  plan: z.string(),
  status: z.enum(subscriptionStatuses),
  current_period_start: z.date(),
  current_period_end: z.date(),
  messages_used: z.number(),
  messages_limit: z.number().nullable(),
  role: z.enum(roles),
  contact: z.string().nullable(),
  messenger: z.enum(messengers).nullable(),
});
export type UserDataRow = z.infer<typeof userDataRow>;
type MemberKey = { accountId: string; userId: string };

export async function readUserData(db: Queryable, { accountId, userId }: MemberKey): Promise<UserDataRow | undefined> {
  const result = await db.query(
    `SELECT m.user_id, m.account_id, a.name AS account_name, m.email, m.name, m.photo_url, m.locale, m.pay_yearly,
       m.tour_step, a.plan, a.status, a.current_period_start, a.current_period_end, a.messages_used, a.messages_limit,
       m.role, m.contact, m.messenger
     FROM members m JOIN accounts a ON a.id = m.account_id WHERE m.account_id = $1 AND m.user_id = $2`,
    [accountId, userId],
  );
  return userDataRow.optional().parse(result.rows[0]);
}

type MemberChange = {
  name?: string | undefined;
  locale?: string | undefined;
  payYearly?: boolean | undefined;
  tourStep?: string | undefined;
  contact?: string | undefined;
  messenger?: string | undefined;
};

/** Fields that are not given stay as they are. */
export async function updateMember(
  db: Queryable,
  { accountId, userId, change }: MemberKey & { change: MemberChange },
): Promise<void> {
  await db.query(
    `UPDATE members SET name = coalesce($3, name), locale = coalesce($4, locale), pay_yearly = coalesce($5, pay_yearly),
       tour_step = coalesce($6, tour_step), contact = coalesce($7, contact), messenger = coalesce($8, messenger)
     WHERE account_id = $1 AND user_id = $2`,
    [
      accountId,
      userId,
      change.name,
      change.locale,
      change.payYearly,
      change.tourStep,
      change.contact,
      change.messenger,
    ],
  );
}

export async function renameAccount(
  db: Queryable,
  { accountId, name }: { accountId: string; name: string },
): Promise<void> {
  await db.query('UPDATE accounts SET name = $2 WHERE id = $1', [accountId, name]);
}

export async function updateMemberEmail(
  db: Queryable,
  { accountId, userId, email }: MemberKey & { email: string },
): Promise<void> {
  await db.query('UPDATE members SET email = $3 WHERE account_id = $1 AND user_id = $2', [accountId, userId, email]);
}

export type AuditEntry = {
  accountId: string;
  actor: string;
  action: string;
  details?: Record<string, string>;
  ip: string | null;
};

export async function insertAudit(db: Queryable, entry: AuditEntry & { id: string; at: Date }): Promise<void> {
  await db.query(
    'INSERT INTO audit_log (account_id, id, at, actor, action, details, ip) VALUES ($1, $2, $3, $4, $5, $6, $7)',
    [entry.accountId, entry.id, entry.at, entry.actor, entry.action, JSON.stringify(entry.details ?? {}), entry.ip],
  );
}

export async function findOwnerLocale(db: Queryable, accountId: string): Promise<Locale | undefined> {
  const result = await db.query(
    "SELECT locale FROM members WHERE account_id = $1 AND role = 'owner' ORDER BY created_at LIMIT 1",
    [accountId],
  );
  return z.object({ locale }).optional().parse(result.rows[0])?.locale;
}

export async function findMemberName(db: Queryable, { accountId, userId }: MemberKey): Promise<string | undefined> {
  const result = await db.query<{ name: string }>(
    `SELECT coalesce(nullif(m.name, ''), a.name) AS name FROM members m JOIN accounts a ON a.id = m.account_id
     WHERE m.account_id = $1 AND m.user_id = $2`,
    [accountId, userId],
  );
  return result.rows[0]?.name;
}

export async function findSubscriptionStatus(
  db: Queryable,
  accountId: string,
): Promise<SubscriptionStatus | undefined> {
  const result = await db.query('SELECT status FROM accounts WHERE id = $1', [accountId]);
  return z
    .object({ status: z.enum(subscriptionStatuses) })
    .optional()
    .parse(result.rows[0])?.status;
}
