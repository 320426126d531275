-- The last import of pairs into each base, so that it can be taken back.
create table pair_imports (
  account_id uuid not null,
  knowledge_base_id uuid not null,
  id uuid not null,
  -- Of the file or link; null where the pairs were chosen on a page.
  name text,
  imported_at timestamptz not null,
  primary key (account_id, knowledge_base_id),
  foreign key (account_id, knowledge_base_id) references knowledge_bases (account_id, id) on delete cascade
);

-- What it added and changed. A pair whose `revision` is another by now was changed since then, and is left as it is. The
-- former texts are null where the pair was added.
create table imported_pairs (
  account_id uuid not null,
  knowledge_base_id uuid not null,
  pair_id uuid not null,
  revision bigint not null,
  former_answer text,
  former_phrasings text,
  former_memory integer,
  primary key (account_id, pair_id),
  foreign key (account_id, pair_id) references passages (account_id, id) on delete cascade,
  foreign key (account_id, knowledge_base_id) references pair_imports (account_id, knowledge_base_id) on delete cascade
);
create index imported_pairs_by_base on imported_pairs (account_id, knowledge_base_id);
