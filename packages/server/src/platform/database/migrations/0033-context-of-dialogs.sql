-- The advert or page that a customer writes about, as the platform tells it: {title, text, url}.
alter table dialogs add column context jsonb;
