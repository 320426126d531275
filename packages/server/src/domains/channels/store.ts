import type { Channel, ChannelOptions, ChannelSettings } from '@otvet/contract';
import type { Queryable } from '../../platform/database/queryable.ts';
import { statement } from '../../platform/database/statement.ts';

/** A channel as it lies in the database; secrets still sealed. */
export type StoredChannel = {
  accountId: string;
  id: string;
  type: string;
  name: string;
  identity: string;
  accountName: string;
  profileUrl: string | null;
  settings: ChannelSettings;
  options: ChannelOptions;
  sealedSecrets: string | null;
  tokenTail: string | null;
  inactiveReason: string | null;
  inboundMode: Channel['inboundMode'];
  /** `connecting`: an owner goes through the steps, and it is no channel yet. */
  state: 'connecting' | 'active';
  lastEventAt: Date | null;
  createdAt: Date;
};

type ChannelRow = {
  account_id: string;
  id: string;
  type: string;
  identity: string | null;
  account_name: string;
  profile_url: string | null;
  settings: ChannelSettings;
  options: ChannelOptions;
  secrets: string | null;
  token_tail: string | null;
  inactive_reason: string | null;
  inbound_mode: Channel['inboundMode'];
  state: 'connecting' | 'active';
  last_event_at: Date | null;
  created_at: Date;
};

const columns =
  'account_id, id, type, identity, account_name, profile_url, settings, options, secrets, token_tail, inactive_reason, inbound_mode, state, last_event_at, created_at';

function toStored(row: ChannelRow): StoredChannel {
  return {
    accountId: row.account_id,
    id: row.id,
    type: row.type,
    name: row.settings.name,
    identity: row.identity ?? '',
    accountName: row.account_name,
    profileUrl: row.profile_url,
    settings: row.settings,
    options: row.options,
    sealedSecrets: row.secrets,
    tokenTail: row.token_tail,
    inactiveReason: row.inactive_reason,
    inboundMode: row.inbound_mode,
    state: row.state,
    lastEventAt: row.last_event_at,
    createdAt: row.created_at,
  };
}

/** All connected channels of an account, oldest first. */
export async function listChannels(db: Queryable, accountId: string): Promise<StoredChannel[]> {
  const { rows } = await db.query<ChannelRow>(
    `select ${columns} from channels where account_id = $1 and state = 'active' and unlinked_at is null order by created_at, id limit 500`,
    [accountId],
  );
  return rows.map(toStored);
}

/** Connected channels of all accounts that need setting up with their platform: for the start of a node. */
export async function listAllChannels(db: Queryable): Promise<StoredChannel[]> {
  const { rows } = await db.query<ChannelRow>(
    `select ${columns} from channels where state = 'active' and unlinked_at is null and inbound_mode <> 'own' order by id limit 10000`,
    [],
  );
  return rows.map(toStored);
}

export async function findChannel(db: Queryable, accountId: string, id: string): Promise<StoredChannel | undefined> {
  const { rows } = await db.query<ChannelRow>(
    `select ${columns} from channels where account_id = $1 and id = $2 and state = 'active' and unlinked_at is null`,
    [accountId, id],
  );
  return rows[0] && toStored(rows[0]);
}

/** A channel by its id alone: for webhooks and the widget, whose address names no account. The result's accountId is the proven scope of what follows. One that is being connected is found too. */
export async function findChannelOfAnyAccount(db: Queryable, id: string): Promise<StoredChannel | undefined> {
  const { rows } = await db.query<ChannelRow>(`select ${columns} from channels where id = $1 and unlinked_at is null`, [
    id,
  ]);
  return rows[0] && toStored(rows[0]);
}

/** Channels that the platform's accounts are connected to, whoever owns them: for an address that many accounts share. */
export async function findChannelsByIdentity(
  db: Queryable,
  { type, identities }: { type: string; identities: string[] },
): Promise<{ id: string; identity: string }[]> {
  const { rows } = await db.query<{ id: string; identity: string }>(
    'select id, identity from channels where type = $1 and identity = any($2) and unlinked_at is null',
    [type, identities],
  );
  return rows;
}

/** Takes the row until the end of the transaction, so that options are judged as a whole before they are written. */
export async function lockOptions(
  db: Queryable,
  { accountId, id }: { accountId: string; id: string },
): Promise<ChannelOptions | undefined> {
  const { rows } = await db.query<{ options: ChannelOptions }>(
    `select options from channels where account_id = $1 and id = $2 and state = 'active' and unlinked_at is null for update`,
    [accountId, id],
  );
  return rows[0]?.options;
}

