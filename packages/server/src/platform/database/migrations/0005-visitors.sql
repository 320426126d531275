-- Visitors of a site with the widget. The id is the dialog's chat id; the token itself is never stored.
create table visitors (
  account_id uuid not null,
  channel_id uuid not null,
  id uuid not null,
  token_hash bytea not null,
  locale text not null check (locale in ('ru', 'en')),
  contact_at timestamptz,
  created_at timestamptz not null,
  last_seen_at timestamptz not null,
  primary key (account_id, channel_id, id)
);
create unique index visitors_by_token on visitors (account_id, channel_id, token_hash);
