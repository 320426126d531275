-- Who really worked in somebody's name, and what a row is about; old rows are deleted by time.
alter table audit_log add column impersonated_by text, add column object text;
create index audit_log_by_age on audit_log (at);
