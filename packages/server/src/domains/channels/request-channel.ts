import type { Locale } from '@otvet/contract';
import type pg from 'pg';
import { withTransaction } from '../../platform/database/with-transaction.ts';
import { AppError } from '../../platform/errors/app-error.ts';
import type { Log } from '../../platform/log/logger.ts';
import type { Mailer } from '../../platform/mail/mailer.ts';
import type { Clock } from '../../platform/time/clock.ts';
import type { NewId } from '../../platform/time/ids.ts';
import { insertRequest } from './requests-store.ts';

const DAY_MS = 86_400_000;
const MOST_PER_DAY = 10;

export type RequestDeps = {
  pool: pg.Pool;
  mailer: Mailer;
  clock: Clock;
  newId: NewId;
  log: Log;
  /** Who runs this installation; nobody: the request is only kept. */
  adminEmails: readonly string[];
};

type WantedChannel = {
  accountId: string;
  userId: string;
  ip: string;
  locale: Locale;
  channel: string;
  contact: string;
  comment: string;
};

/** An owner misses a channel: it is kept, and whoever runs the server is mailed. */
export async function requestChannel(deps: RequestDeps, wanted: WantedChannel): Promise<void> {
  const { accountId, userId, ip, locale, channel, contact, comment } = wanted;
  const id = deps.newId();
  const now = deps.clock.now();
  const since = new Date(now.getTime() - DAY_MS);
  await withTransaction(deps.pool, async (tx) => {
    const row = { accountId, id, userId, channel, contact, comment, now, since, most: MOST_PER_DAY };
    if ((await insertRequest.run(tx, row)) === 0) throw new AppError('request.rate_limited');
    const personal = { channel: oneLine(channel), contact: oneLine(contact) || '—', comment: oneLine(comment) || '—' };
    for (const to of deps.adminEmails)
      await deps.mailer.queue(
        { accountId, to, locale, ip, isConfirmed: true, kind: 'channel_request', values: { accountId }, personal },
        tx,
      );
  });
  deps.log.info({ accountId, requestId: id, mails: deps.adminEmails.length }, 'an owner asked for another channel');
}

/** In the mail each of them has its own place. */
function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}
