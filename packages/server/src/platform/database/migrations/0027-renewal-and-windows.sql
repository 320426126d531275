-- When the credentials of a channel are looked at again, because they run out by themselves; null: not known yet.
alter table channels add column renew_at timestamptz;
create index channels_to_renew on channels (type, coalesce(renew_at, '-infinity')) where state = 'active' and unlinked_at is null;

-- When the customer last wrote: some platforms take free words only for a day after it.
alter table dialogs add column customer_at timestamptz;
update dialogs d set customer_at = (
  select max(m.created_at) from messages m where m.account_id = d.account_id and m.dialog_id = d.id and m.author = 'customer');
