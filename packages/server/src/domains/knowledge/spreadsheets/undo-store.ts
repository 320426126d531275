import { nullable, type RowOf, statement } from '../../../platform/database/statement.ts';

const IN_BASE = { accountId: 'uuid', knowledgeBaseId: 'uuid' } as const;
const PAIRS = { ...IN_BASE, ids: 'uuid[]' } as const;
const GIVEN_PAIRS = 'p.account_id = :accountId and p.knowledge_base_id = :knowledgeBaseId and p.id = any(:ids)';

/** The last import into a base can be taken back no more: it was, or another one takes its place. */
export const forgetImport = statement({
  sql: 'delete from pair_imports where account_id = :accountId and knowledge_base_id = :knowledgeBaseId',
  params: IN_BASE,
});

export const insertImport = statement({
  sql: `insert into pair_imports (account_id, knowledge_base_id, id, name, imported_at)
    values (:accountId, :knowledgeBaseId, :id, :name, :now)`,
  params: { ...IN_BASE, id: 'uuid', name: nullable('text'), now: 'timestamptz' },
});

/** Pairs that the import will change, as they are before. */
export const noteFormer = statement({
  sql: `insert into imported_pairs
      (account_id, knowledge_base_id, pair_id, revision, former_answer, former_phrasings, former_memory)
    select p.account_id, p.knowledge_base_id, p.id, p.revision, p.body, p.phrasings, p.memory from passages p where ${GIVEN_PAIRS}`,
  params: PAIRS,
});

/** Pairs that the import has added. */
export const noteAdded = statement({
  sql: `insert into imported_pairs (account_id, knowledge_base_id, pair_id, revision)
    select p.account_id, p.knowledge_base_id, p.id, p.revision from passages p where ${GIVEN_PAIRS}`,
  params: PAIRS,
});

/** Pairs that the import has changed, as they are now. */
export const noteChanged = statement({
  sql: `update imported_pairs i set revision = p.revision from passages p
    where ${GIVEN_PAIRS} and i.account_id = p.account_id and i.pair_id = p.id`,
  params: PAIRS,
});

/** The last import into a base, and what of it stands as it was imported. */
export const findImport = statement({
  sql: `select m.id, m.name, m.imported_at,
      count(p.id) filter (where i.former_answer is null and p.revision = i.revision) as added,
      count(p.id) filter (where i.former_answer is not null and p.revision = i.revision) as changed,
      count(p.id) filter (where p.revision <> i.revision) as kept
    from pair_imports m
    left join imported_pairs i on i.account_id = m.account_id and i.knowledge_base_id = m.knowledge_base_id
    left join passages p on p.account_id = i.account_id and p.id = i.pair_id
    where m.account_id = :accountId and m.knowledge_base_id = :knowledgeBaseId
    group by m.id, m.name, m.imported_at`,
  params: IN_BASE,
  row: { id: 'uuid', name: nullable('text'), importedAt: 'timestamptz', added: 'int8', changed: 'int8', kept: 'int8' },
});
export type LastImport = RowOf<typeof findImport>;

/** What of the last import stands as it was imported. */
export const listImported = statement({
  sql: `select p.id, i.former_answer, i.former_phrasings, i.former_memory from imported_pairs i
    join passages p on p.account_id = i.account_id and p.id = i.pair_id and p.revision = i.revision
    where i.account_id = :accountId and i.knowledge_base_id = :knowledgeBaseId order by p.id`,
  params: IN_BASE,
  row: {
    id: 'uuid',
    formerAnswer: nullable('text'),
    formerPhrasings: nullable('text'),
    formerMemory: nullable('int4'),
  },
});

/** Deletes pairs of a base. Whoever changes passages holds the lock of `lockKnowledge`. */
export const deletePairs = statement({
  sql: `with base as (
      update knowledge_bases set revision = revision + 1, removed_revision = revision + 1, updated_at = :now,
        pairs = pairs - (select count(*) from passages p where ${GIVEN_PAIRS}),
        memory = memory - (select coalesce(sum(p.memory), 0) from passages p where ${GIVEN_PAIRS})
      where account_id = :accountId and id = :knowledgeBaseId returning id
    )
    delete from passages p using base where ${GIVEN_PAIRS}`,
  params: { ...PAIRS, now: 'timestamptz' },
});
