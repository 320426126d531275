import { boldnesses } from '@otvet/contract';
import { json, nullable, oneOf, type RowOf, statement } from '../../platform/database/statement.ts';

const KEY = { accountId: 'uuid', id: 'uuid' } as const;
const IN_BASE = { accountId: 'uuid', knowledgeBaseId: 'uuid' } as const;

const BASE_COLUMNS = `id, name, pairs, unsearched, created_at, updated_at,
    (select count(*) from knowledge_sources s where s.account_id = knowledge_bases.account_id
      and s.knowledge_base_id = knowledge_bases.id) as sources,
    (select count(*) from knowledge_sources s where s.account_id = knowledge_bases.account_id
      and s.knowledge_base_id = knowledge_bases.id and s.state = 'failed') as unread_sources,
    (select count(*) from knowledge_sources s where s.account_id = knowledge_bases.account_id
      and s.knowledge_base_id = knowledge_bases.id and s.version > 0
      and s.conversation <> 'held') as known_sources`;
const BASE = {
  id: 'uuid',
  name: 'text',
  pairs: 'int4',
  unsearched: 'int4',
  sources: 'int8',
  unreadSources: 'int8',
  knownSources: 'int8',
  createdAt: 'timestamptz',
  updatedAt: 'timestamptz',
} as const;

/**
 * An offer counts from the day after its last one; what was never read may contradict anything, unless it waits for a later time
 * to be tried again.
 */
const SHOWN_COLUMNS = `${BASE_COLUMNS}, revision = checked_revision and not exists (
      select 1 from knowledge_sources s where s.account_id = knowledge_bases.account_id
        and s.knowledge_base_id = knowledge_bases.id and s.version = 0 and s.state in ('waiting', 'reading')
        and s.due_at is null) as is_checked,
    (select count(*) from knowledge_findings f where f.account_id = knowledge_bases.account_id
      and f.knowledge_base_id = knowledge_bases.id and f.state = 'open'
      and (f.due_on is null or f.due_on::text < :today)) as findings`;
const SHOWN = { ...BASE, isChecked: 'bool', findings: 'int8' } as const;

export const listBases = statement({
  sql: `select ${SHOWN_COLUMNS} from knowledge_bases where account_id = :accountId
    order by created_at, id limit 500`,
  params: { accountId: 'uuid', today: 'text' },
  row: SHOWN,
});
export type BaseRow = RowOf<typeof listBases>;

export const findBase = statement({
  sql: `select ${BASE_COLUMNS} from knowledge_bases where account_id = :accountId and id = :id`,
  params: KEY,
  row: BASE,
});

/** Which of some bases of several accounts are there. */
export const findExisting = statement({
  sql: `select b.account_id, b.id as knowledge_base_id
    from unnest(:accountIds, :ids) as asked (account_id, id) join knowledge_bases b using (account_id, id)`,
  params: { accountIds: 'uuid[]', ids: 'uuid[]' },
  row: { accountId: 'uuid', knowledgeBaseId: 'uuid' },
});

/** A base as people see it. */
export const findShownBase = statement({
  sql: `select ${SHOWN_COLUMNS} from knowledge_bases where account_id = :accountId and id = :id`,
  params: { ...KEY, today: 'text' },
  row: SHOWN,
});

/**
 * Something else than its passages changed: a page vanished, or is back. Another number each time, so that a look which has
 * begun notices also where one was wanted already.
 */
export const wantCheck = statement({
  sql: `update knowledge_bases set checked_revision = least(checked_revision, 0) - 1
    where account_id = :accountId and id = :knowledgeBaseId`,
  params: IN_BASE,
});

export const insertBase = statement({
  sql: `insert into knowledge_bases (account_id, id, name, created_at, updated_at)
    values (:accountId, :id, :name, :now, :now)`,
  params: { ...KEY, name: 'text', now: 'timestamptz' },
});

export const renameBase = statement({
  sql: 'update knowledge_bases set name = :name, updated_at = :now where account_id = :accountId and id = :id',
  params: { ...KEY, name: 'text', now: 'timestamptz' },
});

/** Deletes a base with its passages and what is known of it. */
export const deleteBase = statement({
  sql: `with passages as (delete from passages where account_id = :accountId and knowledge_base_id = :id),
      findings as (delete from knowledge_findings where account_id = :accountId and knowledge_base_id = :id),
      hidden as (delete from knowledge_hidden_questions where account_id = :accountId and knowledge_base_id = :id)
    delete from knowledge_bases where account_id = :accountId and id = :id`,
  params: KEY,
});

/** A picture of a pair: the id of its file. */
export type StoredPhoto = { id: string; name: string; size: number; createdAt: string };

export const PAIR_COLUMNS =
  'p.id, p.knowledge_base_id, p.question, p.body as answer, p.phrasings, p.photos, p.created_at, p.updated_at';
