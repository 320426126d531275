-- What a platform says of a message of ours before its answer to the send has told the message's number.
create table early_receipts (
  account_id uuid not null,
  channel_id uuid not null,
  chat_id text not null,
  vendor_id text not null,
  state text not null check (state in ('delivered', 'read', 'rejected')),
  reason text,
  tried_at timestamptz not null,
  created_at timestamptz not null,
  primary key (account_id, channel_id, chat_id, vendor_id)
);
create index early_receipts_by_age on early_receipts (created_at);
create index early_receipts_by_try on early_receipts (tried_at);
