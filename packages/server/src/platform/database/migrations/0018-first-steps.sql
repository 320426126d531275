-- The three first steps are over for this person: all were seen done, or they were put away.
alter table members add column first_steps_over boolean not null default false;
