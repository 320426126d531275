-- What turns the texts of an account into vectors, by the choice of its owner; no row: what the host has set up.
create table knowledge_embedding_choices (
  account_id uuid not null primary key,
  choice text not null check (choice in ('off', 'service', 'local')),
  changed_at timestamptz not null
);
create index knowledge_embedding_choices_local on knowledge_embedding_choices (account_id) where choice = 'local';

-- Models of sentences that run on this installation, one row for all accounts and nodes. `files`: what they were when they
-- were fetched first, so that a node refuses others. `holder`: the node that fetches or tries the model, until `held_until`.
create table knowledge_models (
  name text not null primary key,
  state text not null check (state in ('absent', 'wanted', 'checking', 'failed', 'ready')),
  done bigint not null default 0,
  total bigint,
  reason text,
  files jsonb not null default '[]',
  holder uuid,
  held_until timestamptz not null default '-infinity',
  changed_at timestamptz not null
);