export const PAIR = {
  id: 'uuid',
  knowledgeBaseId: 'uuid',
  question: 'text',
  answer: 'text',
  phrasings: 'text',
  photos: json<StoredPhoto[]>(),
  createdAt: 'timestamptz',
  updatedAt: 'timestamptz',
} as const;

/** The row lock on the base gives its revisions one order: a reader of revision N has seen all before it. */
const RAISE_REVISION = 'update knowledge_bases set revision = revision + 1, updated_at = :now';
/** The base of a pair, by the pair's id. */
const BASE_OF_PAIR = `account_id = :accountId
  and id = (select knowledge_base_id from passages where account_id = :accountId and id = :id and kind = 'qa')`;

/** Before the change. Whoever changes passages holds the lock of `lockKnowledge`, so nobody else has just changed it. */
const MEMORY_OF_PAIR = '(select memory from passages where account_id = :accountId and id = :id)';

/** Adds pairs in the order given; none when the base is not there or would grow over `max`. */
export const insertPairs = statement({
  sql: `with base as (
      ${RAISE_REVISION}, pairs = pairs + cardinality(:ids),
        memory = memory + (select coalesce(sum(added), 0) from unnest(:memory) as added)
      where account_id = :accountId and id = :knowledgeBaseId and pairs + cardinality(:ids) <= :max returning revision
    )
    insert into passages as p
      (account_id, knowledge_base_id, id, kind, question, body, phrasings, memory, revision, created_at, updated_at)
    select :accountId, :knowledgeBaseId, pair.id, 'qa', pair.question, pair.answer, pair.phrasings, pair.memory, base.revision, :now, :now
    from base, unnest(:ids, :questions, :answers, :phrasings, :memory) as pair (id, question, answer, phrasings, memory)
    returning ${PAIR_COLUMNS}`,
  params: {
    ...IN_BASE,
    ids: 'uuid[]',
    questions: 'text[]',
    answers: 'text[]',
    phrasings: 'text[]',
    memory: 'int4[]',
    max: 'int4',
    now: 'timestamptz',
  },
  row: PAIR,
});
export type PairRow = RowOf<typeof insertPairs>;

/** Pairs of a base with this question and this answer, the oldest first. */
export const findSamePairs = statement({
  sql: `select ${PAIR_COLUMNS} from passages p
    where p.account_id = :accountId and p.knowledge_base_id = :knowledgeBaseId and p.kind = 'qa'
      and p.question = :question and p.body = :answer
    order by p.id`,
  params: { ...IN_BASE, question: 'text', answer: 'text' },
  row: PAIR,
});

export const updatePair = statement({
  sql: `with base as (
      ${RAISE_REVISION}, memory = memory + :memory - ${MEMORY_OF_PAIR} where ${BASE_OF_PAIR} returning id, revision
    )
    update passages p
    set question = :question, body = :answer, phrasings = :phrasings, photos = :photos, memory = :memory, revision = base.revision, updated_at = :now from base
    where p.account_id = :accountId and p.knowledge_base_id = base.id and p.id = :id returning ${PAIR_COLUMNS}`,
  params: {
    ...KEY,
    question: 'text',
    answer: 'text',
    phrasings: 'text',
    photos: json<StoredPhoto[]>(),
    memory: 'int4',
    now: 'timestamptz',
  },
  row: PAIR,
});

/** Deletes a pair; gives its base. */
export const deletePair = statement({
  sql: `with base as (
      ${RAISE_REVISION}, removed_revision = revision + 1, pairs = pairs - 1, memory = memory - ${MEMORY_OF_PAIR}
      where ${BASE_OF_PAIR} returning id
    )
    delete from passages p using base
    where p.account_id = :accountId and p.knowledge_base_id = base.id and p.id = :id returning p.knowledge_base_id, p.photos`,
  params: { ...KEY, now: 'timestamptz' },
  row: { knowledgeBaseId: 'uuid', photos: json<StoredPhoto[]>() },
});

export const findPair = statement({
  sql: `select ${PAIR_COLUMNS} from passages p where p.account_id = :accountId and p.id = :id and p.kind = 'qa'`,
  params: KEY,
  row: PAIR,
});

const PAGE = { ...IN_BASE, limit: 'int8', offset: 'int8' } as const;

/** Pairs of a base, newest first. */
export const listPairs = statement({
  sql: `select ${PAIR_COLUMNS} from passages p
    where p.account_id = :accountId and p.knowledge_base_id = :knowledgeBaseId and p.kind = 'qa'
    order by p.created_at desc, p.id desc limit :limit offset :offset`,
  params: PAGE,
  row: PAIR,
});

