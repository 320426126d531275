import { json, nullable, type RowOf, statement } from '../../../platform/database/statement.ts';

const IN_BASE = { accountId: 'uuid', knowledgeBaseId: 'uuid' } as const;

const STATE_COLUMNS = `e.model, e.dimensions, e.revision, e.passage_id, e.batch, e.resizes, e.failed_reason, e.due_at, e.measured_revision,
    e.measured_passages, e.weight, e.center, e.spread`;
const STATE = {
  model: 'text',
  dimensions: 'int4',
  revision: 'int8',
  passageId: 'uuid',
  batch: 'int8',
  resizes: 'int4',
  failedReason: nullable('text'),
  dueAt: nullable('timestamptz'),
  measuredRevision: nullable('int8'),
  measuredPassages: 'int4',
  weight: 'float4',
  center: 'float4',
  spread: 'float4',
} as const;

/** How far a base has been embedded, and what it found out of its vectors. */
export const readEmbedding = statement({
  sql: `select ${STATE_COLUMNS} from knowledge_embeddings e
    where e.account_id = :accountId and e.knowledge_base_id = :knowledgeBaseId`,
  params: IN_BASE,
  row: STATE,
});
export type EmbeddingState = RowOf<typeof readEmbedding>;

/**
 * Begins with a model from the first passage on; nothing where the base is gone, or where it is no longer at `former`: another
 * one was chosen meanwhile. The same model begins anew when its vectors came in another size.
 */
export const beginEmbedding = statement({
  sql: `insert into knowledge_embeddings as e (account_id, knowledge_base_id, model, dimensions)
    select account_id, id, :model, :dimensions from knowledge_bases where account_id = :accountId and id = :knowledgeBaseId
    on conflict (account_id, knowledge_base_id) do update set model = :model, dimensions = :dimensions, revision = 0,
      passage_id = '00000000-0000-0000-0000-000000000000', batch = e.batch + 1, failed_reason = null, due_at = null,
      resizes = case when e.model = :model then e.resizes + 1 else 0 end, measured_revision = null, measured_passages = 0, weight = 0
    where e.model = coalesce(:former, e.model)
    returning ${STATE_COLUMNS}`,
  params: { ...IN_BASE, model: 'text', dimensions: 'int4', former: nullable('text') },
  row: STATE,
});

const PLACE = { revision: 'int8', passageId: 'uuid' } as const;

/** Which texts of these passages have their vectors already. */
export const findVectors = statement({
  sql: `select passage_id, text_hash from passage_vectors
    where account_id = :accountId and model = :model and passage_id = any(:ids)`,
  params: { accountId: 'uuid', model: 'text', ids: 'uuid[]' },
  row: { passageId: 'uuid', textHash: 'text' },
});

/** Moves on over a page, if nobody else has; the row is locked until the end, so that batches have one order. */
export const advanceEmbedding = statement({
  sql: `update knowledge_embeddings set revision = :revision, passage_id = :passageId, batch = batch + 1, dimensions = :dimensions,
      failed_reason = null, due_at = null
    where account_id = :accountId and knowledge_base_id = :knowledgeBaseId and model = :model
      and revision = :fromRevision and passage_id = :fromPassageId
    returning batch`,
  params: { ...IN_BASE, ...PLACE, model: 'text', dimensions: 'int4', fromRevision: 'int8', fromPassageId: 'uuid' },
  row: { batch: 'int8' },
});

export type NewVector = { passageId: string; part: number; hash: string; revision: number; vector: string };

/** Vectors of texts that have none yet, of passages that are still there; `vector` is hexadecimal. */
export const insertVectors = statement({
  sql: `insert into passage_vectors (account_id, knowledge_base_id, passage_id, model, text_hash, part, revision, batch, vector)
    select p.account_id, p.knowledge_base_id, p.id, :model, fresh.hash, fresh.part, fresh.revision, :batch, decode(fresh.vector, 'hex')
    from jsonb_to_recordset(:rows) as fresh ("passageId" uuid, part integer, hash text, revision bigint, vector text)
    join passages p on p.account_id = :accountId and p.knowledge_base_id = :knowledgeBaseId and p.id = fresh."passageId"
    on conflict (account_id, passage_id, model, text_hash) do nothing`,
  params: { ...IN_BASE, model: 'text', batch: 'int8', rows: json<NewVector[]>() },
});

