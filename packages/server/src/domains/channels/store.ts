import { type ChannelOptions, type ChannelSettings, channel, noticeFields } from '@otvet/contract';
import { json, nullable, oneOf, present, type RowOf, statement } from '../../platform/database/statement.ts';

const KEY = { accountId: 'uuid', id: 'uuid' } as const;
const INBOUND_MODE = oneOf(channel.shape.inboundMode.options);

const CHANNEL_COLUMNS = `account_id, id, type, name, coalesce(identity, '') as identity, account_name, profile_url, options, settings, notice_round,
  secrets as sealed_secrets, token_tail, inactive_reason, inbound_mode, state, last_event_at, last_site, last_site_at, broken_at, silent_since, silent_expected, address_tried_at, refused_since, created_at`;
const CHANNEL = {
  ...KEY,
  type: 'text',
  name: 'text',
  identity: 'text',
  accountName: 'text',
  profileUrl: nullable('text'),
  settings: json<ChannelSettings>(),
  // How often the place of its notices has changed: a word that links a chat is good within one round.
  noticeRound: 'int4',
  options: json<ChannelOptions>(),
  sealedSecrets: nullable('text'),
  tokenTail: nullable('text'),
  inactiveReason: nullable('text'),
  inboundMode: INBOUND_MODE,
  // `connecting`: an owner goes through the steps, and it is no channel yet.
  state: oneOf(['connecting', 'active']),
  lastEventAt: nullable('timestamptz'),
  lastSite: nullable('text'),
  lastSiteAt: nullable('timestamptz'),
  // When the incident began, the last one of a channel that works.
  brokenAt: nullable('timestamptz'),
  // The last message before a silence that is not usual, and how many messages usually come in such a time.
  silentSince: nullable('timestamptz'),
  silentExpected: nullable('int4'),
  // When the platform first used an address that the owner entered there by hand.
  addressTriedAt: nullable('timestamptz'),
  // Since when requests to its address are signed with another secret than its own.
  refusedSince: nullable('timestamptz'),
  createdAt: 'timestamptz',
} as const;

const IS_LINKED = 'unlinked_at is null';
export const IS_CONNECTED = `state = 'active' and ${IS_LINKED}`;

/** All connected channels of an account, oldest first. */
export const listChannels = statement({
  sql: `select ${CHANNEL_COLUMNS} from channels where account_id = :accountId and ${IS_CONNECTED}
    order by created_at, id limit 500`,
  params: { accountId: 'uuid' },
  row: CHANNEL,
});

/** A channel as it lies in the database; secrets still sealed. */
export type StoredChannel = RowOf<typeof listChannels>;

/** Name and type of every channel that an account has or had: its dialogs outlive it. */
export const describeChannels = statement({
  sql: `select id, type, name, active and ${IS_LINKED} as is_active from channels
    where account_id = :accountId and state = 'active'`,
  params: { accountId: 'uuid' },
  row: { id: 'uuid', type: 'text', name: 'text', isActive: 'bool' },
});
export type ChannelFacts = RowOf<typeof describeChannels> & { family: string };

/** Connected channels of all accounts that need setting up with their platform: for the start of a node. */
export const listAllChannels = statement({
  sql: `select ${CHANNEL_COLUMNS} from channels where ${IS_CONNECTED} and inbound_mode <> 'own' order by id limit 10000`,
  params: {},
  row: CHANNEL,
});

export const findChannel = statement({
  sql: `select ${CHANNEL_COLUMNS} from channels where account_id = :accountId and id = :id and ${IS_CONNECTED}`,
  params: KEY,
  row: CHANNEL,
});

/**
 * A channel by its id alone: for webhooks and the widget, whose address names no account. The result's accountId is the
 * proven scope of what follows. One that is being connected is found too.
 */
export const findChannelOfAnyAccount = statement({
  sql: `select ${CHANNEL_COLUMNS}, draft as sealed_draft from channels where id = :id and ${IS_LINKED}`,
  params: { id: 'uuid' },
  row: { ...CHANNEL, sealedDraft: nullable('text') },
});

/** Those of these channels that are connected, whoever owns them: somebody proved each of them when it was opened. */
export const findConnectedChannels = statement({
  sql: `select id from channels where id = any(:ids) and ${IS_CONNECTED}`,
  params: { ids: 'uuid[]' },
  row: { id: 'uuid' },
});

