-- Since when a session could not be opened: a restart of the server or another node does not begin to count anew.
alter table channel_sessions add column failing_since timestamptz;
