-- What a model wrote of a picture that is a source: kept as soon as it comes, so that the same bytes are not paid for twice,
-- neither after a crash nor when somebody adds or reads them again. Empty: there is nothing to read in it. Goes with its source.
create table knowledge_picture_texts (
  account_id uuid not null,
  source_id uuid not null,
  hash text not null,
  model text not null,
  text text not null,
  prompt_tokens integer not null,
  completion_tokens integer not null,
  created_at timestamptz not null,
  primary key (account_id, source_id),
  foreign key (account_id, source_id) references knowledge_sources (account_id, id) on delete cascade
);
create index knowledge_picture_texts_same on knowledge_picture_texts (account_id, hash);
