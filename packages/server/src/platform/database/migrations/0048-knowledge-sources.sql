-- What a base was taught from: a file, a page, a document by link. `round` rises with every reading that is asked for, so
-- that an older reading ends without effect; `version` with every good one. The passages of the last good version stay until
-- the next one is whole. `due_at`: when the next try or look begins by itself.
create table knowledge_sources (
  account_id uuid not null,
  knowledge_base_id uuid not null,
  id uuid not null,
  kind text not null check (kind in ('file', 'page', 'google_document', 'google_sheet')),
  name text not null,
  -- Keeps the same document from standing in a base twice.
  identity text not null,
  hint text not null default '',
  link text,
  file_id uuid,
  file_hash text,
  state text not null check (state in ('waiting', 'reading', 'ready', 'failed')),
  reason text,
  pages_done integer not null default 0,
  pages_total integer not null default 0,
  attempts integer not null default 0,
  round integer not null default 1,
  version integer not null default 0,
  text_hash text,
  etag text,
  last_modified text,
  title text,
  language text check (language in ('ru', 'en')),
  passages integer not null default 0,
  added integer not null default 0,
  removed integer not null default 0,
  check_every text not null default 'never' check (check_every in ('never', 'hour', 'day', 'week', 'month')),
  due_at timestamptz,
  checked_at timestamptz,
  changed_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (account_id, id)
);
create unique index knowledge_sources_identity on knowledge_sources (account_id, knowledge_base_id, identity);
create index knowledge_sources_newest on knowledge_sources (account_id, knowledge_base_id, created_at desc, id desc);
create index knowledge_sources_due on knowledge_sources (due_at) where due_at is not null;

-- A piece of a source: the headings above it, where it stands there, and its place among the others.
alter table passages
  add column source_id uuid,
  add column trail jsonb not null default '[]',
  add column place jsonb not null default '{}',
  add column position integer not null default 0;
create index passages_of_source on passages (account_id, source_id, position, id) where source_id is not null;
