-- Events between domains. Which subscriber has handled which event: written in the transaction of its effect.
create table handled_events (
  account_id uuid not null,
  event_id uuid not null,
  subscriber text not null,
  handled_at timestamptz not null,
  primary key (account_id, event_id, subscriber)
);
create index handled_events_by_age on handled_events (handled_at);

-- Up to which number a reader has handled a feed: moved in the transaction of its effect.
create table feed_positions (
  feed text not null,
  reader text not null,
  position bigint not null,
  primary key (feed, reader)
);

-- The table of messages is its own log. Rows from before this migration bear no number and are in no feed.
create sequence messages_number;
alter table messages add column number bigint;
alter table messages alter column number set default nextval('messages_number');
alter sequence messages_number owned by messages.number;
create unique index messages_by_number on messages (number) where number is not null;
