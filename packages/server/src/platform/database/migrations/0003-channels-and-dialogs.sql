-- Channels: one connected account of a platform. `secrets` is sealed; `identity` is the platform's id of the account.
create table channels (
  account_id uuid not null,
  id uuid not null,
  type text not null,
  is_single boolean not null,
  name text not null,
  identity text,
  account_name text not null default '',
  profile_url text,
  settings jsonb not null,
  widget jsonb,
  secrets text,
  token_tail text,
  active boolean not null default true,
  inactive_reason text,
  inbound_mode text not null,
  pull_cursor text not null default '',
  pull_owner uuid,
  pull_until timestamptz,
  held_until timestamptz,
  last_event_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  unlinked_at timestamptz,
  primary key (account_id, id)
);
create unique index channels_by_id on channels (id);
create unique index channels_by_identity on channels (type, identity) where unlinked_at is null and identity is not null;
create unique index channels_single on channels (account_id, type) where is_single and unlinked_at is null;
create index channels_by_base on channels (account_id, (settings ->> 'knowledgeBaseId'));

-- A raw event of a platform, stored before it is acknowledged. `number` is the order of acceptance.
create table inbound_events (
  account_id uuid not null,
  channel_id uuid not null,
  event_id text not null,
  number bigint generated always as identity,
  payload text not null,
  state text not null default 'new' check (state in ('new', 'done', 'failed')),
  attempt integer not null default 0,
  next_at timestamptz not null,
  note text,
  received_at timestamptz not null,
  primary key (account_id, channel_id, event_id)
);
create index inbound_events_waiting on inbound_events (next_at) where state = 'new';

-- A dialog: one customer (or group) in one channel, for ever.
-- `version` rises with every change of the dialog or of a message in it; `last_seq` with every message.
-- `turn_seq`: newest message that asks for an answer; `answered_seq`: up to where turns are decided; `answer_due_at`: when the assistant speaks.
-- `lease_epoch` rises whenever the right to speak changes hands: an answer prepared under an older epoch is dropped.
create table dialogs (
  account_id uuid not null,
  id uuid not null,
  channel_id uuid not null,
  chat_id text not null,
  name text not null,
  first_name text not null,
  user_name text,
  language text,
  email text,
  phone text,
  soc_link text,
  contact_name text,
  is_group boolean not null default false,
  last_seq bigint not null default 0,
  version bigint not null default 0,
  last_text text not null default '',
  last_author text,
  last_at timestamptz not null,
  unread integer not null default 0,
  custom_unread boolean not null default false,
  paused boolean not null default false,
  banned boolean not null default false,
  task_done boolean not null default false,
  revived boolean not null default false,
  unreachable_reason text,
  waiting_since timestamptz,
  hand_over_reason text,
  handed_over_at timestamptz,
  last_order bigint,
  answered_order bigint,
  turn_seq bigint not null default 0,
  answered_seq bigint not null default 0,
  operator_seq bigint not null default 0,
  answer_due_at timestamptz,
  answer_attempt integer not null default 0,
  lease_epoch bigint not null default 0,
  lease_owner uuid,
  lease_until timestamptz,
  created_at timestamptz not null,
  primary key (account_id, id)
) with (fillfactor = 80);
create unique index dialogs_by_chat on dialogs (account_id, channel_id, chat_id);
create index dialogs_newest on dialogs (account_id, last_at desc, id desc);
create index dialogs_of_channel on dialogs (account_id, channel_id, last_at desc, id desc);
create index dialogs_unread on dialogs (account_id, last_at desc) where unread > 0 or custom_unread;
create index dialogs_waiting on dialogs (account_id, waiting_since) where waiting_since is not null;
create index dialogs_banned on dialogs (account_id, last_at desc) where banned;
create index dialogs_done on dialogs (account_id, last_at desc) where task_done;
create index dialogs_due on dialogs (answer_due_at) where answer_due_at is not null;

-- A message. `place` is its place on the screen: equal to `seq` but for messages that arrived later than they were sent.
-- `turn_seq` of an answer is the turn it answers: unique, so that no turn gets two.
create table messages (
  account_id uuid not null,
  dialog_id uuid not null,
  seq bigint not null,
  id uuid not null,
  version bigint not null,
  place double precision not null,
  author text not null check (author in ('customer', 'assistant', 'operator', 'system')),
  author_id text,
  author_name text,
  text text not null,
  attachments jsonb not null default '[]',
  vendor_id text,
  vendor_order bigint,
  album_id text,
  client_id text,
  reply_vendor_id text,
  reply_text text,
  created_at timestamptz not null,
  sent_at timestamptz,
  edited_at timestamptz,
  canceled boolean not null default false,
  state text not null,
  state_reason text,
  sent_parts text[] not null default '{}',
  attempt integer not null default 0,
  retry_at timestamptz,
  claimed_by uuid,
  claimed_until timestamptz,
  silence text,
  turn_seq bigint,
  decision text,
  reason text,
  confidence real,
  sources jsonb,
  took_ms real,
  debug jsonb,
  text_edit text,
  revived boolean not null default false,
  primary key (account_id, dialog_id, seq)
);
create unique index messages_by_id on messages (account_id, id);
create unique index messages_by_vendor on messages (account_id, dialog_id, vendor_id, (author = 'customer')) where vendor_id is not null;
create unique index messages_by_client on messages (account_id, dialog_id, client_id) where client_id is not null;
create unique index messages_by_turn on messages (account_id, dialog_id, turn_seq) where turn_seq is not null;
create index messages_by_place on messages (account_id, dialog_id, place desc);
create index messages_by_version on messages (account_id, dialog_id, version);
create index messages_outbox on messages (account_id, dialog_id, seq) where state in ('queued', 'retry', 'sending');
create index messages_outbox_due on messages (coalesce(retry_at, created_at)) where state in ('queued', 'retry', 'sending');

-- Takes one automatic answer off the account's allowance. The row lock makes parallel answers at the limit exact.
create function take_message(for_account uuid, at timestamptz) returns text language plpgsql as $$
declare
  verdict text;
begin
  update accounts
  set messages_used = messages_used + 1
  where id = for_account
    and status = 'active'
    and (messages_limit is null or messages_used < messages_limit)
    and (plan not in ('trial', 'free') or current_period_end > at)
  returning 'ok' into verdict;
  if verdict is null then
    select case when status <> 'active' or current_period_end <= at then 'plan' else 'quota' end into verdict from accounts where id = for_account;
  end if;
  return coalesce(verdict, 'plan');
end;
$$;
