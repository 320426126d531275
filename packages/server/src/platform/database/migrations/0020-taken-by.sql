-- Which person of the account has the dialog, as the last line or message of a person says; null: the assistant, or somebody on the platform.
alter table dialogs add column taken_by_id text;
alter table dialogs add column taken_by_name text;

update dialogs d set taken_by_id = last.author_id, taken_by_name = last.author_name
  from dialogs o cross join lateral (
    select m.author_id, m.author_name from messages m
    where m.account_id = o.account_id and m.dialog_id = o.id and m.author_id is not null
      and (m.author = 'operator' or m.reason = 'taken_over')
    order by m.seq desc limit 1
  ) last
  where o.paused and d.account_id = o.account_id and d.id = o.id;
