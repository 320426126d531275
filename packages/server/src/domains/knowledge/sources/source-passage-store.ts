import { json, nullable, type RowOf, statement } from '../../../platform/database/statement.ts';
import type { DocumentPlace } from '../reading/document.ts';

const OF_SOURCE = { accountId: 'uuid', sourceId: 'uuid' } as const;

/** The passages of a source in their order, as they are compared with a new reading. */
export const readSourcePassages = statement({
  sql: `select id, question, body, trail, place, memory from passages where account_id = :accountId and source_id = :sourceId
    order by position, id`,
  params: OF_SOURCE,
  row: {
    id: 'uuid',
    question: 'text',
    body: 'text',
    trail: json<string[]>(),
    place: json<DocumentPlace>(),
    memory: 'int4',
  },
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

/** Of a source that is held nothing is searched. */
export const holdPassages = statement({
  sql: `update passages set held = :isHeld, revision = :revision
    where account_id = :accountId and source_id = :sourceId and held <> :isHeld`,
  params: { ...OF_SOURCE, isHeld: 'bool', revision: 'int8' },
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

const PASSAGE = { id: 'uuid', trail: json<string[]>(), body: 'text', place: json<DocumentPlace>() } as const;
const PAGE = { ...OF_SOURCE, limit: 'int8', offset: 'int8' } as const;

/** A page of a source's passages in their order. */
export const listPassages = statement({
  sql: `select id, trail, body, place from passages where account_id = :accountId and source_id = :sourceId
    order by position, id limit :limit offset :offset`,
  params: PAGE,
  row: PASSAGE,
});

export type PassageRow = RowOf<typeof listPassages>;

/** As they are read: not as JSON writes them. */
const WORDS = "concat_ws(' ', (select string_agg(heading, ' ') from jsonb_array_elements_text(trail) heading), body)";

/** A database without a locale lowers no Russian letter by itself. */
const lowered = (text: string) =>
  `lower(translate(${text}, 'АБВГДЕЁЖЗИЙКЛМНОПРСТУФХЦЧШЩЪЫЬЭЮЯ', 'абвгдеёжзийклмнопрстуфхцчшщъыьэюя'))`;

/**
 * A page of those whose headings or words contain the lowered `search`, in their order, and how many do. All texts of the source
 * are read for it, once.
 */
export const searchPassages = statement({
  sql: `with found as materialized (select id, position from passages
      where account_id = :accountId and source_id = :sourceId and strpos(${lowered(WORDS)}, :search) > 0)
    select (select count(*) from found) as count,
      array(select id from found order by position, id limit :limit offset :offset) as ids`,
  params: { ...PAGE, search: 'text' },
  row: { count: 'int8', ids: 'uuid[]' },
});

/** These passages of a source, in their order. */
export const listPassagesOf = statement({
  sql: `select id, trail, body, place from passages
    where account_id = :accountId and source_id = :sourceId and id = any(:ids) order by position, id`,
  params: { ...OF_SOURCE, ids: 'uuid[]' },
  row: PASSAGE,
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
