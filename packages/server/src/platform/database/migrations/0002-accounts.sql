-- Tables of better-auth, as its version 1.7.7 expects them (a test compares); only ids are ours. They know no account.
create table auth_user (
  id text primary key,
  name text not null,
  -- Folded (NFKC, lower case): one account per address. What the person typed stands in members.email.
  email text not null unique,
  email_verified boolean not null default false,
  image text,
  created_at timestamptz not null,
  updated_at timestamptz not null
);

create table auth_session (
  id text primary key,
  -- Worthless alone: what a browser holds is this with a signature by a key outside of the database.
  token text not null unique,
  user_id text not null references auth_user (id) on delete cascade,
  expires_at timestamptz not null,
  ip_address text,
  user_agent text,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  -- Ours: who of the support works in this session; such a session lives one hour.
  impersonated_by text
);
create index "auth_session_user_id_idx" on auth_session (user_id);
create index auth_session_by_expiry on auth_session (expires_at);

create table auth_account (
  id text primary key,
  account_id text not null,
  provider_id text not null,
  user_id text not null references auth_user (id) on delete cascade,
  access_token text,
  refresh_token text,
  id_token text,
  access_token_expires_at timestamptz,
  refresh_token_expires_at timestamptz,
  scope text,
  password text,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  unique (provider_id, account_id)
);
create index "auth_account_user_id_idx" on auth_account (user_id);

create table auth_verification (
  id text primary key,
  identifier text not null,
  value text not null,
  expires_at timestamptz not null,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create index "auth_verification_identifier_idx" on auth_verification (identifier);

create table auth_jwks (
  id text primary key,
  public_key text not null,
  -- Encrypted by better-auth with a key derived from ours.
  private_key text not null,
  created_at timestamptz not null,
  expires_at timestamptz,
  alg text,
  crv text
);

-- Tries that are limited (sign-in, mails asked, ...): `key` is a hash of what is counted.
create table auth_attempts (
  key text primary key,
  count integer not null,
  expires_at timestamptz not null
);
create index auth_attempts_by_expiry on auth_attempts (expires_at);

-- Tokens of mailed links and of support's sign-in: only their hash is kept.
create table one_time_tokens (
  hash text primary key,
  purpose text not null,
  user_id text not null references auth_user (id) on delete cascade,
  email text not null,
  made_by text,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  used_at timestamptz
);
create index one_time_tokens_by_user on one_time_tokens (user_id, purpose);

-- A business. `messages_limit` null: unlimited. The path of a message counts `messages_used`.
create table accounts (
  id uuid primary key,
  name text not null,
  plan text not null,
  status text not null check (status in ('active', 'paused', 'stopped')),
  current_period_start timestamptz not null,
  current_period_end timestamptz not null,
  messages_limit integer,
  messages_used integer not null default 0,
  created_at timestamptz not null
);

create table members (
  account_id uuid not null references accounts (id),
  user_id text not null references auth_user (id),
  role text not null check (role in ('owner', 'integrator', 'manager_all', 'manager_read_and_write')),
  email text not null,
  name text not null,
  photo_url text,
  locale text not null,
  pay_yearly boolean not null default true,
  tour_step text not null default 'done',
  contact text,
  messenger text,
  privacy_accepted_at timestamptz,
  created_at timestamptz not null,
  primary key (account_id, user_id)
);
create unique index members_by_user on members (user_id);

-- Who did what and when. `details` never holds secrets or message texts.
create table audit_log (
  account_id uuid not null,
  id uuid not null,
  at timestamptz not null,
  actor text not null,
  action text not null,
  details jsonb not null default '{}',
  ip text,
  primary key (account_id, id)
);
create index audit_log_by_time on audit_log (account_id, at desc);

-- Mails of the product. `content` (subject, bodies, link) is sealed and wiped once the mail is sent or given up.
create table mails (
  account_id uuid not null,
  id uuid not null,
  kind text not null,
  recipient text not null,
  content text,
  status text not null default 'queued' check (status in ('queued', 'sent', 'failed')),
  attempts integer not null default 0,
  last_error text,
  created_at timestamptz not null,
  settled_at timestamptz,
  primary key (account_id, id)
);
