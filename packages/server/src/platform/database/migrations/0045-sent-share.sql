-- How much of a message a platform took that did not take all of it: files and texts, of how many.
alter table messages add column sent_share jsonb;
