-- What a base says twice in two ways, offers past their date and pages that vanished. `identity` is made of what stands there,
-- so that an owner's mark holds as long as the texts do. `settled`: no longer found. `due_on`: an offer ends with this day.
create table knowledge_findings (
  account_id uuid not null,
  knowledge_base_id uuid not null,
  id uuid not null,
  kind text not null check (kind in ('price', 'phone', 'hours', 'expired', 'vanished')),
  identity text not null,
  subject text not null,
  passages jsonb not null default '[]',
  source_id uuid,
  due_on date,
  state text not null check (state in ('open', 'ignored', 'settled')),
  found_at timestamptz not null,
  changed_at timestamptz not null,
  primary key (account_id, id)
);
create unique index knowledge_findings_identity on knowledge_findings (account_id, knowledge_base_id, identity);

-- The revision that was looked through last; a base is looked through again when it has changed.
alter table knowledge_bases
  add column checked_revision bigint not null default 0,
  add column checked_at timestamptz not null default '-infinity';
create index knowledge_bases_unchecked on knowledge_bases (updated_at) where revision <> checked_revision;
