-- Written once and read whole: what is never looked into needs no parsing by the database.
alter table messages alter column sources type json, alter column debug type json;
