-- Vectors of the texts of passages. A text is known by its hash, so that a passage which changes elsewhere keeps what its
-- texts have cost; `part`: 0 the question, or the whole of a piece, then the phrasings. Only rows of the passage's own
-- `revision` are searched. `batch` rises with what is stored, which is how copies in memory follow.
create table passage_vectors (
  account_id uuid not null,
  knowledge_base_id uuid not null,
  passage_id uuid not null,
  model text not null,
  text_hash text not null,
  part integer not null,
  revision bigint not null,
  batch bigint not null,
  -- Directions alone count: each number is one signed byte, whatever their common length is.
  vector bytea not null,
  primary key (account_id, passage_id, model, text_hash),
  foreign key (account_id, passage_id) references passages (account_id, id) on delete cascade
);
create index passage_vectors_by_batch on passage_vectors (account_id, knowledge_base_id, model, batch);

-- How far a base has been embedded: passages up to (`revision`, `passage_id`) have their vectors of `model`. `weight`, `center`
-- and `spread` are what the base found out of them, at `measured_revision`: 0 where they do not help.
create table knowledge_embeddings (
  account_id uuid not null,
  knowledge_base_id uuid not null,
  model text not null,
  dimensions integer not null default 0,
  revision bigint not null default 0,
  passage_id uuid not null default '00000000-0000-0000-0000-000000000000',
  batch bigint not null default 0,
  failed_reason text,
  due_at timestamptz,
  measured_revision bigint,
  measured_passages integer not null default 0,
  weight real not null default 0,
  center real not null default 0,
  spread real not null default 1,
  primary key (account_id, knowledge_base_id),
  foreign key (account_id, knowledge_base_id) references knowledge_bases (account_id, id) on delete cascade
);

-- A vector as numbers.
create function unpack_vector(packed bytea) returns real[] language sql immutable strict parallel safe as $$
  select array_agg((case when value > 127 then value - 256 else value end)::real order by place)
  from (select place, get_byte(packed, place) as value from generate_series(0, length(packed) - 1) as place) as bytes
$$;

-- Where the database knows vectors (the extension pgvector), a column of their type stands beside the bytes. The extension may
-- be there or not, and may come later: so what needs it is text until it runs.
create function raise_vector_column() returns boolean language plpgsql as $$
begin
  if exists (select from information_schema.columns
    where table_schema = current_schema() and table_name = 'passage_vectors' and column_name = 'near') then
    return true;
  end if;
  if not exists (select from pg_available_extensions where name = 'vector') then return false; end if;
  execute 'create extension if not exists vector';
  execute 'alter table passage_vectors add column near vector';
  return true;
exception when insufficient_privilege or undefined_file or feature_not_supported then
  return false;
end $$;

-- Fills the column of a base, so many rows at once; gives how many.
create function fill_vector_column(account uuid, base uuid, most integer) returns integer language plpgsql as $$
declare filled integer;
begin
  execute 'update passage_vectors set near = unpack_vector(vector)::vector
    where ctid = any (array(select ctid from passage_vectors
      where account_id = $1 and knowledge_base_id = $2 and near is null limit $3))' using account, base, most;
  get diagnostics filled = row_count;
  return filled;
end $$;

-- The passages whose texts are nearest to a vector, exactly.
create function near_passages(account uuid, base uuid, name text, asked real[], most integer)
  returns table (passage_id uuid, part integer, cosine double precision) language plpgsql stable as $$
begin
  return query execute 'select v.passage_id, v.part, 1 - (v.near <=> $4::vector) from passage_vectors v
    join passages p on p.account_id = v.account_id and p.id = v.passage_id and p.revision = v.revision
    where v.account_id = $1 and v.knowledge_base_id = $2 and v.model = $3 and v.near is not null
    order by v.near <=> $4::vector limit $5' using account, base, name, asked, most;
end $$;
