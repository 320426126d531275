create table dialogs (
  id text primary key,
  last_seq bigint not null,
  last_text text not null,
  last_at timestamptz not null
);
create table messages (
  dialog_id text not null,
  seq bigint not null,
  author text not null,
  text text not null,
  created_at timestamptz not null,
  primary key (dialog_id, seq)
);
