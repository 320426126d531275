-- The first texts that the last change of a source put in and took away, as its owner is shown them; null: only read once.
alter table knowledge_sources add column changed_texts jsonb;