export type KeptVector = Pick<NewVector, 'passageId' | 'part' | 'hash' | 'revision'>;

/** Vectors of texts that a passage still has, as it is now. */
export const keepVectors = statement({
  sql: `update passage_vectors v set part = kept.part, revision = kept.revision, batch = :batch
    from jsonb_to_recordset(:rows) as kept ("passageId" uuid, part integer, hash text, revision bigint)
    where v.account_id = :accountId and v.model = :model and v.passage_id = kept."passageId" and v.text_hash = kept.hash`,
  params: { accountId: 'uuid', model: 'text', batch: 'int8', rows: json<KeptVector[]>() },
});

/** Vectors of texts that these passages no longer have. */
export const deleteFormer = statement({
  sql: `delete from passage_vectors
    where account_id = :accountId and model = :model and passage_id = any(:ids) and batch <> :batch`,
  params: { accountId: 'uuid', model: 'text', ids: 'uuid[]', batch: 'int8' },
});

/** Vectors of other models, when those of this one are whole; at most so many at once. */
export const deleteOtherModels = statement({
  sql: `delete from passage_vectors where ctid = any (array(select ctid from passage_vectors
    where account_id = :accountId and knowledge_base_id = :knowledgeBaseId and model <> :model limit :limit))`,
  params: { ...IN_BASE, model: 'text', limit: 'int8' },
});

/** Nothing where another model was chosen meanwhile: it does not wait for this one. */
export const noteFailure = statement({
  sql: `update knowledge_embeddings set failed_reason = :reason, due_at = :dueAt,
      resizes = resizes + case when :isResized then 1 else 0 end
    where account_id = :accountId and knowledge_base_id = :knowledgeBaseId and model = :model`,
  params: { ...IN_BASE, model: 'text', reason: 'text', dueAt: 'timestamptz', isResized: 'bool' },
});

/** The owner chose, or asks to try again: what held up his bases is forgotten. */
export const forgetFailures = statement({
  sql: 'update knowledge_embeddings set resizes = 0, failed_reason = null, due_at = null where account_id = :accountId',
  params: { accountId: 'uuid' },
});

/** What a base found out of its vectors; nothing where they are others by now. Another size that came meanwhile stays the reason. */
export const noteMeasured = statement({
  sql: `update knowledge_embeddings set measured_revision = :revision, measured_passages = :passages, weight = :weight,
      center = :center, spread = :spread, failed_reason = case when resizes > :resizes then failed_reason end
    where account_id = :accountId and knowledge_base_id = :knowledgeBaseId and model = :model and batch = :batch`,
  params: {
    ...IN_BASE,
    model: 'text',
    batch: 'int8',
    revision: 'int8',
    passages: 'int4',
    weight: 'float4',
    center: 'float4',
    spread: 'float4',
    resizes: 'int4',
  },
});

/** Vectors that were stored after a batch, of passages as they are now, in pages. */
export const readVectors = statement({
  sql: `select v.batch, v.passage_id, v.text_hash, v.part, v.vector from passage_vectors v
    join passages p on p.account_id = v.account_id and p.id = v.passage_id and p.revision = v.revision
    where v.account_id = :accountId and v.knowledge_base_id = :knowledgeBaseId and v.model = :model
      and (v.batch, v.passage_id, v.text_hash) > (:afterBatch, :afterId, :afterHash)
    order by v.batch, v.passage_id, v.text_hash limit :limit`,
  params: { ...IN_BASE, model: 'text', afterBatch: 'int8', afterId: 'uuid', afterHash: 'text', limit: 'int8' },
  row: { batch: 'int8', passageId: 'uuid', textHash: 'text', part: 'int4', vector: 'bytea' },
});

/** Vectors of some passages, where a copy does not hold them. */
export const findVectorsOf = statement({
  sql: `select passage_id, part, vector from passage_vectors
    where account_id = :accountId and knowledge_base_id = :knowledgeBaseId and model = :model and passage_id = any(:ids)`,
  params: { ...IN_BASE, model: 'text', ids: 'uuid[]' },
  row: { passageId: 'uuid', part: 'int4', vector: 'bytea' },
});

