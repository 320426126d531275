import { type ChannelOptions, type ChannelSettings, channel } from '@otvet/contract';
import { json, nullable, oneOf, present, type RowOf, statement } from '../../platform/database/statement.ts';

const KEY = { accountId: 'uuid', id: 'uuid' } as const;

const DRAFT_COLUMNS = `account_id, id, type, coalesce(identity, '') as identity, options, secrets as sealed_secrets,
  draft as sealed_draft, address_tried_at, refused_since, created_at, draft_until as until`;
const DRAFT = {
  ...KEY,
  type: 'text',
  // Claimed on the platform; empty before that, and for a type that has one channel per account.
  identity: 'text',
  options: json<ChannelOptions>(),
  sealedSecrets: nullable('text'),
  sealedDraft: present('text'),
  addressTriedAt: nullable('timestamptz'),
  refusedSince: nullable('timestamptz'),
  createdAt: 'timestamptz',
  until: present('timestamptz'),
} as const;

/** Nobody works on it: also where an earlier process of this node died over it, before its time is over. */
const IS_FREE = `(draft_busy_until is null or draft_busy_until <= :now
  or (right(draft_lease::text, 12) = :node and left(draft_lease::text, 8) <> :process))`;
const IS_OPEN = "state = 'connecting' and draft_until > :now";
/** Without a row somebody else took the draft over. */
const IS_MINE = "account_id = :accountId and id = :id and state = 'connecting' and draft_lease = :lease";
const TAKE = 'draft_busy_until = :busyUntil, draft_lease = :lease';
const MINE = { ...KEY, lease: 'uuid' } as const;
const LOOKING = { now: 'timestamptz', node: 'text', process: 'text' } as const;
const TAKING = { ...LOOKING, busyUntil: 'timestamptz', lease: 'uuid' } as const;

export const insertDraft = statement({
  sql: `insert into channels (account_id, id, type, is_single, name, settings, options, inbound_mode, state, draft, draft_token, draft_until, created_at, updated_at)
    values (:accountId, :id, :type, false, :settings ->> 'name', :settings, :options, :inboundMode, 'connecting', :sealedDraft, :tokenHash, :until, :now, :now)`,
  params: {
    ...KEY,
    type: 'text',
    settings: json<ChannelSettings>(),
    options: json<ChannelOptions>(),
    inboundMode: oneOf(channel.shape.inboundMode.options),
    sealedDraft: 'text',
    tokenHash: nullable('text'),
    until: 'timestamptz',
    now: 'timestamptz',
  },
});

/** Until the end of the transaction nobody else counts and adds channels of this account. */
export const lockAccount = statement({
  sql: `select count(*) as locked from pg_advisory_xact_lock(hashtextextended('channels:' || :accountId::text, 0))`,
  params: { accountId: 'uuid' },
  row: { locked: 'int8' },
});

/** Channels of the account beside this one, and those that are about to become one. */
export const countTaken = statement({
  sql: `select count(*) as count from channels where account_id = :accountId and id <> :id and unlinked_at is null
    and (state = 'active' or (secrets is not null and draft_busy_until > :now))`,
  params: { ...KEY, now: 'timestamptz' },
  row: { count: 'int8' },
});

/** Abandoned ones make room: all that nobody works on but the newest; the platform may have to be told of some. */
export const dropOlderDrafts = statement({
  sql: `delete from channels where account_id = :accountId and state = 'connecting' and ${IS_FREE} and id in (
      select id from channels where account_id = :accountId and state = 'connecting'
      order by ${IS_FREE}, created_at desc, id desc offset :kept)
    returning ${DRAFT_COLUMNS}`,
  params: { accountId: 'uuid', kept: 'int8', ...LOOKING },
  row: DRAFT,
});

export const countDrafts = statement({
  sql: "select count(*) as count from channels where account_id = :accountId and state = 'connecting'",
  params: { accountId: 'uuid' },
  row: { count: 'int8' },
});

/** Connections of an account that are under way, newest first. */
export const listDrafts = statement({
  sql: `select ${DRAFT_COLUMNS} from channels where account_id = :accountId and ${IS_OPEN}
    order by created_at desc, id desc limit 100`,
  params: { accountId: 'uuid', now: 'timestamptz' },
  row: DRAFT,
});

/** A connection that is under way; the draft is still sealed. */
export type StoredDraft = RowOf<typeof listDrafts>;

export const findDraft = statement({
  sql: `select ${DRAFT_COLUMNS} from channels where account_id = :accountId and id = :id and ${IS_OPEN}`,
  params: { ...KEY, now: 'timestamptz' },
  row: DRAFT,
});

