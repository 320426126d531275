create extension if not exists pg_trgm;

-- `revision` rises with every change of a passage in the base; `removed_revision` with every removal: how index copies in memory follow.
create table knowledge_bases (
  account_id uuid not null,
  id uuid not null,
  name text not null,
  revision bigint not null default 0,
  removed_revision bigint not null default 0,
  pairs integer not null default 0,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (account_id, id)
);

-- A piece of knowledge. Pairs have a question; pieces of files and pages will have a title there.
create table passages (
  account_id uuid not null,
  knowledge_base_id uuid not null,
  id uuid not null,
  kind text not null check (kind in ('qa', 'file', 'page')),
  question text not null,
  body text not null,
  revision bigint not null,
  search tsvector generated always as (
    setweight(to_tsvector('russian', left(question, 20000)), 'A') || setweight(to_tsvector('russian', left(body, 100000)), 'B')
  ) stored,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (account_id, knowledge_base_id, id)
);
create unique index passages_by_id on passages (account_id, id);
create index passages_newest on passages (account_id, knowledge_base_id, created_at desc, id desc);
create index passages_by_revision on passages (account_id, knowledge_base_id, revision);
create index passages_search on passages using gin (search);
create index passages_trigrams on passages using gin (question gin_trgm_ops);