/** Passages whose vectors are still to come, or of texts that they no longer have; at most so many. */
export const findWithoutVectors = statement({
  sql: `select p.id from passages p where p.account_id = :accountId and p.knowledge_base_id = :knowledgeBaseId
      and not p.held and not exists (select from passage_vectors v where v.account_id = p.account_id and v.passage_id = p.id
        and v.model = :model and v.revision = p.revision) limit :limit`,
  params: { ...IN_BASE, model: 'text', limit: 'int8' },
  row: { id: 'uuid' },
});

export const countVectors = statement({
  sql: `select count(*) as vectors, count(distinct v.passage_id) as passages from passage_vectors v
    join passages p on p.account_id = v.account_id and p.id = v.passage_id and not p.held
    where v.account_id = :accountId and v.knowledge_base_id = :knowledgeBaseId and v.model = :model`,
  params: { ...IN_BASE, model: 'text' },
  row: { vectors: 'int8', passages: 'int8' },
});

/** Whether the database compares vectors itself; makes the column for it where it can. */
export const raiseVectorColumn = statement({
  sql: 'select raise_vector_column() as is_there',
  params: {},
  row: { isThere: 'bool' },
});

/** Fills that column for a base; gives how many rows. */
export const fillVectorColumn = statement({
  sql: `select fill_vector_column(b.account_id, b.id, :limit) as filled from knowledge_bases b
    where b.account_id = :accountId and b.id = :knowledgeBaseId`,
  params: { ...IN_BASE, limit: 'int4' },
  row: { filled: 'int4' },
});

/** The passages whose texts are nearest, by the database. */
export const findNear = statement({
  sql: `select n.passage_id, n.part, n.cosine from knowledge_bases b
      cross join lateral near_passages(b.account_id, b.id, :model, :asked, :limit) n
    where b.account_id = :accountId and b.id = :knowledgeBaseId order by n.cosine desc, n.passage_id`,
  params: { ...IN_BASE, model: 'text', asked: 'float4[]', limit: 'int4' },
  row: { passageId: 'uuid', part: 'int4', cosine: 'float8' },
});

/**
 * Passages of an account that have their vectors of the model, and with those that wait for them; why the last try of one
 * failed. What was refused counts for neither: nothing more comes of it.
 */
export const countEmbedded = statement({
  sql: `select count(*) filter (where found.has_vector or not found.is_passed) as total,
      count(*) filter (where found.has_vector and found.is_passed) as done,
      max(case when e.model = :model then e.failed_reason end) as failed_reason
    from passages p left join knowledge_embeddings e
      on e.account_id = p.account_id and e.knowledge_base_id = p.knowledge_base_id
    cross join lateral (select
      coalesce(e.model = :model and (p.revision, p.id) <= (e.revision, e.passage_id), false) as is_passed,
      exists (select from passage_vectors v where v.account_id = p.account_id and v.passage_id = p.id
        and v.model = :model and v.revision = p.revision) as has_vector) found
    where p.account_id = :accountId and not p.held`,
  params: { accountId: 'uuid', model: 'text' },
  row: { total: 'int8', done: 'int8', failedReason: nullable('text') },
});

/** Bases in the order of their keys, with how far they are embedded: for a look at all of them, a page at a time. */
export const listBasesToLookAt = statement({
  sql: `select b.account_id, b.id as knowledge_base_id, b.revision as base_revision, e.model, e.revision, e.passage_id, e.due_at,
      e.resizes, e.measured_revision is not null as is_measured
    from knowledge_bases b left join knowledge_embeddings e on e.account_id = b.account_id and e.knowledge_base_id = b.id
    where (b.account_id, b.id) > (:afterAccountId, :afterId) order by b.account_id, b.id limit :limit`,
  params: { afterAccountId: 'uuid', afterId: 'uuid', limit: 'int8' },
  row: {
    accountId: 'uuid',
    knowledgeBaseId: 'uuid',
    baseRevision: 'int8',
    model: nullable('text'),
    revision: nullable('int8'),
    passageId: nullable('uuid'),
    dueAt: nullable('timestamptz'),
    resizes: nullable('int4'),
    isMeasured: 'bool',
  },
});

export const listBaseIds = statement({
  sql: 'select id as knowledge_base_id from knowledge_bases where account_id = :accountId order by id',
  params: { accountId: 'uuid' },
  row: { knowledgeBaseId: 'uuid' },
});