/** Merges changed settings into the stored ones: two people who change different fields do not undo each other. */
export async function updateSettings(
  db: Queryable,
  input: {
    accountId: string;
    id: string;
    settings: Partial<ChannelSettings>;
    options: ChannelOptions;
    now: Date;
  },
): Promise<boolean> {
  const { rowCount } = await db.query(
    `update channels set settings = settings || $3::jsonb, options = options || $4::jsonb,
       name = coalesce($3::jsonb ->> 'name', name), active = coalesce(($3::jsonb ->> 'active')::boolean, active), updated_at = $5
     where account_id = $1 and id = $2 and unlinked_at is null`,
    [input.accountId, input.id, JSON.stringify(input.settings), JSON.stringify(input.options), input.now],
  );
  return rowCount === 1;
}

/** New credentials of the same account on the platform; the reason of a break is cleared once they work. */
export async function updateSecrets(
  db: Queryable,
  input: {
    accountId: string;
    id: string;
    sealedSecrets: string;
    tokenTail: string | null;
    accountName: string;
    profileUrl: string | null;
    inboundMode: Channel['inboundMode'];
    /** The platform delivers with them. */
    isWorking: boolean;
    now: Date;
  },
): Promise<void> {
  await db.query(
    `update channels set secrets = $3, token_tail = $4, account_name = $5, profile_url = $6, inbound_mode = $7, updated_at = $8,
       inactive_reason = case when $9 then null else inactive_reason end
     where account_id = $1 and id = $2`,
    [
      input.accountId,
      input.id,
      input.sealedSecrets,
      input.tokenTail,
      input.accountName,
      input.profileUrl,
      input.inboundMode,
      input.now,
      input.isWorking,
    ],
  );
}

/** Erases settings and secrets; dialogs stay readable under the channel's name. */
export async function unlinkChannel(
  db: Queryable,
  input: { accountId: string; id: string; now: Date },
): Promise<boolean> {
  const { rowCount } = await db.query(
    `update channels set unlinked_at = $3, secrets = null, token_tail = null, identity = null, active = false, options = '{}',
       settings = jsonb_build_object('name', name), pull_cursor = '', updated_at = $3
     where account_id = $1 and id = $2 and unlinked_at is null`,
    [input.accountId, input.id, input.now],
  );
  return rowCount === 1;
}

/** Why the channel does not work; null when it works again. True when this is news. */
export async function setInactiveReason(
  db: Queryable,
  input: { accountId: string; id: string; reason: string | null },
): Promise<boolean> {
  const { rowCount } = await db.query(
    'update channels set inactive_reason = $3 where account_id = $1 and id = $2 and inactive_reason is distinct from $3',
    [input.accountId, input.id, input.reason],
  );
  return rowCount === 1;
}

/** Takes a knowledge base off the channels that answer from it; gives these. */
export const detachBase = statement({
  sql: `update channels set settings = settings || '{"knowledgeBaseId": null}'
    where account_id = :accountId and settings ->> 'knowledgeBaseId' = :knowledgeBaseId::text returning id`,
  params: { accountId: 'uuid', knowledgeBaseId: 'uuid' },
  row: { id: 'uuid' },
});

type PullRow = { account_id: string; id: string; pull_cursor: string };

/** Channels of all accounts that are to be pulled and that nobody pulls now; takes them for `owner`. */
export async function claimPulls(
  db: Queryable,
  input: { owner: string; now: Date; until: Date },
): Promise<{ accountId: string; id: string; cursor: string }[]> {
  const { rows } = await db.query<PullRow>(
    `update channels set pull_owner = $1, pull_until = $3
     where inbound_mode = 'pull' and state = 'active' and unlinked_at is null and inactive_reason is null and (pull_owner = $1 or pull_until is null or pull_until <= $2)
     returning account_id, id, pull_cursor`,
    [input.owner, input.now, input.until],
  );
  return rows.map((row) => ({ accountId: row.account_id, id: row.id, cursor: row.pull_cursor }));
}

/** Confirms a pulled batch after its events are stored; false when another process took the channel over. */
export async function savePullCursor(
  db: Queryable,
  input: { accountId: string; id: string; owner: string; cursor: string },
): Promise<boolean> {
  const { rowCount } = await db.query(
    'update channels set pull_cursor = $4 where account_id = $1 and id = $2 and pull_owner = $3',
    [input.accountId, input.id, input.owner, input.cursor],
  );
  return rowCount === 1;
}

/** Gives pulled channels back at a graceful stop. */
export async function releasePulls(db: Queryable, owner: string): Promise<void> {
  await db.query('update channels set pull_owner = null, pull_until = null where pull_owner = $1', [owner]);
}

/** Notes that the platform sent something, at most once a minute per channel. */
export async function noteEvent(db: Queryable, input: { accountId: string; id: string; now: Date }): Promise<void> {
  await db.query(
    `update channels set last_event_at = $3 where account_id = $1 and id = $2 and (last_event_at is null or last_event_at < $3::timestamptz - interval '1 minute')`,
    [input.accountId, input.id, input.now],
  );
}
