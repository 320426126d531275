-- What the assistant did not know, the newest first: few among the messages of an account.
create index messages_unanswered on messages (account_id, created_at desc)
  where reason in ('not_known', 'no_knowledge') or silence = 'not_known';
