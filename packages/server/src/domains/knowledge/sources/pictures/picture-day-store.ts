import { statement } from '../../../../platform/database/statement.ts';

/** Counts one more picture of a day; no row where there is no room. A node whose clock is behind counts to the day of the others. */
export const takePicture = statement({
  sql: `insert into knowledge_picture_days as known (account_id, day, shown)
    values (:accountId, (:now at time zone 'UTC')::date, 1)
    on conflict (account_id) do update set
      shown = case when known.day < excluded.day then 1 else known.shown + 1 end,
      day = greatest(known.day, excluded.day)
    where known.account_id = :accountId and (known.day < excluded.day or known.shown < :max)`,
  params: { accountId: 'uuid', now: 'timestamptz', max: 'int4' },
});

/** A row where the account has no room left on the day. */
export const findFullDay = statement({
  sql: `select shown from knowledge_picture_days
    where account_id = :accountId and day >= (:now at time zone 'UTC')::date and shown >= :max`,
  params: { accountId: 'uuid', now: 'timestamptz', max: 'int4' },
  row: { shown: 'int4' },
});
