-- The long connection of a channel, on platforms that speak over one. One node keeps it at a time: `owner`, until
-- `owned_until`. `report` (what is known of it) and `link` (what the owner typed) are sealed.
create table channel_sessions (
  account_id uuid not null,
  id uuid not null,
  channel_id uuid not null,
  is_wanted boolean not null,
  report text not null,
  link text not null,
  owner uuid,
  owned_until timestamptz,
  updated_at timestamptz not null,
  primary key (account_id, id),
  foreign key (account_id, channel_id) references channels (account_id, id) on delete cascade
);
create unique index channel_sessions_by_channel on channel_sessions (account_id, channel_id);

-- What a session keeps, sealed: its credentials, the keys of its chats, what it sent lately.
create table channel_session_keys (
  account_id uuid not null,
  session_id uuid not null,
  type text not null,
  key_id text not null,
  value text not null,
  updated_at timestamptz not null,
  primary key (account_id, session_id, type, key_id),
  foreign key (account_id, session_id) references channel_sessions (account_id, id) on delete cascade
);
create index channel_session_keys_by_age on channel_session_keys (type, updated_at);
