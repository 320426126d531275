-- What passages may take in the memory of the search, in bytes. Those that are already here count as ordinary text.
alter table passages add column memory integer not null default 0;
update passages set memory = 700 + 30 * (char_length(question) + char_length(body));
alter table passages alter column memory drop default;

-- `memory` is the sum over the passages; `unsearched` how many did not fit in.
alter table knowledge_bases
  add column memory bigint not null default 0,
  add column unsearched integer not null default 0;
update knowledge_bases b set memory = coalesce(
  (select sum(p.memory) from passages p where p.account_id = b.account_id and p.knowledge_base_id = b.id), 0
);
