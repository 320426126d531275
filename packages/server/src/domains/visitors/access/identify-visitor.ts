import type { Locale } from '@otvet/contract';
import type { Queryable } from '../../../platform/database/queryable.ts';
import { AppError } from '../../../platform/errors/app-error.ts';
import type { Clock } from '../../../platform/time/clock.ts';
import type { VisitorDialog, WidgetChannel } from '../deps.ts';
import { findVisitor } from '../store.ts';
import { hashVisitorToken, isVisitorToken } from './visitor-tokens.ts';

export type Visitor = VisitorDialog & { locale: Locale };

export type IdentifyVisitor = (channel: WidgetChannel, token: string | undefined) => Promise<Visitor>;

type Known = { visitor: Visitor; until: number };

const KEEP_MS = 30_000;
const MAX_KNOWN = 5_000;

/**
 * Finds whose token this is. A token of another channel or account, a guess and no token at all are one and the same 404.
 * Found visitors are remembered for half a minute, so that a burst of messages costs one look-up.
 */
export function createIdentifyVisitor({ db, clock }: { db: Queryable; clock: Clock }): IdentifyVisitor {
  const known = new Map<string, Known>();
  return async (channel, token) => {
    if (token === undefined || !isVisitorToken(token)) throw new AppError('widget.token_invalid');
    const tokenHash = hashVisitorToken(token);
    const key = `${channel.id}:${tokenHash.toString('base64')}`;
    const now = clock.now().getTime();
    const remembered = known.get(key);
    if (remembered !== undefined && remembered.until > now) return remembered.visitor;
    const row = await findVisitor.first(db, { accountId: channel.accountId, channelId: channel.id, tokenHash });
    if (row === undefined) throw new AppError('widget.token_invalid');
    const visitor = {
      accountId: channel.accountId,
      channelId: channel.id,
      chatId: row.id,
      locale: row.locale,
    };
    known.delete(key);
    known.set(key, { visitor, until: now + KEEP_MS });
    if (known.size > MAX_KNOWN) forgetOldest(known);
    return visitor;
  };
}

function forgetOldest(known: Map<string, Known>): void {
  const oldest = known.keys().next();
  if (!oldest.done) known.delete(oldest.value);
}
