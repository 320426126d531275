-- No search asks these: its conditions cannot be answered by them alone, so that every pair of the base is looked at. Each
-- passage of a document was put into both, in batches that took the database a third of a second.
drop index passages_search;
drop index passages_trigrams;

-- Only pairs are searched by stems here: what is read from documents is found in memory.
alter table passages drop column search;
alter table passages add column search tsvector generated always as (
  case when kind = 'qa' then
    setweight(to_tsvector('russian', left(question, 20000)), 'A') || setweight(to_tsvector('russian', left(body, 100000)), 'B')
  end
) stored;
