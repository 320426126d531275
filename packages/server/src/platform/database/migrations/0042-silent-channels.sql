-- Messages of customers by hour: a channel whose customers usually write by now, and do not, is noticed by it.
create table channel_hours (
  account_id uuid not null,
  channel_id uuid not null,
  hour timestamptz not null,
  messages integer not null,
  primary key (account_id, channel_id, hour)
);
create index channel_hours_by_age on channel_hours (hour);
insert into channel_hours (account_id, channel_id, hour, messages)
select m.account_id, d.channel_id, date_trunc('hour', m.created_at, 'UTC'), count(*)
from messages m join dialogs d on d.account_id = m.account_id and d.id = m.dialog_id
where m.author = 'customer' and m.created_at > now() - interval '35 days'
group by 1, 2, 3;

-- The last message before a silence that its owner was told of, and how many messages usually come in such a time.
alter table channels add column silent_since timestamptz;
alter table channels add column silent_expected integer;