/** Channels that the platform's accounts are connected to, whoever owns them: for an address that many accounts share. */
export const findChannelsByIdentity = statement({
  sql: `select id, identity from channels where type = :type and identity = any(:identities) and ${IS_LINKED}`,
  params: { type: 'text', identities: 'text[]' },
  row: { id: 'uuid', identity: present('text') },
});

/** Channels of all accounts of these types, also those that are about to become one, after an id. */
export const listLinked = statement({
  sql: `select account_id, id, type, coalesce(identity, '') as identity, secrets as sealed_secrets from channels
    where type = any(:types) and ${IS_LINKED} and secrets is not null and (:after::uuid is null or id > :after)
    order by id limit :limit`,
  params: { types: 'text[]', after: nullable('uuid'), limit: 'int8' },
  row: { ...KEY, type: 'text', identity: 'text', sealedSecrets: present('text') },
});

/** Takes the row until the end of the transaction, so that options are judged as a whole before they are written. */
export const lockOptions = statement({
  sql: `select options from channels where account_id = :accountId and id = :id and ${IS_CONNECTED} for update`,
  params: KEY,
  row: { options: json<ChannelOptions>() },
});

const { isOn, address } = noticeFields.chat;
/** The notices are switched off, or go to another chat. */
const MOVES_NOTICES = `(coalesce((settings ->> '${isOn}')::boolean, false) and not coalesce((:settings ->> '${isOn}')::boolean, true)
  or coalesce(:settings ->> '${address}', settings ->> '${address}', '') <> coalesce(settings ->> '${address}', ''))`;

/** Merges changed settings into the stored ones: two people who change different fields do not undo each other. */
export const updateSettings = statement({
  sql: `update channels set settings = settings || :settings,
      notice_round = notice_round + case when ${MOVES_NOTICES} then 1 else 0 end, options = options || :options,
      name = coalesce(:settings ->> 'name', name), active = coalesce((:settings ->> 'active')::boolean, active), updated_at = :now
    where account_id = :accountId and id = :id and ${IS_LINKED}`,
  params: { ...KEY, settings: json<Partial<ChannelSettings>>(), options: json<ChannelOptions>(), now: 'timestamptz' },
});

/** New credentials of the same account on the platform. */
export const updateSecrets = statement({
  sql: `update channels set secrets = :sealedSecrets, token_tail = :tokenTail, account_name = :accountName, profile_url = :profileUrl,
      inbound_mode = :inboundMode, updated_at = :now, renew_at = null
    where account_id = :accountId and id = :id and ${IS_CONNECTED} and (:isOwners or secrets is not distinct from :former and renewing_until is null)`,
  params: {
    ...KEY,
    sealedSecrets: 'text',
    former: nullable('text'),
    // A person gave them: they replace what was renewed meanwhile as well.
    isOwners: 'bool',
    tokenTail: nullable('text'),
    accountName: 'text',
    profileUrl: nullable('text'),
    inboundMode: INBOUND_MODE,
    now: 'timestamptz',
  },
});

/**
 * Erases settings and secrets; dialogs stay readable under the channel's name. `leaving`: what is kept for a day, because
 * the platform could not be told.
 */
export const unlinkChannel = statement({
  sql: `update channels set unlinked_at = :now, secrets = null, token_tail = null, leaving_secrets = :leaving::text,
      leaving_identity = case when :leaving::text is not null then identity end, leave_at = :leaveAt, identity = null, active = false, options = '{}',
      settings = jsonb_build_object('name', name), pull_cursor = '', updated_at = :now
    where account_id = :accountId and id = :id and ${IS_LINKED}`,
  params: { ...KEY, leaving: nullable('text'), leaveAt: nullable('timestamptz'), now: 'timestamptz' },
});

/** Unlinked channels of all accounts whose platforms are to be told; the next try comes later each time. */
export const claimLeaving = statement({
  sql: `update channels set leave_attempt = leave_attempt + 1,
      leave_at = :now + least(interval '6 hours', interval '2 minutes' * power(2, least(leave_attempt, 10)))
    where (account_id, id) in (
      select account_id, id from channels where leaving_secrets is not null and leave_at <= :now
      order by leave_at limit :limit for update skip locked)
    returning account_id, id, type, coalesce(leaving_identity, '') as identity, leaving_secrets as sealed_secrets, leave_attempt`,
  params: { now: 'timestamptz', limit: 'int8' },
  row: { ...KEY, type: 'text', identity: 'text', sealedSecrets: present('text'), leaveAttempt: 'int4' },
});
/** A channel that is gone here, and perhaps not on its platform. */
export type LeavingChannel = RowOf<typeof claimLeaving>;

