-- Addresses that an account wants its news sent to beside the owner's: told only after their holders have confirmed it.
create table notice_addresses (
  account_id uuid not null,
  -- In lower case.
  address text not null,
  -- Of the mailed link; null once it was used.
  token_hash text unique,
  asked_at timestamptz not null,
  confirmed_at timestamptz,
  primary key (account_id, address)
);
