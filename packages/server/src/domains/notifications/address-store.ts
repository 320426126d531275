import { nullable, statement } from '../../platform/database/statement.ts';

const KEY = { accountId: 'uuid', address: 'text' } as const;
const ADDRESS = { address: 'text', askedAt: 'timestamptz', confirmedAt: nullable('timestamptz') } as const;

export const findAddress = statement({
  sql: 'select address, asked_at, confirmed_at from notice_addresses where account_id = :accountId and address = :address',
  params: KEY,
  row: ADDRESS,
});

export const listAddresses = statement({
  sql: 'select address, asked_at, confirmed_at from notice_addresses where account_id = :accountId order by address limit 200',
  params: { accountId: 'uuid' },
  row: ADDRESS,
});

/**
 * Notes that a holder is asked. No row where he has confirmed, was asked after `askedBefore`, or where the account has
 * asked `most` others since `since`.
 */
export const askAddress = statement({
  sql: `insert into notice_addresses (account_id, address, token_hash, asked_at)
    select :accountId, :address, :tokenHash, :now
    where (select count(*) from notice_addresses
      where account_id = :accountId and address <> :address and asked_at > :since) < :most
    on conflict (account_id, address) do update set token_hash = excluded.token_hash, asked_at = excluded.asked_at
      where notice_addresses.confirmed_at is null and notice_addresses.asked_at <= :askedBefore`,
  params: {
    ...KEY,
    tokenHash: 'text',
    now: 'timestamptz',
    since: 'timestamptz',
    askedBefore: 'timestamptz',
    most: 'int8',
  },
});

/** The link of any account is used up; no row where it is no longer good. */
export const confirmAddress = statement({
  sql: `update notice_addresses set confirmed_at = :now, token_hash = null
    where token_hash = :tokenHash and confirmed_at is null and asked_at > :since returning address`,
  params: { tokenHash: 'text', now: 'timestamptz', since: 'timestamptz' },
  row: { address: 'text' },
});
