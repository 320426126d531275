-- One node renews the credentials of a channel until then; nobody else does.
alter table channels add column renewing_until timestamptz;
