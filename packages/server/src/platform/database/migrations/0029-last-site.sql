-- The site that loaded the widget last: a wrong first one, such as that of a translator, would stay for ever.
alter table channels rename column first_site to last_site;
alter table channels rename column first_site_at to last_site_at;
