-- A file or document by link that looks like a conversation with customers is told to nobody until its owner allows it.
alter table knowledge_sources add column conversation text not null default 'none'
  check (conversation in ('none', 'held', 'allowed'));
-- Of the text that its owner has looked at; any other one is held anew.
alter table knowledge_sources add column allowed_hash text;
alter table passages add column held boolean not null default false;
alter table knowledge_findings
  drop constraint knowledge_findings_kind_check,
  add constraint knowledge_findings_kind_check
    check (kind in ('price', 'phone', 'hours', 'expired', 'order', 'vanished', 'conversation'));
