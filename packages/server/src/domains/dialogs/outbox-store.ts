import type { Queryable } from '../../platform/database/queryable.ts';

type OnChannel = { accountId: string; channelId: string };

/*
 * A channel whose credentials do not work keeps that reason: what other sends say meanwhile explains nothing.
 */
const noteTroubleSql = `
insert into channel_outbox as o (account_id, channel_id, since, reason, held_until) values ($1, $2, $3, $4, $5)
on conflict (account_id, channel_id) do update set
  reason = case when o.held_until = 'infinity' then o.reason else excluded.reason end,
  held_until = greatest(o.held_until, excluded.held_until)
returning since`;

/** Records that a channel could not send; `heldUntil` keeps everything of the channel back until then. Gives since when nothing went out. */
export async function noteTrouble(
  db: Queryable,
  input: OnChannel & { reason: string; heldUntil: Date | 'infinity' | null; now: Date },
): Promise<{ since: Date }> {
  const { rows } = await db.query<{ since: Date }>(noteTroubleSql, [
    input.accountId,
    input.channelId,
    input.now,
    input.reason,
    input.heldUntil,
  ]);
  return { since: rows[0]?.since ?? input.now };
}

/*
 * After a long outage what waits for its next try goes out now. A single message that fails beside others that succeed
 * keeps its pauses: the trouble that it causes is never old.
 */
const clearTroubleSql = `
with cleared as (
  delete from channel_outbox where account_id = $1 and channel_id = $2 and (held_until is null or held_until <= $3 or $4::boolean)
  returning since
), hurried as (
  update messages m set retry_at = $3 from dialogs d, cleared
  where m.account_id = $1 and m.state = 'retry' and d.account_id = $1 and d.id = m.dialog_id and d.channel_id = $2
    and ($4::boolean or cleared.since <= $3::timestamptz - interval '1 minute')
)
select since from cleared`;

/** The channel sends again; false when nothing was wrong. `isRepaired` also ends a hold that is not over. */
export async function clearTrouble(
  db: Queryable,
  input: OnChannel & { isRepaired: boolean; now: Date },
): Promise<boolean> {
  const { rows } = await db.query(clearTroubleSql, [input.accountId, input.channelId, input.now, input.isRepaired]);
  return rows.length > 0;
}

/** Channels of all accounts whose outbox is closed until they are repaired. */
export async function listClosedOutboxes(db: Queryable): Promise<OnChannel[]> {
  const { rows } = await db.query<{ account_id: string; channel_id: string }>(
    `select account_id, channel_id from channel_outbox where held_until = 'infinity' limit 1000`,
    [],
  );
  return rows.map((row) => ({ accountId: row.account_id, channelId: row.channel_id }));
}
