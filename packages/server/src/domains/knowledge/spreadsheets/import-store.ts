import { statement } from '../../../platform/database/statement.ts';
import { FOLDED } from '../store.ts';

const IN_BASE = { accountId: 'uuid', knowledgeBaseId: 'uuid' } as const;

/** Pairs of a base with these folded questions, the oldest first. */
export const findPairsOf = statement({
  sql: `select id, ${FOLDED} as folded, body as answer, memory from passages
    where account_id = :accountId and knowledge_base_id = :knowledgeBaseId and kind = 'qa' and ${FOLDED} = any(:questions)
    order by created_at, id`,
  params: { ...IN_BASE, questions: 'text[]' },
  row: { id: 'uuid', folded: 'text', answer: 'text', memory: 'int4' },
});

/** Gives pairs of a base other answers. Whoever changes passages holds the lock of `lockKnowledge`. */
export const changeAnswers = statement({
  sql: `with given as (
      select p.id, change.answer, change.memory, p.memory as former
      from unnest(:ids, :answers, :memory) as change (id, answer, memory)
      join passages p on p.account_id = :accountId and p.knowledge_base_id = :knowledgeBaseId and p.id = change.id
    ), base as (
      update knowledge_bases set revision = revision + 1, updated_at = :now,
        memory = memory + (select coalesce(sum(given.memory - given.former), 0) from given)
      where account_id = :accountId and id = :knowledgeBaseId returning revision
    )
    update passages p set body = given.answer, memory = given.memory, revision = base.revision, updated_at = :now
    from base, given where p.account_id = :accountId and p.knowledge_base_id = :knowledgeBaseId and p.id = given.id`,
  params: { ...IN_BASE, ids: 'uuid[]', answers: 'text[]', memory: 'int4[]', now: 'timestamptz' },
});