/** The platform was told, or is given up: nothing of the channel's secrets stays. */
export const endLeaving = statement({
  sql: `update channels set leaving_secrets = null, leaving_identity = null, leave_at = null
    where account_id = :accountId and id = :id`,
  params: KEY,
});

/**
 * Why the channel does not work; null when it works again. No row when this is no news. What breaks again soon after a
 * short outage is the same incident: people were told of it, and not that it was over.
 */
export const setInactiveReason = statement({
  sql: `update channels set inactive_reason = :reason, next_probe_at = null, probe_attempt = 0,
      broken_at = case when :reason is null or inactive_reason is not null then broken_at
        when repaired_at > :now - interval '30 minutes' and repaired_at - broken_at < interval '1 hour' then broken_at else :now end,
      repaired_at = case when :reason is null then :now end
    where account_id = :accountId and id = :id and ${IS_CONNECTED} and inactive_reason is distinct from :reason
    returning type, broken_at`,
  params: { ...KEY, reason: nullable('text'), now: 'timestamptz' },
  row: { type: 'text', brokenAt: nullable('timestamptz') },
});

/** Channels of all accounts that do not work and are to be looked at again; the next look comes later each time. */
export const claimProbes = statement({
  sql: `update channels set probe_attempt = probe_attempt + 1,
      next_probe_at = :now + least(interval '1 hour', interval '1 minute' * power(2, least(probe_attempt, 10)))
    where (account_id, id) in (
      select account_id, id from channels where ${IS_CONNECTED} and inactive_reason is not null
        and coalesce(next_probe_at, '-infinity') <= :now limit :limit for update skip locked)
    returning ${CHANNEL_COLUMNS}`,
  params: { now: 'timestamptz', limit: 'int8' },
  row: CHANNEL,
});

const IS_PROBED = `${IS_CONNECTED} and inactive_reason is null and inbound_mode <> 'own'`;

/** Channels of all accounts that work get their first hourly probe, each at a minute of its own. */
export const scheduleProbes = statement({
  sql: `update channels set next_probe_at = :now + interval '30 minutes' + interval '1 hour' * (abs(hashtext(id::text)) % 3600 / 3600.0)
    where ${IS_PROBED} and next_probe_at is null`,
  params: { now: 'timestamptz' },
});

/** Channels of all accounts that work and are to be looked at; `probeAttempt`: they were refused a moment ago. */
export const claimWorkingProbes = statement({
  sql: `update channels set next_probe_at = :now + interval '1 hour' where (account_id, id) in (
      select account_id, id from channels where ${IS_PROBED} and next_probe_at <= :now
      order by next_probe_at limit :limit for update skip locked)
    returning ${CHANNEL_COLUMNS}, probe_attempt`,
  params: { now: 'timestamptz', limit: 'int8' },
  row: { ...CHANNEL, probeAttempt: 'int4' },
});

/** After a look at a channel that works: it was refused once, and is looked at again soon, or it was not. */
export const noteProbe = statement({
  sql: `update channels set probe_attempt = case when :isRefused then 1 else 0 end, next_probe_at = coalesce(:again, next_probe_at)
    where account_id = :accountId and id = :id and ${IS_PROBED}`,
  params: { ...KEY, isRefused: 'bool', again: nullable('timestamptz') },
});

/** A channel of any account whose credentials may have to be renewed; nobody else renews them until `until`. */
export const claimRenewal = statement({
  sql: `update channels set renewing_until = :until
    where (account_id, id) in (
      select account_id, id from channels where type = any(:types) and ${IS_CONNECTED} and secrets is not null
        and coalesce(renew_at, '-infinity') <= :now and coalesce(renewing_until, '-infinity') <= :now
      order by coalesce(renew_at, '-infinity') limit 1 for update skip locked)
    returning ${CHANNEL_COLUMNS}`,
  params: { types: 'text[]', now: 'timestamptz', until: 'timestamptz' },
  row: CHANNEL,
});

/** Ends a renewal: when the credentials are looked at again; null: at once. */
export const scheduleRenewal = statement({
  sql: 'update channels set renew_at = :at, renewing_until = null where account_id = :accountId and id = :id',
  params: { ...KEY, at: nullable('timestamptz') },
});

