import type { Channel, ChannelOptions, ChannelSettings } from '@otvet/contract';
import type { Queryable } from '../../platform/database/queryable.ts';

/** A connection that is under way; the draft is still sealed. */
export type StoredDraft = {
  accountId: string;
  id: string;
  type: string;
  options: ChannelOptions;
  sealedSecrets: string | null;
  sealedDraft: string;
  until: Date;
};

type DraftRow = {
  account_id: string;
  id: string;
  type: string;
  options: ChannelOptions;
  secrets: string | null;
  draft: string;
  draft_until: Date;
};

const columns = 'account_id, id, type, options, secrets, draft, draft_until';

function toDraft(row: DraftRow): StoredDraft {
  return {
    accountId: row.account_id,
    id: row.id,
    type: row.type,
    options: row.options,
    sealedSecrets: row.secrets,
    sealedDraft: row.draft,
    until: row.draft_until,
  };
}

type Key = { accountId: string; id: string };

export async function insertDraft(
  db: Queryable,
  draft: Key & {
    type: string;
    settings: ChannelSettings;
    options: ChannelOptions;
    inboundMode: Channel['inboundMode'];
    sealedDraft: string;
    until: Date;
    now: Date;
  },
): Promise<void> {
  await db.query(
    `insert into channels (account_id, id, type, is_single, name, settings, options, inbound_mode, state, draft, draft_until, created_at, updated_at)
     values ($1, $2, $3, false, $4, $5, $6, $7, 'connecting', $8, $9, $10, $10)`,
    [
      draft.accountId,
      draft.id,
      draft.type,
      draft.settings.name,
      JSON.stringify(draft.settings),
      JSON.stringify(draft.options),
      draft.inboundMode,
      draft.sealedDraft,
      draft.until,
      draft.now,
    ],
  );
}

/** Connections of an account that are under way, newest first. */
export async function listDrafts(
  db: Queryable,
  { accountId, now }: { accountId: string; now: Date },
): Promise<StoredDraft[]> {
  const { rows } = await db.query<DraftRow>(
    `select ${columns} from channels where account_id = $1 and state = 'connecting' and draft_until > $2 order by created_at desc, id desc limit 100`,
    [accountId, now],
  );
  return rows.map(toDraft);
}

export async function findDraft(db: Queryable, input: Key & { now: Date }): Promise<StoredDraft | undefined> {
  const { rows } = await db.query<DraftRow>(
    `select ${columns} from channels where account_id = $1 and id = $2 and state = 'connecting' and draft_until > $3`,
    [input.accountId, input.id, input.now],
  );
  return rows[0] && toDraft(rows[0]);
}

/** Takes a draft to work on it; undefined while somebody else does. */
export async function takeDraft(
  db: Queryable,
  input: Key & { now: Date; busyUntil: Date },
): Promise<StoredDraft | undefined> {
  const { rows } = await db.query<DraftRow>(
    `update channels set draft_busy_until = $4
     where account_id = $1 and id = $2 and state = 'connecting' and draft_until > $3 and (draft_busy_until is null or draft_busy_until <= $3)
     returning ${columns}`,
    [input.accountId, input.id, input.now, input.busyUntil],
  );
  return rows[0] && toDraft(rows[0]);
}

/** Takes the draft whose login at the platform bears this token, once: the token is spent. */
export async function takeDraftByToken(
  db: Queryable,
  input: { accountId: string; tokenHash: string; now: Date; busyUntil: Date },
): Promise<StoredDraft | undefined> {
  const { rows } = await db.query<DraftRow>(
    `update channels set draft_busy_until = $4, draft_token = null
     where account_id = $1 and draft_token = $2 and state = 'connecting' and draft_until > $3 and (draft_busy_until is null or draft_busy_until <= $3)
     returning ${columns}`,
    [input.accountId, input.tokenHash, input.now, input.busyUntil],
  );
  return rows[0] && toDraft(rows[0]);
}

/** Keeps where the owner stands now and lets others work on it. What a failed activation claimed is given back. */
export async function saveDraft(
  db: Queryable,
  input: Key & { sealedDraft: string; tokenHash: string | null; now: Date },
): Promise<void> {
  await db.query(
    `update channels set draft = $3, draft_token = $4, draft_busy_until = null, identity = null, is_single = false, secrets = null, updated_at = $5
     where account_id = $1 and id = $2 and state = 'connecting'`,
    [input.accountId, input.id, input.sealedDraft, input.tokenHash, input.now],
  );
}

/** The account on the platform becomes ours, with everything that it may ask for. Fails with 23505 where it is somebody's already. */
export async function claimIdentity(
  db: Queryable,
  input: Key & {
    isSingle: boolean;
    identity: string | null;
    sealedSecrets: string;
    tokenTail: string | null;
    accountName: string;
    profileUrl: string | null;
    settings: ChannelSettings;
    now: Date;
  },
): Promise<boolean> {
  const { rowCount } = await db.query(
    `update channels set is_single = $3, identity = $4, secrets = $5, token_tail = $6, account_name = $7, profile_url = $8,
       settings = $9, name = $10, active = $11, updated_at = $12
     where account_id = $1 and id = $2 and state = 'connecting'`,
    [
      input.accountId,
      input.id,
      input.isSingle,
      input.identity,
      input.sealedSecrets,
      input.tokenTail,
      input.accountName,
      input.profileUrl,
      JSON.stringify(input.settings),
      input.settings.name,
      input.settings.active,
      input.now,
    ],
  );
  return rowCount === 1;
}

/** What a dead process claimed on its way is free again. */
export async function releaseDeadClaims(
  db: Queryable,
  input: { accountId: string; type: string; identity: string; now: Date },
): Promise<void> {
  await db.query(
    `update channels set identity = null, is_single = false, secrets = null
     where type = $2 and state = 'connecting' and (draft_busy_until is null or draft_busy_until <= $4)
       and (identity = $3 or (account_id = $1 and is_single))`,
    [input.accountId, input.type, input.identity, input.now],
  );
}

/** The last step: from now on it is a channel. False when the owner gave it up meanwhile. */
export async function makeActive(db: Queryable, input: Key & { sealedSecrets: string; now: Date }): Promise<boolean> {
  const { rowCount } = await db.query(
    `update channels set state = 'active', secrets = $3, draft = null, draft_token = null, draft_until = null, draft_busy_until = null,
       created_at = $4, updated_at = $4
     where account_id = $1 and id = $2 and state = 'connecting'`,
    [input.accountId, input.id, input.sealedSecrets, input.now],
  );
  return rowCount === 1;
}

export async function deleteDraft(db: Queryable, { accountId, id }: Key): Promise<void> {
  await db.query(`delete from channels where account_id = $1 and id = $2 and state = 'connecting'`, [accountId, id]);
}

/** Drafts of all accounts that nobody finished in time. */
export async function findExpiredDrafts(
  db: Queryable,
  { now, limit }: { now: Date; limit: number },
): Promise<StoredDraft[]> {
  const { rows } = await db.query<DraftRow>(
    `select ${columns} from channels
     where state = 'connecting' and draft_until <= $1 and (draft_busy_until is null or draft_busy_until <= $1) order by draft_until limit $2`,
    [now, limit],
  );
  return rows.map(toDraft);
}
