-- Events of one chat are read in the order of acceptance, whoever accepted them: `chat_id` says whose they are.
alter table inbound_events add column chat_id text not null default '';
drop index inbound_events_waiting;
create index inbound_events_unread on inbound_events (account_id, channel_id, chat_id, number) include (next_at) where state = 'new';

-- An edit or a deletion that came before its message: applied when the message is stored.
create table early_changes (
  account_id uuid not null,
  channel_id uuid not null,
  chat_id text not null,
  vendor_id text not null,
  text text,
  preview text,
  edited_at timestamptz,
  canceled boolean not null default false,
  created_at timestamptz not null,
  primary key (account_id, channel_id, chat_id, vendor_id)
);
create index early_changes_by_age on early_changes (created_at);

-- Whether a message comes too late is judged by its acceptance, no longer by the platform's numbers.
alter table dialogs drop column answered_order;
