-- The assistant offered questions that the base answers, and nobody picked one: from this time on a person is called.
alter table dialogs add column offer_until timestamptz;
create index dialogs_offers on dialogs (offer_until) where offer_until is not null;
