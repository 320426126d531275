import { type Locale, locale as localeSchema } from '@otvet/contract';
import { z } from 'zod';
import type { Queryable } from '../../platform/database/queryable.ts';

export type VisitorRow = { id: string; locale: Locale; hasContact: boolean };

const foundRows = z.array(z.object({ id: z.string(), locale: localeSchema, has_contact: z.boolean() }));

type OnChannel = { db: Queryable; accountId: string; channelId: string };

export async function insertVisitor(
  input: OnChannel & { visitorId: string; tokenHash: Buffer; locale: Locale; now: Date },
): Promise<void> {
  const { db, accountId, channelId, visitorId, tokenHash, locale, now } = input;
  await db.query(
    `insert into visitors (account_id, channel_id, id, token_hash, locale, created_at, last_seen_at)
     values ($1, $2, $3, $4, $5, $6, $6)`,
    [accountId, channelId, visitorId, tokenHash, locale, now],
  );
}

export async function findVisitor(input: OnChannel & { tokenHash: Buffer }): Promise<VisitorRow | undefined> {
  const { db, accountId, channelId, tokenHash } = input;
  const result = await db.query(
    `select id, locale, contact_at is not null as has_contact from visitors
     where account_id = $1 and channel_id = $2 and token_hash = $3`,
    [accountId, channelId, tokenHash],
  );
  const [row] = foundRows.parse(result.rows);
  return row && { id: row.id, locale: row.locale, hasContact: row.has_contact };
}

export async function touchVisitor(input: OnChannel & { visitorId: string; locale: Locale; now: Date }): Promise<void> {
  const { db, accountId, channelId, visitorId, locale, now } = input;
  await db.query(
    `update visitors set last_seen_at = $4, locale = $5 where account_id = $1 and channel_id = $2 and id = $3`,
    [accountId, channelId, visitorId, now, locale],
  );
}

export async function markContactGiven(input: OnChannel & { visitorId: string; now: Date }): Promise<void> {
  const { db, accountId, channelId, visitorId, now } = input;
  await db.query(
    `update visitors set contact_at = $4, last_seen_at = $4 where account_id = $1 and channel_id = $2 and id = $3`,
    [accountId, channelId, visitorId, now],
  );
}
