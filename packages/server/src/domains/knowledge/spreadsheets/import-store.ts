import { present, statement } from '../../../platform/database/statement.ts';
import { WAYS_OF_PAIRS } from '../store.ts';

const IN_BASE = { accountId: 'uuid', knowledgeBaseId: 'uuid' } as const;

/** Pairs of a base that are asked with these folded questions, the oldest first. */
export const findPairsOf = statement({
  sql: `select p.id, way as folded, p.question, p.body as answer, p.phrasings, p.memory from ${WAYS_OF_PAIRS} and way = any(:questions)
    order by p.created_at, p.id`,
  params: { ...IN_BASE, questions: 'text[]' },
  row: { id: 'uuid', folded: present('text'), question: 'text', answer: 'text', phrasings: 'text', memory: 'int4' },
});

/** Gives pairs of a base other answers and ways to ask. Whoever changes passages holds the lock of `lockKnowledge`. */
export const changeAnswers = statement({
  sql: `with given as (
      select p.id, change.answer, change.phrasings, change.memory, p.memory as former
      from unnest(:ids, :answers, :phrasings, :memory) as change (id, answer, phrasings, memory)
      join passages p on p.account_id = :accountId and p.knowledge_base_id = :knowledgeBaseId and p.id = change.id
    ), base as (
      update knowledge_bases set revision = revision + 1, updated_at = :now,
        memory = memory + (select coalesce(sum(given.memory - given.former), 0) from given)
      where account_id = :accountId and id = :knowledgeBaseId returning revision
    )
    update passages p set body = given.answer, phrasings = given.phrasings, memory = given.memory, revision = base.revision, updated_at = :now
    from base, given where p.account_id = :accountId and p.knowledge_base_id = :knowledgeBaseId and p.id = given.id`,
  params: { ...IN_BASE, ids: 'uuid[]', answers: 'text[]', phrasings: 'text[]', memory: 'int4[]', now: 'timestamptz' },
});
