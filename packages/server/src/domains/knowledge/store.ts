import type { KnowledgeBase, QuestionAnswer } from '@otvet/contract';
import type { Queryable } from '../../platform/database/queryable.ts';

type BaseRow = {
  id: string;
  name: string;
  pairs: number;
  channels: { id: string; name: string; type: string }[];
  created_at: Date;
  updated_at: Date;
};

const baseColumns = `b.id, b.name, b.pairs, b.created_at, b.updated_at, (
  select coalesce(json_agg(json_build_object('id', c.id, 'name', c.name, 'type', c.type) order by c.created_at), '[]'::json)
  from channels c where c.account_id = b.account_id and c.unlinked_at is null and c.settings ->> 'knowledgeBaseId' = b.id::text
) as channels`;

function toBase(row: BaseRow): KnowledgeBase {
  return {
    id: row.id,
    name: row.name,
    pairs: row.pairs,
    channels: row.channels,
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
  };
}

export async function listBases(db: Queryable, accountId: string): Promise<KnowledgeBase[]> {
  const { rows } = await db.query<BaseRow>(
    `select ${baseColumns} from knowledge_bases b where b.account_id = $1 order by b.created_at, b.id limit 500`,
    [accountId],
  );
  return rows.map(toBase);
}

export async function findBase(db: Queryable, accountId: string, id: string): Promise<KnowledgeBase | undefined> {
  const { rows } = await db.query<BaseRow>(
    `select ${baseColumns} from knowledge_bases b where b.account_id = $1 and b.id = $2`,
    [accountId, id],
  );
  return rows[0] && toBase(rows[0]);
}

export async function insertBase(
  db: Queryable,
  base: { accountId: string; id: string; name: string; now: Date },
): Promise<void> {
  await db.query(
    'insert into knowledge_bases (account_id, id, name, created_at, updated_at) values ($1, $2, $3, $4, $4)',
    [base.accountId, base.id, base.name, base.now],
  );
}

export async function renameBase(
  db: Queryable,
  base: { accountId: string; id: string; name: string; now: Date },
): Promise<boolean> {
  const { rowCount } = await db.query(
    'update knowledge_bases set name = $3, updated_at = $4 where account_id = $1 and id = $2',
    [base.accountId, base.id, base.name, base.now],
  );
  return rowCount === 1;
}

/** Deletes a base, its passages, and its links from channels, in one statement. */
export async function deleteBase(db: Queryable, accountId: string, id: string): Promise<boolean> {
  const { rows } = await db.query<{ id: string }>(
    `with passages as (delete from passages where account_id = $1 and knowledge_base_id = $2),
     channels as (update channels set settings = settings || '{"knowledgeBaseId": null}' where account_id = $1 and settings ->> 'knowledgeBaseId' = $2::text)
     delete from knowledge_bases where account_id = $1 and id = $2 returning id`,
    [accountId, id],
  );
  return rows.length === 1;
}

type PairRow = {
  id: string;
  knowledge_base_id: string;
  question: string;
  body: string;
  created_at: Date;
  updated_at: Date;
};

const pairColumns = 'p.id, p.knowledge_base_id, p.question, p.body, p.created_at, p.updated_at';

function toPair(row: PairRow): QuestionAnswer {
  return {
    id: row.id,
    knowledgeBaseId: row.knowledge_base_id,
    question: row.question,
    answer: row.body,
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
  };
}

/** The row lock on the base gives its revisions one order: a reader of revision N has seen all before it. */
const bumpBase = `update knowledge_bases set revision = revision + 1, updated_at = $3`;

export type NewPair = { id: string; question: string; answer: string };

/** Adds pairs in the order given; undefined when the base is not there, false when it would grow over `most`. */
export async function insertPairs(
  db: Queryable,
  input: { accountId: string; knowledgeBaseId: string; pairs: NewPair[]; most: number; now: Date },
): Promise<QuestionAnswer[] | false | undefined> {
  const { rows } = await db.query<PairRow & { fits: boolean }>(
    `with base as (
       ${bumpBase}, pairs = pairs + $4::integer where account_id = $1 and id = $2 and pairs + $4 <= $8 returning revision
     )
     insert into passages as p (account_id, knowledge_base_id, id, kind, question, body, revision, created_at, updated_at)
     select $1, $2, pair.id, 'qa', pair.question, pair.answer, base.revision, $3, $3
     from base, unnest($5::uuid[], $6::text[], $7::text[]) as pair (id, question, answer)
     returning ${pairColumns}`,
    [
      input.accountId,
      input.knowledgeBaseId,
      input.now,
      input.pairs.length,
      input.pairs.map((pair) => pair.id),
      input.pairs.map((pair) => pair.question),
      input.pairs.map((pair) => pair.answer),
      input.most,
    ],
  );
  if (rows.length > 0) return rows.map(toPair);
  const known = await db.query<{ one: number }>(
    'select 1 as one from knowledge_bases where account_id = $1 and id = $2',
    [input.accountId, input.knowledgeBaseId],
  );
  return known.rows.length === 1 ? false : undefined;
}

/** Changes a pair; undefined when it is not there. */
export async function updatePair(
  db: Queryable,
  input: { accountId: string; id: string; question: string; answer: string; now: Date },
): Promise<QuestionAnswer | undefined> {
  const { rows } = await db.query<PairRow>(
    `with base as (
       ${bumpBase} where account_id = $1 and id = (select knowledge_base_id from passages where account_id = $1 and id = $2 and kind = 'qa') returning id, revision
     )
     update passages p set question = $4, body = $5, revision = base.revision, updated_at = $3 from base
     where p.account_id = $1 and p.knowledge_base_id = base.id and p.id = $2 returning ${pairColumns}`,
    [input.accountId, input.id, input.now, input.question, input.answer],
  );
  return rows[0] && toPair(rows[0]);
}