/** Takes a draft to work on it; no row while somebody else does. */
export const takeDraft = statement({
  sql: `update channels set ${TAKE}
    where account_id = :accountId and id = :id and ${IS_OPEN} and ${IS_FREE} returning ${DRAFT_COLUMNS}`,
  params: { ...KEY, ...TAKING },
  row: DRAFT,
});

/** Takes the draft whose login at the platform has this token, once: the token is spent. */
export const takeDraftByToken = statement({
  sql: `update channels set ${TAKE}, draft_token = null
    where account_id = :accountId and draft_token = :tokenHash and ${IS_OPEN} and ${IS_FREE} returning ${DRAFT_COLUMNS}`,
  params: { accountId: 'uuid', tokenHash: 'text', ...TAKING },
  row: DRAFT,
});

/** Keeps where the owner stands now and lets others work on it. What a failed activation claimed is given back. */
export const saveDraft = statement({
  sql: `update channels set draft = :sealedDraft, draft_token = :tokenHash, draft_busy_until = null, draft_lease = null,
      identity = null, is_single = false, secrets = null, updated_at = :now
    where ${IS_MINE}`,
  params: { ...MINE, sealedDraft: 'text', tokenHash: nullable('text'), now: 'timestamptz' },
});

/** The account on the platform becomes ours, with everything that it may ask for. Fails with 23505 where it is somebody's already. */
export const claimIdentity = statement({
  sql: `update channels set is_single = :isSingle, identity = :identity, secrets = :sealedSecrets, token_tail = :tokenTail,
      account_name = :accountName, profile_url = :profileUrl, settings = :settings, name = :settings ->> 'name',
      active = (:settings ->> 'active')::boolean, updated_at = :now
    where ${IS_MINE}`,
  params: {
    ...MINE,
    isSingle: 'bool',
    identity: nullable('text'),
    sealedSecrets: 'text',
    tokenTail: nullable('text'),
    accountName: 'text',
    profileUrl: nullable('text'),
    settings: json<ChannelSettings>(),
    now: 'timestamptz',
  },
});

/** What a dead process claimed on its way is free again; one that is only slow can no longer finish. */
export const releaseDeadClaims = statement({
  sql: `update channels set identity = null, is_single = false, secrets = null, draft_busy_until = null, draft_lease = null
    where type = :type and state = 'connecting' and ${IS_FREE}
      and (identity = :identity or (account_id = :accountId and is_single))`,
  params: { accountId: 'uuid', type: 'text', identity: 'text', ...LOOKING },
});

/** The last step: from now on it is a channel. */
export const makeActive = statement({
  sql: `update channels set state = 'active', secrets = :sealedSecrets, draft = null, draft_token = null, draft_until = null,
      draft_busy_until = null, draft_lease = null, created_at = :now, updated_at = :now
    where ${IS_MINE} and (is_single or identity is not null)`,
  params: { ...MINE, sealedSecrets: 'text', now: 'timestamptz' },
});

/** Lets others work on it, as it is. */
export const giveBackDraft = statement({
  sql: `update channels set draft_busy_until = null, draft_lease = null where ${IS_MINE}`,
  params: MINE,
});

export const deleteDraft = statement({
  sql: `delete from channels where ${IS_MINE}`,
  params: MINE,
});

/** Takes drafts of all accounts that nobody finished in time. */
export const takeExpiredDrafts = statement({
  sql: `update channels set ${TAKE} where (account_id, id) in (
      select account_id, id from channels where state = 'connecting' and draft_until <= :now and ${IS_FREE}
      order by draft_until limit :limit for update skip locked)
    returning ${DRAFT_COLUMNS}`,
  params: { ...TAKING, limit: 'int8' },
  row: DRAFT,
});

/** The account's own channel of an account on the platform, working or not. */
export const findOwnClaim = statement({
  sql: `select id, inactive_reason from channels where account_id = :accountId and type = :type and identity = :identity
    and state = 'active' and unlinked_at is null`,
  params: { accountId: 'uuid', type: 'text', identity: 'text' },
  row: { id: 'uuid', inactiveReason: nullable('text') },
});

/** Whether an account on the platform is connected by another account. */
export const isConnectedElsewhere = statement({
  sql: `select true as is_connected from channels where not (account_id = :accountId) and type = :type and identity = :identity
    and state = 'active' and unlinked_at is null limit 1`,
  params: { accountId: 'uuid', type: 'text', identity: 'text' },
  row: { isConnected: 'bool' },
});

/** Whether somebody else has the account on the platform: as a channel, or on the way to one. */
export const findOtherClaim = statement({
  sql: `select id from channels where type = :type and identity = :identity and unlinked_at is null
    and not (account_id = :accountId and id = :id and state = 'connecting' and draft_lease is not distinct from :lease)`,
  params: { ...MINE, type: 'text', identity: 'text' },
  row: { id: 'uuid' },
});
