-- What is wrong with the way out of a channel; a row exists only while something is. Nothing is sent before `held_until`:
-- a time that the platform asked for, or `infinity` while the credentials do not work. `since`: no send succeeded since then.
create table channel_outbox (
  account_id uuid not null,
  channel_id uuid not null,
  since timestamptz not null,
  reason text not null,
  held_until timestamptz,
  primary key (account_id, channel_id)
);
insert into channel_outbox (account_id, channel_id, since, reason, held_until)
select account_id, id, updated_at, inactive_reason, 'infinity' from channels where inactive_reason is not null and unlinked_at is null;

-- A channel whose credentials stopped working is looked at again, more and more seldom.
alter table channels drop column held_until;
alter table channels add column next_probe_at timestamptz;
alter table channels add column probe_attempt integer not null default 0;
create index channels_to_probe on channels (next_probe_at) where inactive_reason is not null and unlinked_at is null;

-- When a message was last put in the queue, in shared time: a message that cannot be sent is given up some hours later.
alter table messages add column queued_at timestamptz;
drop index messages_outbox_due;
create index messages_outbox_due on messages (coalesce(retry_at, '-infinity')) where state in ('queued', 'retry');
create index messages_outbox_age on messages (coalesce(queued_at, created_at)) where state in ('queued', 'retry');
create index messages_sending on messages (claimed_until) where state = 'sending';

-- The time that all nodes agree on: `logical` never goes back; `physical` is what the database's clock said when it was written.
create table shared_time (
  id boolean primary key default true check (id),
  logical timestamptz not null,
  physical timestamptz not null
);
