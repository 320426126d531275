-- When a source was last asked for, whatever came of it: `checked_at` knows of looks that succeeded alone.
alter table knowledge_sources add column tried_at timestamptz;
update knowledge_sources set tried_at = checked_at;
