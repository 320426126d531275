import { statement } from '../../platform/database/statement.ts';

/** Until the end of the transaction nobody else changes the knowledge of this account. */
export const lockKnowledge = statement({
  sql: `select count(*) as locked from pg_advisory_xact_lock(hashtextextended('knowledge:' || :accountId::text, 0))`,
  params: { accountId: 'uuid' },
  row: { locked: 'int8' },
});

/** What the knowledge of an account may take in memory, and how many passages did not fit in. */
export const readMemory = statement({
  sql: `select coalesce(sum(memory), 0)::int8 as used, coalesce(sum(unsearched), 0)::int8 as unsearched
    from knowledge_bases where account_id = :accountId`,
  params: { accountId: 'uuid' },
  row: { used: 'int8', unsearched: 'int8' },
});

/** Notes how many passages of a base are not searched, as of a revision: nothing where it has changed since. */
export const noteUnsearched = statement({
  sql: `update knowledge_bases set unsearched = :unsearched
    where account_id = :accountId and id = :knowledgeBaseId and revision = :revision and unsearched <> :unsearched`,
  params: { accountId: 'uuid', knowledgeBaseId: 'uuid', revision: 'int8', unsearched: 'int4' },
});
