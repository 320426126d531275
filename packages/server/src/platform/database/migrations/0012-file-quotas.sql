-- What the files of an account take together: changed by the statement that inserts or deletes the row of a file.
create table file_usage (
  account_id uuid primary key,
  bytes bigint not null check (bytes >= 0),
  files bigint not null check (files >= 0)
);
insert into file_usage (account_id, bytes, files)
select account_id, sum(size), count(*) from files group by account_id;

-- When something first referred to the file. The default is for a node of the version before, which does not know the
-- column: its files count as used. So do those that are there.
alter table files add column attached_at timestamptz default now();
create index files_unattached on files (created_at) where attached_at is null;
