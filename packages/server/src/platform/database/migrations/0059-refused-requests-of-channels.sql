-- Requests come to the channel's address whose proof does not fit its secret: since when, until one fits or the secret is replaced.
alter table channels add column refused_since timestamptz;
