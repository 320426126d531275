import { statement } from '../../../platform/database/statement.ts';

const IN_BASE = { accountId: 'uuid', knowledgeBaseId: 'uuid' } as const;

export const listHidden = statement({
  sql: `select fingerprint from knowledge_hidden_questions
    where account_id = :accountId and knowledge_base_id = :knowledgeBaseId and fingerprint = any(:fingerprints)`,
  params: { ...IN_BASE, fingerprints: 'text[]' },
  row: { fingerprint: 'text' },
});

/** Of more than `max` the ones hidden first go. Nothing in a base that is not there. */
export const hideQuestion = statement({
  sql: `with dropped as (
      delete from knowledge_hidden_questions where account_id = :accountId and knowledge_base_id = :knowledgeBaseId
        and fingerprint in (select fingerprint from knowledge_hidden_questions
          where account_id = :accountId and knowledge_base_id = :knowledgeBaseId
          order by hidden_at desc, fingerprint offset :max)
    )
    insert into knowledge_hidden_questions (account_id, knowledge_base_id, fingerprint, hidden_at)
    select account_id, id, :fingerprint, :now from knowledge_bases where account_id = :accountId and id = :knowledgeBaseId
    on conflict do nothing`,
  params: { ...IN_BASE, fingerprint: 'text', now: 'timestamptz', max: 'int8' },
});

export const showQuestion = statement({
  sql: `delete from knowledge_hidden_questions
    where account_id = :accountId and knowledge_base_id = :knowledgeBaseId and fingerprint = :fingerprint`,
  params: { ...IN_BASE, fingerprint: 'text' },
});
