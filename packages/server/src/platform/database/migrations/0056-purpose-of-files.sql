-- What a file was uploaded for: of those that nothing shows yet, knowledge lists and deletes its own alone.
alter table files add column purpose text not null default 'other';
