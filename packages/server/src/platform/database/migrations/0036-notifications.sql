-- News that people are told outside of the product: one row for each receiver, so that nobody is told twice.
create table notifications (
  account_id uuid not null,
  id uuid not null,
  kind text not null,
  -- What is told: an incident, a dialog.
  key text not null,
  way text not null check (way in ('email', 'chat')),
  receiver text not null,
  -- Of a message in a chat, sealed, until it is settled; a mail has its own row.
  content text,
  status text not null check (status in ('queued', 'mailed', 'sent', 'failed', 'left_out')),
  last_error text,
  created_at timestamptz not null,
  primary key (account_id, id),
  unique (account_id, key, way, receiver)
);
create index notifications_by_age on notifications (created_at);

-- When the channel stopped working, and when it worked again: the incident that people are told of.
alter table channels add column broken_at timestamptz;
alter table channels add column repaired_at timestamptz;
update channels set broken_at = updated_at where inactive_reason is not null;
