-- When the platform first used the address that an owner entered there by hand: until then nothing comes from it.
alter table channels add column address_tried_at timestamptz;

-- Until when an answer waits for the words of a voice message.
alter table dialogs add column words_until timestamptz;
