-- Channels that owners miss: what they asked whoever runs the server for.
create table channel_requests (
  account_id uuid not null,
  id uuid not null,
  user_id uuid not null,
  channel text not null,
  contact text not null,
  comment text not null,
  created_at timestamptz not null,
  primary key (account_id, id)
);
