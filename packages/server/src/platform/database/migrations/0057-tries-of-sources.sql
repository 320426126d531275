-- When a source was last asked for, whatever came of it: `checked_at` knows of looks that succeeded alone.
alter table knowledge_sources add column tried_at timestamptz;
update knowledge_sources set tried_at = checked_at;

-- A page that is no longer there, from the look that did not find it until it is read again, whatever is tried meanwhile.
alter table knowledge_sources add column vanished boolean not null default false;
update knowledge_sources set vanished = true where state = 'failed' and reason in ('page_missing', 'google_link');

-- A finding that its owner left as it is stays so where it is settled and found again.
alter table knowledge_findings add column ignored boolean not null default false;
update knowledge_findings set ignored = true where state = 'ignored';
