import { statement } from '../../../../platform/database/statement.ts';

/** What a model wrote of a picture with these bytes, for whichever source of the account. */
export const findPictureText = statement({
  sql: `select text, model, prompt_tokens, completion_tokens from knowledge_picture_texts
    where account_id = :accountId and hash = :hash and model = any(:models) order by created_at desc limit 1`,
  params: { accountId: 'uuid', hash: 'text', models: 'text[]' },
  row: { text: 'text', model: 'text', promptTokens: 'int4', completionTokens: 'int4' },
});

/** Keeps it with its source, in the place of what was written of its former picture; nothing where the source is gone. */
export const keepPictureText = statement({
  sql: `insert into knowledge_picture_texts (account_id, source_id, hash, model, text, prompt_tokens, completion_tokens, created_at)
    select account_id, id, :hash, :model, :text, :promptTokens, :completionTokens, :now from knowledge_sources
    where account_id = :accountId and id = :id
    on conflict (account_id, source_id) do update set hash = excluded.hash, model = excluded.model, text = excluded.text,
      prompt_tokens = excluded.prompt_tokens, completion_tokens = excluded.completion_tokens, created_at = excluded.created_at`,
  params: {
    accountId: 'uuid',
    id: 'uuid',
    hash: 'text',
    model: 'text',
    text: 'text',
    promptTokens: 'int4',
    completionTokens: 'int4',
    now: 'timestamptz',
  },
});
