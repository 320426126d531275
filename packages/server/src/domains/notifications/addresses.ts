import { createHash } from 'node:crypto';
import type { PoolClient } from 'pg';
import { withTransaction } from '../../platform/database/with-transaction.ts';
import { AppError } from '../../platform/errors/app-error.ts';
import { outsideRequest } from '../../platform/scope/request-scope.ts';
import { newToken } from '../../platform/time/ids.ts';
import { askAddress, confirmAddress, findAddress, listAddresses } from './address-store.ts';
import type { NotificationDeps } from './deps.ts';

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;
const LINK_LIFE_MS = 7 * DAY_MS;
/** Different holders that one account may ask in a day. */
const MOST_PER_DAY = 10;

/** The holder may have been asked at `askedAt`; nobody was asked: null. */
export type NoticeAddress = { address: string; isConfirmed: boolean; askedAt: Date | null };

type Asking = { accountId: string; address: string; ip: string | null };
type AddressDeps = Pick<NotificationDeps, 'accounts' | 'mailer' | 'clock' | 'random' | 'baseUrl'>;

/** Whether the news of an account may go to this address: the owner's own, or one whose holder agreed. */
export async function isConfirmed(
  { accounts }: Pick<NotificationDeps, 'accounts'>,
  { accountId, address }: { accountId: string; address: string },
  tx: PoolClient,
): Promise<boolean> {
  const owner = await accounts.ownerOf(accountId, tx);
  if (owner?.isConfirmed && owner.to.toLowerCase() === address.toLowerCase()) return true;
  const found = await findAddress.first(tx, { accountId, address: address.toLowerCase() });
  return found?.confirmedAt != null;
}

/** Asks the holder by mail, at most once in `everyMs`; false where he was asked lately, or the account asks too many. */
export async function askHolder(
  { accounts, mailer, clock, random, baseUrl }: AddressDeps,
  { everyMs, ...asking }: Asking & { everyMs: number },
  tx: PoolClient,
): Promise<boolean> {
  const { accountId, ip } = asking;
  const address = asking.address.toLowerCase();
  const token = newToken(random);
  const now = clock.now();
  const since = new Date(now.getTime() - DAY_MS);
  const askedBefore = new Date(now.getTime() - everyMs);
  const row = { accountId, address, tokenHash: hashOf(token), now, since, askedBefore, most: MOST_PER_DAY };
  if ((await askAddress.run(tx, row)) === 0) return false;
  const locale = (await accounts.ownerOf(accountId, tx))?.locale ?? 'ru';
  const link = async () => `${baseUrl()}/confirm-notices/#token=${token}`;
  return await mailer.queue(
    { accountId, to: address, locale, isConfirmed: false, ip, kind: 'notice_address', link },
    tx,
  );
}

/** An owner asks, perhaps again. */
export async function requestConfirmation(
  deps: AddressDeps & Pick<NotificationDeps, 'pool'>,
  asking: Asking,
): Promise<NoticeAddress> {
  const address = asking.address.toLowerCase();
  return await withTransaction(deps.pool, async (tx) => {
    if (await isConfirmed(deps, asking, tx)) return { address, isConfirmed: true, askedAt: null };
    if (!(await askHolder(deps, { ...asking, everyMs: MINUTE_MS }, tx))) throw new AppError('request.rate_limited');
    return { address, isConfirmed: false, askedAt: deps.clock.now() };
  });
}

export async function showAddresses(
  { pool }: Pick<NotificationDeps, 'pool'>,
  accountId: string,
): Promise<NoticeAddress[]> {
  const rows = await listAddresses.all(pool, { accountId });
  return rows.map(({ address, askedAt, confirmedAt }) => ({ address, askedAt, isConfirmed: confirmedAt !== null }));
}

/** The holder agrees; throws `auth.token_invalid` for a link that is not good, whatever is wrong with it. */
export async function confirmHolder(
  { pool, clock }: Pick<NotificationDeps, 'pool' | 'clock'>,
  token: string,
): Promise<string> {
  const now = clock.now();
  const taken = { tokenHash: hashOf(token), now, since: new Date(now.getTime() - LINK_LIFE_MS) };
  // The link names no account: whoever holds it is asked by one.
  const confirmed = await outsideRequest(() => confirmAddress.first(pool, taken));
  if (!confirmed) throw new AppError('auth.token_invalid');
  return confirmed.address;
}

/** Only its hash is kept: who reads the database cannot confirm somebody's address. */
function hashOf(token: string): string {
  return createHash('sha256').update(token).digest('base64url');
}
