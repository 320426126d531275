import { findingKinds, findingStates, type PassagePlace } from '@otvet/contract';
import { json, nullable, oneOf, type RowOf, statement } from '../../../platform/database/statement.ts';
import type { Found, StoredPassage } from './find-findings.ts';

const IN_BASE = { accountId: 'uuid', knowledgeBaseId: 'uuid' } as const;

/** A time that is still to come was written before the clock was set back: it holds up nothing. */
const isPast = (column: string, since: string) => `(${column} < ${since} or ${column} > :now + interval '1 minute')`;

const isDue = (base: string) =>
  `${base}.revision <> ${base}.checked_revision and ${isPast(`${base}.updated_at`, ':restingSince')}
      and ${isPast(`${base}.checked_at`, ':notSince')}`;

/**
 * Bases that changed since they were looked through, and rest now: the first of each account before the second of any, and those
 * first whose last look, or try of one, is the oldest.
 */
export const claimUnchecked = statement({
  sql: `with due as (
      select account_id, id from knowledge_bases b where ${isDue('b')}
      order by (select count(*) from knowledge_bases other where other.account_id = b.account_id and ${isDue('other')}
        and (other.checked_at, other.id) < (b.checked_at, b.id)), checked_at, id
      limit :limit for update skip locked
    )
    update knowledge_bases b set checked_at = :now from due where b.account_id = due.account_id and b.id = due.id
    returning b.account_id, b.id as knowledge_base_id`,
  params: { restingSince: 'timestamptz', notSince: 'timestamptz', now: 'timestamptz', limit: 'int8' },
  row: { accountId: 'uuid', knowledgeBaseId: 'uuid' },
});

export const readCheckedRevision = statement({
  sql: 'select revision, checked_revision as before from knowledge_bases where account_id = :accountId and id = :knowledgeBaseId',
  params: IN_BASE,
  row: { revision: 'int8', before: 'int8' },
});

/** Passages of a base by id, in pages; what is held contradicts nothing that is told. */
export const readToCheck = statement({
  sql: `select id, kind, question, left(body, :characters) as body, left(phrasings, :characters) as phrasings,
      source_id from passages
    where account_id = :accountId and knowledge_base_id = :knowledgeBaseId and id > :afterId and not held order by id limit :limit`,
  params: { ...IN_BASE, afterId: 'uuid', characters: 'int4', limit: 'int8' },
  row: {
    id: 'uuid',
    kind: oneOf(['qa', 'file', 'page']),
    question: 'text',
    body: 'text',
    phrasings: 'text',
    sourceId: nullable('uuid'),
  },
});

/** Pages that are no longer there, whose passages still answer; one that is looked at anew until it is read. */
export const readVanished = statement({
  sql: `select id, name, version from knowledge_sources
    where account_id = :accountId and knowledge_base_id = :knowledgeBaseId and vanished and passages > 0
    order by id limit :limit`,
  params: { ...IN_BASE, limit: 'int8' },
  row: { id: 'uuid', name: 'text', version: 'int4' },
});

/** Sources that look like a conversation, whether or not their owner allows them. */
export const readConversations = statement({
  sql: `select id, name, text_hash, conversation = 'allowed' as is_allowed from knowledge_sources
    where account_id = :accountId and knowledge_base_id = :knowledgeBaseId and conversation <> 'none'
    order by id limit :limit`,
  params: { ...IN_BASE, limit: 'int8' },
  row: { id: 'uuid', name: 'text', textHash: nullable('text'), isAllowed: 'bool' },
});

const IS_MARKED = "case when excluded.kind = 'conversation' then excluded.ignored else knowledge_findings.ignored end";

/**
 * Keeps what was found, each once; one that was settled and is found again is as it was before. A mark of the owner stays; of a
 * conversation its source knows it.
 */
export const putFindings = statement({
  sql: `insert into knowledge_findings (account_id, knowledge_base_id, id, kind, identity, subject, passages, source_id, due_on,
      ignored, state, found_at, changed_at)
    select :accountId, :knowledgeBaseId, found.id, found.kind, found.identity, found.subject, found.passages, found."sourceId",
      found."dueOn", found."isAllowed", case when found."isAllowed" then 'ignored' else 'open' end, :now, :now
    from jsonb_to_recordset(:rows) as found
      (id uuid, kind text, identity text, subject text, passages jsonb, "sourceId" uuid, "dueOn" date, "isAllowed" boolean)
    on conflict (account_id, knowledge_base_id, identity) do update set passages = excluded.passages, subject = excluded.subject,
      ignored = ${IS_MARKED}, state = case when ${IS_MARKED} then 'ignored' else 'open' end`,
  params: { ...IN_BASE, rows: json<(Found & { id: string })[]>(), now: 'timestamptz' },
});

