-- What an account may still be counted for, taking nothing of it: 'ok', 'plan' or 'quota', as `take_message` says.
create function message_allowance(for_account uuid, at timestamptz) returns text language sql stable as $$
  select coalesce((
    select case
      when status <> 'active' or (plan in ('trial', 'free') and current_period_end <= at) then 'plan'
      when messages_limit is not null and messages_used >= messages_limit then 'quota'
      else 'ok'
    end from accounts where id = for_account), 'plan');
$$;

-- An answer that took a message off the allowance: the one that gives it back when it is withdrawn.
alter table messages add column counted boolean not null default false;

-- When the assistant comes back to a dialog whose person has left its customer without an answer, in the time of all nodes.
alter table dialogs add column come_back_at timestamptz;
create index dialogs_coming_back on dialogs (come_back_at) where come_back_at is not null;

-- Whoever wrote after a person had taken over, and got no word since, waits for a person.
update dialogs set waiting_since = last_at, hand_over_reason = 'taken_over'
  where paused and not banned and waiting_since is null and last_author = 'customer';
