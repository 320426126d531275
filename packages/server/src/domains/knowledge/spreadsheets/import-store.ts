import { statement } from '../../../platform/database/statement.ts';

const IN_BASE = { accountId: 'uuid', knowledgeBaseId: 'uuid' } as const;

/** What one of the parameters has for the pair `p`. Joined with them, the database may compare each with all pairs of the base. */
const given = (parameter: string) => `(${parameter})[array_position(:ids, p.id)]`;
const GIVEN_PAIRS = 'p.account_id = :accountId and p.knowledge_base_id = :knowledgeBaseId and p.id = any(:ids)';

/** Gives pairs of a base other answers and ways to ask. Whoever changes passages holds the lock of `lockKnowledge`. */
export const changeAnswers = statement({
  sql: `with base as (
      update knowledge_bases set revision = revision + 1, updated_at = :now,
        memory = memory + (select coalesce(sum(${given(':memory')} - p.memory), 0) from passages p where ${GIVEN_PAIRS})
      where account_id = :accountId and id = :knowledgeBaseId returning revision
    )
    update passages p set body = ${given(':answers')}, phrasings = ${given(':phrasings')}, memory = ${given(':memory')},
      revision = base.revision, updated_at = :now
    from base where ${GIVEN_PAIRS}`,
  params: { ...IN_BASE, ids: 'uuid[]', answers: 'text[]', phrasings: 'text[]', memory: 'int4[]', now: 'timestamptz' },
});