/** Asks for a renewal before its time, once for each break of a channel; one that is under way goes on. */
export const requestRenewal = statement({
  sql: 'update channels set renew_at = null where account_id = :accountId and id = :id and probe_attempt = 1',
  params: KEY,
});

/** Renewed credentials, unless the owner has given others meanwhile; a channel that stopped working is probed with them at once. */
export const storeRenewed = statement({
  sql: `update channels set secrets = :sealedSecrets, renew_at = :at, renewing_until = null, next_probe_at = null
    where account_id = :accountId and id = :id and ${IS_CONNECTED} and secrets is not distinct from :former`,
  params: { ...KEY, sealedSecrets: 'text', former: nullable('text'), at: nullable('timestamptz') },
});

/** Takes a knowledge base off the channels that answer from it; gives these. */
export const detachBase = statement({
  sql: `update channels set settings = settings || '{"knowledgeBaseId": null}'
    where account_id = :accountId and settings ->> 'knowledgeBaseId' = :knowledgeBaseId::text returning id`,
  params: { accountId: 'uuid', knowledgeBaseId: 'uuid' },
  row: { id: 'uuid' },
});

/**
 * Channels of all accounts that are to be pulled and that nobody pulls now; takes them for `owner`. `reconciled`: types
 * whose webhooks may be lost, so that they are asked beside them. `conflict`: the reason that only pulling can end.
 */
export const claimPulls = statement({
  sql: `update channels set pull_owner = :owner, pull_until = :until
    where (inbound_mode = 'pull' or inbound_mode = 'webhook' and type = any(:reconciled)) and ${IS_CONNECTED} and (inactive_reason is null or inactive_reason = any(:known))
      and (pull_owner = :owner or pull_until is null or pull_until <= :now)
    returning account_id, id, pull_cursor as cursor`,
  params: { owner: 'uuid', reconciled: 'text[]', known: 'text[]', now: 'timestamptz', until: 'timestamptz' },
  row: { ...KEY, cursor: 'text' },
});

/** Confirms a pulled batch after its events are stored; no row when another process took the channel over. */
export const savePullCursor = statement({
  sql: 'update channels set pull_cursor = :cursor where account_id = :accountId and id = :id and pull_owner = :owner and unlinked_at is null',
  params: { ...KEY, owner: 'uuid', cursor: 'text' },
});

/** Gives pulled channels back at a graceful stop. */
export const releasePulls = statement({
  sql: 'update channels set pull_owner = null, pull_until = null where pull_owner = :owner',
  params: { owner: 'uuid' },
});

/** Notes when something last came in, in channels each under its own account. */
export const noteEvents = statement({
  sql: `update channels set last_event_at = event.at
    from unnest(:accountIds, :channelIds, :times) as event (account_id, channel_id, at)
    where channels.account_id = event.account_id and channels.id = event.channel_id
      and (last_event_at is null or last_event_at < event.at)`,
  params: { accountIds: 'uuid[]', channelIds: 'uuid[]', times: 'timestamptz[]' },
});

/** The site that loads the widget of a channel; within a day it is news once. */
export const noteLastSite = statement({
  sql: `update channels set last_site = :site, last_site_at = :now
    where account_id = :accountId and id = :id and ${IS_CONNECTED}
      and (last_site is distinct from :site or last_site_at < :now - interval '1 day')`,
  params: { ...KEY, site: 'text', now: 'timestamptz' },
});

/** A request to the channel's address is signed with another secret; no row while that is known. */
export const noteMissigned = statement({
  sql: `update channels set refused_since = :now
    where account_id = :accountId and id = :id and ${IS_LINKED} and refused_since is null`,
  params: { ...KEY, now: 'timestamptz' },
});

/** A request to the channel's address is signed with its secret. */
export const noteSigned = statement({
  sql: `update channels set refused_since = null
    where account_id = :accountId and id = :id and ${IS_LINKED} and refused_since is not null`,
  params: KEY,
});

/** The platform has the address of a channel, or of one that is being connected; no row where that was known. */
export const noteAddressTried = statement({
  sql: `update channels set address_tried_at = :now
    where account_id = :accountId and id = :id and ${IS_LINKED} and address_tried_at is null`,
  params: { ...KEY, now: 'timestamptz' },
});
