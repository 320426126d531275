-- The first site of somebody else that loaded the widget, and when: until then its code stands nowhere.
alter table channels add column first_site text;
alter table channels add column first_site_at timestamptz;
