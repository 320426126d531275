import { embeddingChoices } from '@otvet/contract';
import { oneOf, statement } from '../../../../platform/database/statement.ts';

export const readChoice = statement({
  sql: 'select choice from knowledge_embedding_choices where account_id = :accountId',
  params: { accountId: 'uuid' },
  row: { choice: oneOf(embeddingChoices) },
});

export const setChoice = statement({
  sql: `insert into knowledge_embedding_choices (account_id, choice, changed_at) values (:accountId, :choice, :now)
    on conflict (account_id) do update set choice = excluded.choice, changed_at = excluded.changed_at`,
  params: { accountId: 'uuid', choice: oneOf(embeddingChoices), now: 'timestamptz' },
});

/** Whether any account is searched by the model of this server: not to be asked within a request, which sees one account. */
export const isLocalWanted = statement({
  sql: `select exists (select from knowledge_embedding_choices where choice = 'local') as wanted`,
  params: {},
  row: { wanted: 'bool' },
});
