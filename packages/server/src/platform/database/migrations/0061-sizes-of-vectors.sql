-- How often the vectors of a base came in another size under the same name of a model: too often, and it is not embedded until
-- the owner chooses or asks again.
alter table knowledge_embeddings add column resizes integer not null default 0;
