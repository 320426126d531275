import {
  type CheckPeriod,
  checkPeriods,
  type SourceChanges,
  sourceKinds,
  sourceReasons,
  sourceStates,
} from '@otvet/contract';
import { json, nullable, oneOf, type RowOf, statement } from '../../../platform/database/statement.ts';

const KEY = { accountId: 'uuid', id: 'uuid' } as const;
const ROUND = { ...KEY, round: 'int4', now: 'timestamptz' } as const;
const IN_BASE = { accountId: 'uuid', knowledgeBaseId: 'uuid' } as const;
const KIND = oneOf(sourceKinds);
const PERIOD = oneOf(checkPeriods);
const REASON = nullable(oneOf(sourceReasons));
const LANGUAGE = nullable(oneOf(['ru', 'en']));
/** Whether it looks like one with customers, and what its owner says to that. */
const CONVERSATION = oneOf(['none', 'held', 'allowed']);

const COLUMNS = `id, knowledge_base_id, kind, name, identity, hint, link, file_id, file_hash, state, reason, pages_done, pages_total,
  attempts, round, version, text_hash, etag, last_modified, title, language, passages, added, removed, check_every, due_at,
  tried_at, checked_at, changed_at, vanished, unread_pages, conversation, allowed_hash, created_at, updated_at`;
const SOURCE = {
  id: 'uuid',
  knowledgeBaseId: 'uuid',
  kind: KIND,
  name: 'text',
  identity: 'text',
  hint: 'text',
  link: nullable('text'),
  fileId: nullable('uuid'),
  fileHash: nullable('text'),
  state: oneOf(sourceStates),
  reason: REASON,
  pagesDone: 'int4',
  pagesTotal: 'int4',
  attempts: 'int4',
  round: 'int4',
  version: 'int4',
  textHash: nullable('text'),
  etag: nullable('text'),
  lastModified: nullable('text'),
  title: nullable('text'),
  language: LANGUAGE,
  passages: 'int4',
  added: 'int4',
  removed: 'int4',
  checkEvery: PERIOD,
  dueAt: nullable('timestamptz'),
  triedAt: nullable('timestamptz'),
  checkedAt: nullable('timestamptz'),
  changedAt: nullable('timestamptz'),
  vanished: 'bool',
  unreadPages: 'int4[]',
  conversation: CONVERSATION,
  allowedHash: nullable('text'),
  createdAt: 'timestamptz',
  updatedAt: 'timestamptz',
} as const;

export const findSource = statement({
  sql: `select ${COLUMNS} from knowledge_sources where account_id = :accountId and id = :id`,
  params: KEY,
  row: SOURCE,
});
export type SourceRow = RowOf<typeof findSource>;

/** By itself: no list needs what stands in it. */
export const readChangedTexts = statement({
  sql: `select changed_texts from knowledge_sources
    where account_id = :accountId and knowledge_base_id = :knowledgeBaseId and id = :id`,
  params: { ...IN_BASE, id: 'uuid' },
  row: { changedTexts: nullable(json<SourceChanges>()) },
});

/** Sources of a base, newest first. */
export const listSources = statement({
  sql: `select ${COLUMNS} from knowledge_sources where account_id = :accountId and knowledge_base_id = :knowledgeBaseId
    order by created_at desc, id desc limit :limit offset :offset`,
  params: { ...IN_BASE, limit: 'int8', offset: 'int8' },
  row: SOURCE,
});

export const countSources = statement({
  sql: `select count(*) as count from knowledge_sources
    where account_id = :accountId and knowledge_base_id = :knowledgeBaseId`,
  params: IN_BASE,
  row: { count: 'int8' },
});

/**
 * What stands for the same document in a base: by its identity, else a file with the same bytes, if it was read well or would
 * be read alike: with another ending it may be another kind of document.
 */
export const findSame = statement({
  sql: `select ${COLUMNS} from knowledge_sources
    where account_id = :accountId and knowledge_base_id = :knowledgeBaseId and (identity = :identity
        or file_hash = :fileHash and (state = 'ready' or right(lower(name), length(:ending)) = :ending))
    order by identity = :identity desc, state = 'ready' desc, created_at limit 1 for update`,
  params: { ...IN_BASE, identity: 'text', fileHash: nullable('text'), ending: 'text' },
  row: SOURCE,
});

const DOCUMENT = {
  name: 'text',
  identity: 'text',
  hint: 'text',
  fileId: nullable('uuid'),
  fileHash: nullable('text'),
} as const;

