-- How many pictures of an account were shown to a model on a day (UTC), which the host pays for: the newest day alone.
create table knowledge_picture_days (
  account_id uuid not null primary key,
  day date not null,
  shown integer not null
);
