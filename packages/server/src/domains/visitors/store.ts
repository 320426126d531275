import { locale } from '@otvet/contract';
import { oneOf, statement } from '../../platform/database/statement.ts';

const ON_CHANNEL = { accountId: 'uuid', channelId: 'uuid' } as const;

export const insertVisitor = statement({
  sql: `insert into visitors (account_id, channel_id, id, token_hash, locale, created_at, last_seen_at)
    values (:accountId, :channelId, :visitorId, :tokenHash, :locale, :now, :now)`,
  params: {
    ...ON_CHANNEL,
    visitorId: 'uuid',
    tokenHash: 'bytea',
    locale: oneOf(locale.options),
    now: 'timestamptz',
  },
});

export const findVisitor = statement({
  sql: `select id, locale, contact_at is not null as has_contact from visitors
    where account_id = :accountId and channel_id = :channelId and token_hash = :tokenHash`,
  params: { ...ON_CHANNEL, tokenHash: 'bytea' },
  row: { id: 'uuid', locale: oneOf(locale.options), hasContact: 'bool' },
});

export const touchVisitor = statement({
  sql: `update visitors set last_seen_at = :now, locale = :locale
    where account_id = :accountId and channel_id = :channelId and id = :visitorId`,
  params: { ...ON_CHANNEL, visitorId: 'uuid', locale: oneOf(locale.options), now: 'timestamptz' },
});

export const markContactGiven = statement({
  sql: `update visitors set contact_at = :now, last_seen_at = :now
    where account_id = :accountId and channel_id = :channelId and id = :visitorId`,
  params: { ...ON_CHANNEL, visitorId: 'uuid', now: 'timestamptz' },
});