export const insertSource = statement({
  sql: `insert into knowledge_sources (account_id, knowledge_base_id, id, kind, name, identity, hint, link, file_id, file_hash, state, check_every, created_at, updated_at)
    values (:accountId, :knowledgeBaseId, :id, :kind, :name, :identity, :hint, :link, :fileId, :fileHash, 'waiting', :checkEvery, :now, :now)
    returning ${COLUMNS}`,
  params: {
    ...IN_BASE,
    id: 'uuid',
    kind: KIND,
    ...DOCUMENT,
    link: nullable('text'),
    checkEvery: PERIOD,
    now: 'timestamptz',
  },
  row: SOURCE,
});

const HOURS: Record<Exclude<CheckPeriod, 'never'>, number> = { hour: 1, day: 24, week: 7 * 24, month: 30 * 24 };

/** When a link is looked at next by itself, by its period as it is now: the owner may have chosen another one while it was read. */
const nextCheck = (period: string) =>
  `:now + case ${period} ${Object.entries(HOURS)
    .map(([name, hours]) => `when '${name}' then interval '${hours} hours'`)
    .join(' ')} end`;

/** A host asked to wait: its pauses grow until it answers, whoever asks meanwhile. */
const IS_HOST_BUSY = "state = 'waiting' and reason = 'busy' and link is not null";
const NEW_ROUND = `round = round + 1, state = 'waiting', reason = case when ${IS_HOST_BUSY} then reason end,
  attempts = case when ${IS_HOST_BUSY} then attempts else 0 end, pages_done = 0, pages_total = 0, updated_at = :now`;

/**
 * The same document is given anew: it is read again, and what an earlier reading found stays until then. A link keeps the name
 * that its page has; with another hint the page is fetched also where it did not change.
 */
export const renewSource = statement({
  sql: `update knowledge_sources set ${NEW_ROUND}, due_at = :dueAt, identity = :identity, file_id = :fileId, file_hash = :fileHash,
      name = case when link is null then :name else name end, hint = case when :hint in ('', hint) then hint else :hint end,
      etag = case when :hint in ('', hint) then etag end, last_modified = case when :hint in ('', hint) then last_modified end
    where account_id = :accountId and id = :id returning ${COLUMNS}`,
  params: { ...KEY, ...DOCUMENT, dueAt: nullable('timestamptz'), now: 'timestamptz' },
  row: SOURCE,
});

/** Asks for a new reading, at once or at a time; none while one is on its way. */
export const askAgain = statement({
  sql: `update knowledge_sources set ${NEW_ROUND}, due_at = :dueAt
    where account_id = :accountId and id = :id and (state in ('ready', 'failed') or due_at is not null) returning ${COLUMNS}`,
  params: { ...KEY, dueAt: nullable('timestamptz'), now: 'timestamptz' },
  row: SOURCE,
});

/** How often a link is looked at; a try that is planned keeps its time. */
export const setPeriod = statement({
  sql: `update knowledge_sources set check_every = :checkEvery, updated_at = :now,
      due_at = case when state in ('ready', 'failed') then ${nextCheck(':checkEvery')} else due_at end
    where account_id = :accountId and id = :id returning ${COLUMNS}`,
  params: { ...KEY, checkEvery: PERIOD, now: 'timestamptz' },
  row: SOURCE,
});

/** When its plan was made: a period is chosen, or a try asked for, beside it. */
const PLANNED_AT = 'greatest(updated_at, tried_at)';

/** Plans that were made by a clock which has been set back since: each is as far ahead of now as it was of then. */
export const planAnew = statement({
  sql: `update knowledge_sources set due_at = :now + (due_at - ${PLANNED_AT}), updated_at = least(updated_at, :now),
      tried_at = case when tried_at > :now then :now else tried_at end, checked_at = case when checked_at > :now then :now else checked_at end, changed_at = case when changed_at > :now then :now else changed_at end
    where due_at is not null and ${PLANNED_AT} > :now`,
  params: { now: 'timestamptz' },
});

/**
 * Links whose next try or look is due, of all accounts; each gets a new round. One that only waits, without a fault, was asked
 * for by a person and had to wait: no look of the clock.
 */
export const claimDue = statement({
  sql: `with due as (
      select account_id, id, state, reason from knowledge_sources where due_at <= :now order by due_at limit :limit for update skip locked
    )
    update knowledge_sources s set due_at = null, state = 'waiting', round = s.round + 1, updated_at = :now,
      attempts = case when s.state = 'waiting' then s.attempts else 0 end
    from due where s.account_id = due.account_id and s.id = due.id
    returning s.account_id, s.knowledge_base_id, s.id, s.round, s.kind, s.name,
      (due.state <> 'waiting' or due.reason is not null) as is_by_clock`,
  params: { now: 'timestamptz', limit: 'int8' },
  row: {
    accountId: 'uuid',
    knowledgeBaseId: 'uuid',
    id: 'uuid',
    round: 'int4',
    kind: KIND,
    name: 'text',
    isByClock: 'bool',
  },
});

