-- Since when a message that waits for another try may have arrived: platforms know the number of a send for a time only.
alter table messages add column unsure_since timestamptz;
