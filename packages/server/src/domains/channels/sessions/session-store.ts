import { nullable, oneOf, type RowOf, statement } from '../../../platform/database/statement.ts';

const KEY = { accountId: 'uuid', id: 'uuid' } as const;
const OF_CHANNEL = { accountId: 'uuid', channelId: 'uuid' } as const;
const MINE = 'account_id = :accountId and id = :id and owner = :owner';

export const findSession = statement({
  sql: 'select id, report, is_wanted, owned_until from channel_sessions where account_id = :accountId and channel_id = :channelId',
  params: OF_CHANNEL,
  row: { id: 'uuid', report: 'text', isWanted: 'bool', ownedUntil: nullable('timestamptz') },
});

/** Erases the session of a channel with everything that it keeps. */
export const eraseSession = statement({
  sql: 'delete from channel_sessions where account_id = :accountId and channel_id = :channelId',
  params: OF_CHANNEL,
});

export const insertSession = statement({
  sql: `insert into channel_sessions (account_id, id, channel_id, is_wanted, report, link, updated_at)
    values (:accountId, :id, :channelId, true, :report, :link, :now)`,
  params: { ...KEY, channelId: 'uuid', report: 'text', link: 'text', now: 'timestamptz' },
});

/**
 * Sessions of all accounts that are to be open and that nobody keeps now; takes them for `owner`. Those of channels that
 * stopped working wait for their owner, unless what was missing here may be there by now.
 */
export const claimSessions = statement({
  sql: `update channel_sessions s set owner = :owner, owned_until = :until
    from channels c
    where c.account_id = s.account_id and c.id = s.channel_id and c.unlinked_at is null and s.is_wanted
      and (c.inactive_reason is null or c.inactive_reason = any(:repairable))
      and (s.owner = :owner or s.owned_until is null or s.owned_until <= :now)
    returning s.account_id, s.id, s.channel_id, c.type, c.state, s.link, s.failing_since`,
  params: { owner: 'uuid', repairable: 'text[]', now: 'timestamptz', until: 'timestamptz' },
  row: {
    ...KEY,
    channelId: 'uuid',
    type: 'text',
    state: oneOf(['connecting', 'active']),
    link: 'text',
    failingSince: nullable('timestamptz'),
  },
});
/** A session that this node keeps; `link` is sealed. */
export type ClaimedSession = RowOf<typeof claimSessions>;

/** Whether a session is still there: one that is gone is to be left at the platform too. Its id was claimed by this node. */
export const findRemaining = statement({
  sql: 'select id from channel_sessions where id = any(:ids)',
  params: { ids: 'uuid[]' },
  row: { id: 'uuid' },
});

/** What is known of a session; no row where another node has it. */
export const saveReport = statement({
  sql: `update channel_sessions set report = :report, is_wanted = :isWanted, updated_at = :now,
      failing_since = case when :isFailing then coalesce(failing_since, :now) when :isSound then null else failing_since end
    where ${MINE}`,
  params: {
    ...KEY,
    owner: 'uuid',
    report: 'text',
    isWanted: 'bool',
    isFailing: 'bool',
    isSound: 'bool',
    now: 'timestamptz',
  },
});

/** Whoever keeps the session does not wait for its next try: that it has failed is not known any more. */
export const wakeSession = statement({
  sql: `update channel_sessions set failing_since = null
    where account_id = :accountId and channel_id = :channelId and is_wanted and failing_since is not null`,
  params: OF_CHANNEL,
});

/** Locks the session until the end of the transaction; no row where another node has it. */
export const lockSession = statement({
  sql: `select channel_id from channel_sessions where ${MINE} for update`,
  params: { ...KEY, owner: 'uuid' },
  row: { channelId: 'uuid' },
});

/** Gives the sessions back at a graceful stop. */
export const releaseSessions = statement({
  sql: 'update channel_sessions set owner = null, owned_until = null where owner = :owner',
  params: { owner: 'uuid' },
});

/** The session goes over to another channel of the account. */
export const moveSession = statement({
  sql: `update channel_sessions set channel_id = :toChannelId, updated_at = :now
    where account_id = :accountId and channel_id = :channelId`,
  params: { ...OF_CHANNEL, toChannelId: 'uuid', now: 'timestamptz' },
});

/** A channel of the account that is connected to the same account on the platform and does not work. */
export const findBroken = statement({
  sql: `select id from channels where account_id = :accountId and type = :type and identity = :identity
      and state = 'active' and unlinked_at is null and inactive_reason is not null for update`,
  params: { accountId: 'uuid', type: 'text', identity: 'text' },
  row: { id: 'uuid' },
});

/** A channel of the type that works: a type that an account has once is not begun again beside it. */
export const findWorking = statement({
  sql: `select id from channels where account_id = :accountId and type = :type
      and state = 'active' and unlinked_at is null and inactive_reason is null limit 1`,
  params: { accountId: 'uuid', type: 'text' },
  row: { id: 'uuid' },
});

const OF_SESSION = { accountId: 'uuid', sessionId: 'uuid' } as const;

export const readKeys = statement({
  sql: `select key_id, value from channel_session_keys
    where account_id = :accountId and session_id = :sessionId and type = :type and key_id = any(:ids)`,
  params: { ...OF_SESSION, type: 'text', ids: 'text[]' },
  row: { keyId: 'text', value: 'text' },
});

export const writeKeys = statement({
  sql: `insert into channel_session_keys (account_id, session_id, type, key_id, value, updated_at)
    select :accountId, :sessionId, given.type, given.key_id, given.value, :now
    from unnest(:types, :ids, :values) as given (type, key_id, value)
    on conflict (account_id, session_id, type, key_id) do update set value = excluded.value, updated_at = excluded.updated_at`,
  params: { ...OF_SESSION, types: 'text[]', ids: 'text[]', values: 'text[]', now: 'timestamptz' },
});

export const deleteKeys = statement({
  sql: `delete from channel_session_keys using unnest(:types, :ids) as given (type, key_id)
    where channel_session_keys.account_id = :accountId and session_id = :sessionId
      and channel_session_keys.type = given.type and channel_session_keys.key_id = given.key_id`,
  params: { ...OF_SESSION, types: 'text[]', ids: 'text[]' },
});

export const eraseKeys = statement({
  sql: 'delete from channel_session_keys where account_id = :accountId and session_id = :sessionId',
  params: OF_SESSION,
});

/** Keys of all accounts that are kept for a while only. */
export const deleteOldKeys = statement({
  sql: 'delete from channel_session_keys where type = :type and updated_at < :before',
  params: { type: 'text', before: 'timestamptz' },
});
