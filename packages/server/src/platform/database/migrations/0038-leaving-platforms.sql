-- What an unlinked channel still needs to take its address off a platform that could not be reached; erased once it is told.
alter table channels add column leaving_secrets text;
alter table channels add column leaving_identity text;
alter table channels add column leave_at timestamptz;
alter table channels add column leave_attempt integer not null default 0;
create index channels_leaving on channels (leave_at) where leaving_secrets is not null;
