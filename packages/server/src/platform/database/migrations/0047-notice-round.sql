-- How often the place of a channel's notices has changed: a word that links a chat is good within one round.
alter table channels add column notice_round int not null default 0;