/** Deletes a pair; gives its base. */
export async function deletePair(
  db: Queryable,
  input: { accountId: string; id: string; now: Date },
): Promise<string | undefined> {
  const { rows } = await db.query<{ knowledge_base_id: string }>(
    `with base as (
       ${bumpBase}, removed_revision = revision + 1, pairs = pairs - 1
       where account_id = $1 and id = (select knowledge_base_id from passages where account_id = $1 and id = $2 and kind = 'qa') returning id
     )
     delete from passages p using base where p.account_id = $1 and p.knowledge_base_id = base.id and p.id = $2 returning p.knowledge_base_id`,
    [input.accountId, input.id, input.now],
  );
  return rows[0]?.knowledge_base_id;
}

export type PairPage = { accountId: string; knowledgeBaseId: string; limit: number; offset: number };

/** Pairs of a base, newest first. The count is kept, not counted. */
export async function listPairs(
  db: Queryable,
  page: PairPage,
): Promise<{ pairs: QuestionAnswer[]; count: number } | undefined> {
  const base = await db.query<{ pairs: number }>(
    'select pairs from knowledge_bases where account_id = $1 and id = $2',
    [page.accountId, page.knowledgeBaseId],
  );
  const count = base.rows[0]?.pairs;
  if (count === undefined) return undefined;
  const { rows } = await db.query<PairRow>(
    `select ${pairColumns} from passages p where p.account_id = $1 and p.knowledge_base_id = $2 and p.kind = 'qa' order by p.created_at desc, p.id desc limit $3 offset $4`,
    [page.accountId, page.knowledgeBaseId, page.limit, page.offset],
  );
  return { pairs: rows.map(toPair), count };
}

const likePattern = (text: string) => `%${text.replace(/[\\%_]/g, (sign) => `\\${sign}`)}%`;

/** Pairs found by stems (Russian and English), by a literal part of the text, or by likeness (typing errors). */
export async function searchPairs(
  db: Queryable,
  page: PairPage & { search: string },
): Promise<{ pairs: QuestionAnswer[]; count: number }> {
  const { rows } = await db.query<PairRow & { total: string }>(
    `with found as (
       select p.*, ts_rank(p.search, websearch_to_tsquery('russian', $3)) + similarity(p.question, $3)
         + case when p.question ilike $4 or p.body ilike $4 then 1 else 0 end as rank
       from passages p
       where p.account_id = $1 and p.knowledge_base_id = $2 and p.kind = 'qa'
         and (p.search @@ websearch_to_tsquery('russian', $3) or p.question ilike $4 or p.body ilike $4 or p.question % $3)
       limit 1000
     )
     select ${pairColumns}, count(*) over () as total from found p order by rank desc, created_at desc, id limit $5 offset $6`,
    [page.accountId, page.knowledgeBaseId, page.search, likePattern(page.search), page.limit, page.offset],
  );
  return { pairs: rows.map(toPair), count: Number(rows[0]?.total ?? 0) };
}

export type BaseRevision = { revision: number; removedRevision: number };

/** How far a base has changed; undefined when it is gone. */
export async function readRevision(db: Queryable, accountId: string, id: string): Promise<BaseRevision | undefined> {
  const { rows } = await db.query<{ revision: string; removed_revision: string }>(
    'select revision, removed_revision from knowledge_bases where account_id = $1 and id = $2',
    [accountId, id],
  );
  return rows[0] && { revision: Number(rows[0].revision), removedRevision: Number(rows[0].removed_revision) };
}

export type PassageRow = { id: string; kind: 'qa' | 'file' | 'page'; question: string; body: string; revision: number };

/** Passages changed after a revision, in pages by (revision, id). */
export async function readPassages(
  db: Queryable,
  input: { accountId: string; knowledgeBaseId: string; afterRevision: number; afterId: string; limit: number },
): Promise<PassageRow[]> {
  const { rows } = await db.query<{
    id: string;
    kind: PassageRow['kind'];
    question: string;
    body: string;
    revision: string;
  }>(
    `select id, kind, question, body, revision from passages
     where account_id = $1 and knowledge_base_id = $2 and (revision, id) > ($3::bigint, $4::uuid) order by revision, id limit $5`,
    [input.accountId, input.knowledgeBaseId, input.afterRevision, input.afterId, input.limit],
  );
  return rows.map((row) => ({ ...row, revision: Number(row.revision) }));
}

/** Ids of all passages of a base. */
export async function readPassageIds(db: Queryable, accountId: string, knowledgeBaseId: string): Promise<string[]> {
  const { rows } = await db.query<{ id: string }>(
    'select id from passages where account_id = $1 and knowledge_base_id = $2',
    [accountId, knowledgeBaseId],
  );
  return rows.map((row) => row.id);
}

/** Passages by id, within one base. */
export async function findPassages(
  db: Queryable,
  input: { accountId: string; knowledgeBaseId: string; ids: string[] },
): Promise<Omit<PassageRow, 'revision'>[]> {
  const { rows } = await db.query<Omit<PassageRow, 'revision'>>(
    'select id, kind, question, body from passages where account_id = $1 and knowledge_base_id = $2 and id = any($3::uuid[])',
    [input.accountId, input.knowledgeBaseId, input.ids],
  );
  return rows;
}