/** What is found no more was settled. */
export const settleOthers = statement({
  sql: `update knowledge_findings set state = 'settled', changed_at = :now
    where account_id = :accountId and knowledge_base_id = :knowledgeBaseId and state <> 'settled'
      and not identity = any(:identities)`,
  params: { ...IN_BASE, identities: 'text[]', now: 'timestamptz' },
});

export const dropOldSettled = statement({
  sql: `delete from knowledge_findings where account_id = :accountId and knowledge_base_id = :knowledgeBaseId
    and state = 'settled' and changed_at < :before`,
  params: { ...IN_BASE, before: 'timestamptz' },
});

/** Nothing where another look has ended meanwhile, or one is wanted anew: what this one found may be older. */
export const noteChecked = statement({
  sql: `update knowledge_bases set checked_revision = :revision
    where account_id = :accountId and id = :knowledgeBaseId and checked_revision = :before`,
  params: { ...IN_BASE, revision: 'int8', before: 'int8' },
});

const FINDING = {
  id: 'uuid',
  knowledgeBaseId: 'uuid',
  kind: oneOf(findingKinds),
  identity: 'text',
  subject: 'text',
  passages: json<StoredPassage[]>(),
  sourceId: nullable('uuid'),
  state: oneOf(findingStates),
  foundAt: 'timestamptz',
} as const;
const COLUMNS = 'id, knowledge_base_id, kind, identity, subject, passages, source_id, state, found_at';

/** Of conversations, or of all else, what people should look at; an offer from the day after its last one. `sourceId`: of that source alone. */
export const listFindings = statement({
  sql: `select ${COLUMNS} from knowledge_findings
    where account_id = :accountId and knowledge_base_id = :knowledgeBaseId and state <> 'settled'
      and (kind = 'conversation') = :isConversation
      and (due_on is null or due_on::text < :today) and (:sourceId::uuid is null or source_id = :sourceId)
    order by state = 'ignored', kind in ('expired', 'order', 'vanished'), found_at desc, id limit :limit`,
  params: { ...IN_BASE, isConversation: 'bool', sourceId: nullable('uuid'), today: 'text', limit: 'int8' },
  row: FINDING,
});
export type FindingRow = RowOf<typeof listFindings>;

export const markFinding = statement({
  sql: `update knowledge_findings set state = :state, ignored = :state = 'ignored', changed_at = :now
    where account_id = :accountId and id = :id and state <> 'settled' returning ${COLUMNS}`,
  params: { accountId: 'uuid', id: 'uuid', state: oneOf(['open', 'ignored']), now: 'timestamptz' },
  row: FINDING,
});

/** Passages with the names of their sources, side by side. */
export const readShown = statement({
  sql: `select p.id, p.kind, p.question, p.body, p.place, p.source_id, s.name as source_name, s.link from passages p
    left join knowledge_sources s on s.account_id = :accountId and s.id = p.source_id
    where p.account_id = :accountId and p.knowledge_base_id = :knowledgeBaseId and p.id = any(:ids)`,
  params: { ...IN_BASE, ids: 'uuid[]' },
  row: {
    id: 'uuid',
    kind: oneOf(['qa', 'file', 'page']),
    question: 'text',
    body: 'text',
    place: json<PassagePlace>(),
    sourceId: nullable('uuid'),
    sourceName: nullable('text'),
    link: nullable('text'),
  },
});

/** The first passages of each of these sources. */
export const readOfSources = statement({
  sql: `select asked.id as source_id, own.id from unnest(:sourceIds) as asked (id)
    cross join lateral (select p.id, p.position from passages p
      where p.account_id = :accountId and p.source_id = asked.id order by p.position, p.id limit :limit) own
    order by asked.id, own.position, own.id`,
  params: { accountId: 'uuid', sourceIds: 'uuid[]', limit: 'int8' },
  row: { sourceId: 'uuid', id: 'uuid' },
});

/** Of some passages what the owner keeps: an offer though it is past its day, an order though it is said to a program. */
export const listKept = statement({
  sql: `select passage.id, f.kind from knowledge_findings f, jsonb_to_recordset(f.passages) as passage (id uuid)
    where f.account_id = :accountId and f.knowledge_base_id = :knowledgeBaseId and f.kind in ('expired', 'order') and f.ignored
      and passage.id = any(:ids)`,
  params: { ...IN_BASE, ids: 'uuid[]' },
  row: { id: 'uuid', kind: oneOf(findingKinds) },
});