/** Questions of the first pairs of a base, the oldest first. */
export const firstQuestions = statement({
  sql: `select question from passages
    where account_id = :accountId and knowledge_base_id = :knowledgeBaseId and kind = 'qa' order by created_at, id limit :limit`,
  params: { ...IN_BASE, limit: 'int8' },
  row: { question: 'text' },
});

/** Questions of those of these passages that are pairs of the base. */
export const questionsOf = statement({
  sql: `select id, question from passages
    where account_id = :accountId and knowledge_base_id = :knowledgeBaseId and kind = 'qa' and id = any(:ids)`,
  params: { ...IN_BASE, ids: 'uuid[]' },
  row: { id: 'uuid', question: 'text' },
});

/** How long each statement of the transaction may take. */
export const boundStatements = statement({
  sql: "select set_config('statement_timeout', (:milliseconds::int)::text, true)",
  params: { milliseconds: 'int4' },
});

/** Pairs found by stems (Russian and English), by a literal part of the text, or by likeness (typing errors). */
export const searchPairs = statement({
  sql: `with found as (
      select p.*, ts_rank(p.search, websearch_to_tsquery('russian', :search)) + similarity(p.question, :search)
        + case when p.question ilike :pattern or p.phrasings ilike :pattern or p.body ilike :pattern then 1 else 0 end as rank
      from passages p
      where p.account_id = :accountId and p.knowledge_base_id = :knowledgeBaseId and p.kind = 'qa'
        and (p.search @@ websearch_to_tsquery('russian', :search) or p.question ilike :pattern or p.body ilike :pattern
          or p.question % :search or (p.phrasings <> '' and (p.phrasings ilike :pattern or word_similarity(:search, p.phrasings) >= 0.5
            or to_tsvector('russian', p.phrasings) @@ websearch_to_tsquery('russian', :search))))
      limit 1000
    )
    select ${PAIR_COLUMNS}, count(*) over () as total from found p
    order by rank desc, created_at desc, id limit :limit offset :offset`,
  params: { ...PAGE, search: 'text', pattern: 'text' },
  row: { ...PAIR, total: 'int8' },
});

/** How far a base has changed. */
export const readRevision = statement({
  sql: `select revision, removed_revision, unsearched, boldness from knowledge_bases
    where account_id = :accountId and id = :knowledgeBaseId`,
  params: IN_BASE,
  row: { revision: 'int8', removedRevision: 'int8', unsearched: 'int4', boldness: oneOf(boldnesses) },
});

const PASSAGE = {
  id: 'uuid',
  kind: oneOf(['qa', 'file', 'page']),
  question: 'text',
  body: 'text',
  phrasings: 'text',
} as const;

/** Passages changed after a revision, in pages by (revision, id). */
export const readChangedPassages = statement({
  sql: `select id, kind, question, body, phrasings, revision from passages
    where account_id = :accountId and knowledge_base_id = :knowledgeBaseId and (revision, id) > (:afterRevision, :afterId)
      and not held
    order by revision, id limit :limit`,
  params: { ...IN_BASE, afterRevision: 'int8', afterId: 'uuid', limit: 'int8' },
  row: { ...PASSAGE, revision: 'int8' },
});

/**
 * Passages in pages, the oldest first; '' is before all times. They are text here: a `Date` would lose its microseconds, and
 * the same page would come for ever.
 */
export const readOldestPassages = statement({
  sql: `select id, kind, question, body, phrasings, created_at::text as created_text from passages
    where account_id = :accountId and knowledge_base_id = :knowledgeBaseId
      and (created_at, id) > (coalesce(nullif(:afterTime, '')::timestamptz, '-infinity'), :afterId) and not held
    order by created_at, id limit :limit`,
  params: { ...IN_BASE, afterTime: 'text', afterId: 'uuid', limit: 'int8' },
  row: { ...PASSAGE, createdText: 'text' },
});

/** Ids of all passages of a base that are searched. */
export const readPassageIds = statement({
  sql: 'select id from passages where account_id = :accountId and knowledge_base_id = :knowledgeBaseId and not held',
  params: IN_BASE,
  row: { id: 'uuid' },
});

/** Passages by id, within one base, of those that may be told. */
export const findPassages = statement({
  sql: `select p.id, p.kind, p.question, p.body, p.phrasings, p.photos, p.trail ->> -1 as heading, s.name as source_name
    from passages p left join knowledge_sources s on s.account_id = p.account_id and s.id = p.source_id
    where p.account_id = :accountId and p.knowledge_base_id = :knowledgeBaseId and p.id = any(:ids) and not p.held`,
  params: { ...IN_BASE, ids: 'uuid[]' },
  row: { ...PASSAGE, photos: json<StoredPhoto[]>(), heading: nullable('text'), sourceName: nullable('text') },
});
export type PassageText = RowOf<typeof findPassages>;
