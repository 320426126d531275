-- `options`: what only channels of one type have, in the shape that the type declares. A file among them is named by its id.
alter table channels rename column widget to options;
update channels set options = '{}' where options is null;
update channels
set options = jsonb_set(
  options,
  '{customWidgetLogo}',
  coalesce(to_jsonb(substring(options ->> 'customWidgetLogo' from '([0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})[^/]*$')), 'null')
)
where options ? 'customWidgetLogo';
alter table channels alter column options set default '{}', alter column options set not null;

-- `connecting`: an owner goes through the steps, and the row is no channel yet. `draft` holds where they stand, sealed;
-- `draft_token` names the login at the platform that is under way; nobody else works on the draft until `draft_busy_until`.
alter table channels
  add column state text not null default 'active' check (state in ('connecting', 'active')),
  add column draft text,
  add column draft_token text,
  add column draft_until timestamptz,
  add column draft_busy_until timestamptz;
create unique index channels_by_draft_token on channels (draft_token) where draft_token is not null;
create index channels_connecting on channels (draft_until) where state = 'connecting';
