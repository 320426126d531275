-- Older unread events of a chat are looked for by account and chat. An index that begins with account and channel looked to
-- the planner, while it knew nothing of a young table, no better than the primary key, which reads all events of the channel.
create index inbound_events_unread_of_chat on inbound_events (account_id, chat_id, number) include (next_at) where state = 'new';
drop index inbound_events_unread;
