-- The rule of what an account may be counted for stands once: 'ok', 'plan' (it is not active, or its time is over) or 'quota'.
create function allowance_for(account accounts, messages integer, at timestamptz) returns text language sql immutable as $$
  select case
    when account.status <> 'active' or (account.plan in ('trial', 'free') and account.current_period_end <= at) then 'plan'
    when account.messages_limit is not null and account.messages_used + messages > account.messages_limit then 'quota'
    else 'ok'
  end;
$$;

create or replace function message_allowance(for_account uuid, at timestamptz) returns text language sql stable as $$
  select coalesce((select allowance_for(accounts, 1, at) from accounts where id = for_account), 'plan');
$$;

-- The row lock makes parallel answers at the limit exact.
create or replace function take_message(for_account uuid, at timestamptz) returns text language plpgsql as $$
begin
  update accounts set messages_used = messages_used + 1 where id = for_account and allowance_for(accounts, 1, at) = 'ok';
  if found then
    return 'ok';
  end if;
  return message_allowance(for_account, at);
end;
$$;
