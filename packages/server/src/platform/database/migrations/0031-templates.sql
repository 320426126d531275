-- An approved template that a message is sent as, after the platform's window; its text says the same in words.
alter table messages add column template jsonb;
