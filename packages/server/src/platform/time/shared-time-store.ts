import { nullable, statement } from '../database/statement.ts';

/*
 * A node that runs knows by its monotonic clock how much time passed (`mine`): no jump of the database's clock is believed.
 * After a start nobody may have written for long, and what the clock says is believed, but never backwards. Where shared
 * time is ahead of the clock it passes at half speed until they meet.
 */
export const syncSharedTime = statement({
  sql: `
with seen as (select coalesce(:physical, clock_timestamp()) as at)
insert into shared_time as t (logical, physical) select at, at from seen
on conflict (id) do update set
  logical = greatest(t.logical, :mine, case
    when excluded.physical > t.physical and :mine is null
    then greatest(
      t.logical + (excluded.physical - t.physical) / 2,
      least(t.logical + (excluded.physical - t.physical), excluded.physical)) end),
  physical = excluded.physical
returning logical, physical`,
  params: { mine: nullable('timestamptz'), physical: nullable('timestamptz') },
  row: { logical: 'timestamptz', physical: 'timestamptz' },
});
