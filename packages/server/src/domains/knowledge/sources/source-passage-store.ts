import { json, nullable, type RowOf, statement } from '../../../platform/database/statement.ts';
import type { DocumentPlace } from '../reading/document.ts';
import { folded } from '../store.ts';

const OF_SOURCE = { accountId: 'uuid', sourceId: 'uuid' } as const;

/** The passages of a source in their order, as they are compared with a new reading. */
export const readSourcePassages = statement({
  sql: `select id, question, body, memory from passages where account_id = :accountId and source_id = :sourceId
    order by position, id`,
  params: OF_SOURCE,
  row: { id: 'uuid', question: 'text', body: 'text', memory: 'int4' },
});
export type HeldPassage = RowOf<typeof readSourcePassages>;

/** The row lock on the base gives its revisions one order. */
export const raiseRevision = statement({
  sql: `update knowledge_bases set revision = revision + 1, memory = memory + :memory, updated_at = :now,
      removed_revision = case when :isRemoving then revision + 1 else removed_revision end
    where account_id = :accountId and id = :knowledgeBaseId returning revision`,
  params: { accountId: 'uuid', knowledgeBaseId: 'uuid', memory: 'int8', isRemoving: 'bool', now: 'timestamptz' },
  row: { revision: 'int8' },
});

export const deletePassages = statement({
  sql: 'delete from passages where account_id = :accountId and source_id = :sourceId and id = any(:ids)',
  params: { ...OF_SOURCE, ids: 'uuid[]' },
});

/** Deletes all of a source; gives what they took in memory. */
export const deleteAllPassages = statement({
  sql: `with gone as (delete from passages where account_id = :accountId and source_id = :sourceId returning memory)
    select count(*) as count, coalesce(sum(memory), 0)::int8 as memory from gone`,
  params: OF_SOURCE,
  row: { count: 'int8', memory: 'int8' },
});

export type Placed = { id: string; position: number; place: DocumentPlace };

/** Passages that stay may stand elsewhere now; their texts do not change. */
export const movePassages = statement({
  sql: `update passages p set position = moved.position, place = moved.place
    from jsonb_to_recordset(:rows) as moved (id uuid, position integer, place jsonb)
    where p.account_id = :accountId and p.source_id = :sourceId and p.id = moved.id
      and (p.position <> moved.position or p.place <> moved.place)`,
  params: { ...OF_SOURCE, rows: json<Placed[]>() },
});

export type NewPassage = Placed & { question: string; body: string; trail: string[]; memory: number };

export const insertPassages = statement({
  sql: `insert into passages (account_id, knowledge_base_id, id, kind, question, body, memory, revision, source_id, trail,
      place, position, created_at, updated_at)
    select :accountId, :knowledgeBaseId, piece.id, :kind, piece.question, piece.body, piece.memory, :revision, :sourceId,
      piece.trail, piece.place, piece.position, :now, :now
    from jsonb_to_recordset(:rows) as piece
      (id uuid, question text, body text, memory integer, trail jsonb, place jsonb, position integer)`,
  params: {
    ...OF_SOURCE,
    knowledgeBaseId: 'uuid',
    kind: 'text',
    revision: 'int8',
    rows: json<NewPassage[]>(),
    now: 'timestamptz',
  },
});

/** Its headings and its words. */
const FOLDED = folded("trail::text || ' ' || body");
const CONTAINS = `account_id = :accountId and source_id = :sourceId
      and (:search = '' or strpos(${FOLDED}, :search) > 0)`;
const PASSAGE = { id: 'uuid', trail: json<string[]>(), body: 'text', place: json<DocumentPlace>() } as const;

/** A page of a source's passages in their order; those that contain the lowered `search`, unless it is empty. */
export const listPassages = statement({
  sql: `select id, trail, body, place from passages where ${CONTAINS} order by position, id limit :limit offset :offset`,
  params: { ...OF_SOURCE, search: 'text', limit: 'int8', offset: 'int8' },
  row: PASSAGE,
});

export type PassageRow = RowOf<typeof listPassages>;

export const countPassages = statement({
  sql: `select count(*) as count from passages where ${CONTAINS}`,
  params: { ...OF_SOURCE, search: 'text' },
  row: { count: 'int8' },
});

/** A passage by itself, with the source that it belongs to; a pair belongs to none. */
export const findPassage = statement({
  sql: `select id, source_id, trail, body, place from passages
    where account_id = :accountId and id = :id`,
  params: { accountId: 'uuid', id: 'uuid' },
  row: { ...PASSAGE, sourceId: nullable('uuid') },
});

/** How many passages of a source stand before one of them; no row where it is none of them. */
export const countBefore = statement({
  sql: `select (select count(*) from passages p where p.account_id = :accountId and p.source_id = :sourceId
      and (p.position, p.id) < (found.position, found.id)) as count
    from passages found where found.account_id = :accountId and found.source_id = :sourceId and found.id = :id`,
  params: { ...OF_SOURCE, id: 'uuid' },
  row: { count: 'int8' },
});
