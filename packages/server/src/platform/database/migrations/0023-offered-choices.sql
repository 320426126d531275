-- What a message of ours offers to pick from, with the pair that each choice stands for; null: nothing.
alter table messages add column choices json;
