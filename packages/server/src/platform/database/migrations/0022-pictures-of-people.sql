-- The picture that a person uploaded: a file of the account. It takes the place of an address that was never set.
alter table members add column photo_file_id uuid;
alter table members drop column photo_url;
