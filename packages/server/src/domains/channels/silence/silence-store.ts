import { nullable, statement } from '../../../platform/database/statement.ts';

const KEY = { accountId: 'uuid', id: 'uuid' } as const;

/** Adds messages of customers to the hours of channels, each under its own account and named once. */
export const countHours = statement({
  sql: `insert into channel_hours as known (account_id, channel_id, hour, messages)
    select * from unnest(:accountIds, :channelIds, :hours, :counts)
    on conflict (account_id, channel_id, hour) do update set messages = known.messages + excluded.messages`,
  params: { accountIds: 'uuid[]', channelIds: 'uuid[]', hours: 'timestamptz[]', counts: 'int8[]' },
});

/** At most one row for each hour of the time that is looked at. */
export const listHours = statement({
  sql: `select hour, messages from channel_hours
    where account_id = :accountId and channel_id = :id and hour >= :from order by hour limit 1000`,
  params: { ...KEY, from: 'timestamptz' },
  row: { hour: 'timestamptz', messages: 'int4' },
});

/** Notes a silence, unless something came in meanwhile; `wasKnown`: its owner was told of it. */
export const noteSilence = statement({
  sql: `update channels set silent_since = channels.last_event_at, silent_expected = :expected
    from (select account_id, id, silent_since from channels where account_id = :accountId and id = :id for update) as former
    where channels.account_id = :accountId and channels.id = :id and former.account_id = channels.account_id and former.id = channels.id
      and channels.last_event_at = :since and channels.unlinked_at is null and channels.inactive_reason is null
    returning channels.type, former.silent_since is not distinct from :since as was_known`,
  params: { ...KEY, since: 'timestamptz', expected: 'int4' },
  row: { type: 'text', wasKnown: 'bool' },
});

/** Silences of all accounts that a message ended. */
export const endSilences = statement({
  sql: `update channels set silent_since = null, silent_expected = null
    where silent_since is not null and last_event_at > silent_since returning account_id, id`,
  params: {},
  row: KEY,
});

/** Since when a channel that broke works again; null where it never broke, or is broken. */
export const findRepair = statement({
  sql: 'select repaired_at from channels where account_id = :accountId and id = :id',
  params: KEY,
  row: { repairedAt: nullable('timestamptz') },
});

/** Of all accounts: hours that nobody looks at any more. */
export const deleteOldHours = statement({
  sql: 'delete from channel_hours where hour < :before',
  params: { before: 'timestamptz' },
});
