-- The oldest unread events of an account, for the sweep, whatever else waits. Its condition on `next_at`, which every row meets,
-- keeps it for statements that name it: older events of a chat are never looked for among all of the account.
create index inbound_events_unread_by_age on inbound_events (account_id, number) include (next_at) where state = 'new' and next_at > '-infinity';