/** A reading begins, or begins again where its worker died; nothing when another one was asked for meanwhile. */
export const beginReading = statement({
  sql: `update knowledge_sources set state = 'reading', attempts = attempts + 1, pages_done = 0, pages_total = 0,
      due_at = null, tried_at = :now, updated_at = :now
    where account_id = :accountId and id = :id and round = :round and state in ('waiting', 'reading') returning ${COLUMNS}`,
  params: ROUND,
  row: SOURCE,
});

const OF_READING = "account_id = :accountId and id = :id and round = :round and state = 'reading'";

export const noteProgress = statement({
  sql: `update knowledge_sources set pages_done = :done, pages_total = :total, updated_at = :now where ${OF_READING}`,
  params: { ...ROUND, done: 'int4', total: 'int4' },
});

/**
 * A reading that ended without a document: it waits for its next try at `retryAt`, or has failed; a page that is back tomorrow
 * is read tomorrow. What was found earlier stays. Waiting for the pictures of another day tries nothing.
 */
export const endReading = statement({
  sql: `update knowledge_sources set state = case when :retryAt is null then 'failed' else 'waiting' end, reason = :reason,
      due_at = coalesce(:retryAt, ${nextCheck('check_every')}), vanished = vanished or :isGone,
      attempts = case when :reason = 'picture_limit' then greatest(attempts - 1, 0) else attempts end, updated_at = :now
    where account_id = :accountId and id = :id and round = :round and state in ('waiting', 'reading')`,
  params: { ...ROUND, reason: REASON, retryAt: nullable('timestamptz'), isGone: 'bool' },
});

const CHECKED = `state = 'ready', reason = null, attempts = 0, vanished = false, etag = :etag, last_modified = :lastModified, checked_at = :now,
  due_at = ${nextCheck('check_every')}, updated_at = :now`;
const VALIDATORS = { etag: nullable('text'), lastModified: nullable('text') } as const;

/** A look that found nothing new. */
export const endUnchanged = statement({
  sql: `update knowledge_sources set ${CHECKED} where ${OF_READING}`,
  params: { ...ROUND, ...VALIDATORS },
});

/** A good reading, in the transaction that swaps the passages. Nothing when another one was asked for meanwhile. */
export const endRead = statement({
  sql: `update knowledge_sources set ${CHECKED}, version = version + 1, text_hash = :textHash, title = :title,
      language = :language, passages = :passages, added = :added, removed = :removed, changed_texts = :texts, changed_at = :now,
      name = coalesce(:name, name), pages_done = :pages, pages_total = :pages, unread_pages = :unreadPages,
      conversation = :conversation
    where ${OF_READING}`,
  params: {
    ...ROUND,
    ...VALIDATORS,
    textHash: 'text',
    title: nullable('text'),
    name: nullable('text'),
    language: LANGUAGE,
    passages: 'int4',
    added: 'int4',
    removed: 'int4',
    texts: nullable(json<SourceChanges>()),
    pages: 'int4',
    unreadPages: 'int4[]',
    conversation: CONVERSATION,
  },
});

/** The owner says whether what looks like a conversation may be told, as it is now. */
export const decideConversation = statement({
  sql: `update knowledge_sources set conversation = :conversation, updated_at = :now,
      allowed_hash = case when :conversation = 'allowed' then text_hash end
    where account_id = :accountId and id = :sourceId and conversation <> 'none'`,
  params: { accountId: 'uuid', sourceId: 'uuid', conversation: CONVERSATION, now: 'timestamptz' },
});

export const deleteSource = statement({
  sql: 'delete from knowledge_sources where account_id = :accountId and id = :id returning knowledge_base_id, kind, file_id',
  params: KEY,
  row: { knowledgeBaseId: 'uuid', kind: KIND, fileId: nullable('uuid') },
});

/** All sources of a base that goes; gives their files. */
export const deleteSourcesOf = statement({
  sql: `delete from knowledge_sources where account_id = :accountId and knowledge_base_id = :knowledgeBaseId
    returning file_id`,
  params: IN_BASE,
  row: { fileId: nullable('uuid') },
});

/** How many files, or links, of an account wait for their reading, or are read: a thousand at most are counted. */
export const countWaiting = statement({
  sql: `select count(*) as count from (select 1 from knowledge_sources where account_id = :accountId
      and state in ('waiting', 'reading') and due_at is null and (kind = 'file') = :isFile limit 1000) as waiting`,
  params: { accountId: 'uuid', isFile: 'bool' },
  row: { count: 'int8' },
});
