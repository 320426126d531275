-- Other ways to ask what a pair answers, one a line; pictures that go out with its answer, in their order.
alter table passages
  add column phrasings text not null default '',
  add column photos jsonb not null default '[]';
create index passages_with_photos on passages (account_id) where photos <> '[]';

-- A message, a person or a source shows it: who took it into a pair does not remove it.
alter table files add column kept boolean not null default false;
update files set kept = true where attached_at is not null;
