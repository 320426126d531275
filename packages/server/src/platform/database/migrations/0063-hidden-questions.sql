-- Questions of customers that need no answer of the base, by a fingerprint of their words: the words themselves stay in the dialogs.
create table knowledge_hidden_questions (
  account_id uuid not null,
  knowledge_base_id uuid not null,
  fingerprint text not null,
  hidden_at timestamptz not null,
  primary key (account_id, knowledge_base_id, fingerprint)
);
