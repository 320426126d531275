import type { FieldValues } from '@otvet/contract';
import { z } from 'zod';
import type { LinkedSession } from '../../../connectors/connect-port.ts';
import { type SessionKeys, SessionKeysError, type SessionReport } from '../../../connectors/session-port.ts';
import { withTransaction } from '../../../platform/database/with-transaction.ts';
import { isDamage } from '../../../platform/secrets/keyring.ts';
import type { ChannelDeps } from '../deps.ts';
import {
  type ClaimedSession,
  claimSessions,
  deleteKeys,
  deleteOldKeys,
  eraseKeys,
  eraseSession,
  findRemaining,
  findSession,
  insertSession,
  lockSession,
  readKeys,
  releaseSessions,
  saveReport,
  wakeSession,
  writeKeys,
} from './session-store.ts';

/** Why a channel does not work whose session could not be opened for long: the first connection that stands takes it back. */
export const SESSION_UNREACHABLE = 'session_unreachable';
/** Reasons that may be gone at the next look: such a session is opened again and again. */
const REPAIRABLE = ['library_missing', SESSION_UNREACHABLE];
/**
 * Keys of these types are kept for so long only: what was sent is asked for again while somebody's phone was off, and
 * what arrived is read once more where a process died over it.
 */
const PASSING_KEYS = ['sent', 'arrived'];
const KEEP_PASSING_MS = 14 * 86_400_000;

/** A session that this node keeps; `isDamaged`: what is stored of it does not open, and never will. */
export type KeptSession = Omit<ClaimedSession, 'link'> & { link: FieldValues; isDamaged: boolean };
type Owned = { accountId: string; id: string; owner: string };

/** Another node has the session now, or it is gone. */
class SessionLostError extends Error {
  override readonly name = 'SessionLostError';
}

const account = z.object({
  identity: z.string(),
  accountName: z.string(),
  title: z.string(),
  profileUrl: z.string().nullable(),
});
const report: z.ZodType<SessionReport> = z.discriminatedUnion('state', [
  z.object({ state: z.literal('connecting') }),
  z.object({ state: z.literal('linking'), content: z.string().nullable(), code: z.string().nullable() }),
  z.object({ state: z.literal('open'), account }),
  z.object({ state: z.literal('lost') }),
  z.object({ state: z.literal('ended'), reason: z.string() }),
]);
const linkValues = z.record(z.string(), z.string());

const scopeOf = (accountId: string, sessionId: string, part: string) => ({
  accountId,
  purpose: `session:${sessionId}:${part}`,
});

/** What the steps of connecting know of the session that is being linked. */
export function linkedSession(deps: ChannelDeps, owner: { accountId: string; id: string }): LinkedSession {
  const ofChannel = { accountId: owner.accountId, channelId: owner.id };
  return {
    async read() {
      const found = await findSession.first(deps.pool, ofChannel);
      return found ? (readReport(deps, { ...ofChannel, ...found }) ?? null) : null;
    },
    async start(link) {
      const id = deps.newId();
      const { accountId } = owner;
      const session = {
        ...ofChannel,
        id,
        report: sealReport(deps, { accountId, id }, { state: 'connecting' }),
        link: deps.keyring.seal(JSON.stringify(link), scopeOf(accountId, id, 'link')),
        now: deps.sharedClock.now(),
      };
      await withTransaction(deps.pool, async (tx) => {
        await eraseSession.run(tx, ofChannel);
        await insertSession.run(tx, session);
      });
      deps.sessionsWanted.emit(undefined);
    },
  };
}

/** What whoever keeps the session of a channel knows of it; `unknown`: it is being opened, or nobody keeps it now. */
export type SessionLook = { kind: 'works' | 'unknown' } | { kind: 'ended'; reason: string };

/** Whether a channel's session stands. Its platform answers nobody else, and what is stored of the account proves nothing. */
export async function lookAtSession(
  deps: ChannelDeps,
  { accountId, id: channelId }: { accountId: string; id: string },
): Promise<SessionLook> {
  const found = await findSession.first(deps.pool, { accountId, channelId });
  if (!found) return { kind: 'unknown' };
  const known = readReport(deps, { accountId, ...found });
  if (!known) return { kind: 'unknown' };
  if (known.state === 'ended') return { kind: 'ended', reason: known.reason };
  const isKept = found.ownedUntil !== null && found.ownedUntil > deps.sharedClock.now();
  return { kind: known.state === 'open' && isKept ? 'works' : 'unknown' };
}

/** Lets a session that could not be opened be tried at once; a node that is not this one hears of it with its next claim. */
export async function tryAtOnce(
  deps: Pick<ChannelDeps, 'pool' | 'sessionsWanted'>,
  { accountId, id: channelId }: { accountId: string; id: string },
): Promise<void> {
  if ((await wakeSession.run(deps.pool, { accountId, channelId })) > 0) deps.sessionsWanted.emit(undefined);
}

function sealReport(deps: ChannelDeps, { accountId, id }: { accountId: string; id: string }, given: SessionReport) {
  return deps.keyring.seal(JSON.stringify(given), scopeOf(accountId, id, 'report'));
}

/** Undefined where it does not open: whoever keeps the session writes the next one. */
function readReport(
  deps: ChannelDeps,
  { accountId, id, report: sealed }: { accountId: string; id: string; report: string },
): SessionReport | undefined {
  try {
    return report.parse(JSON.parse(deps.keyring.open(sealed, scopeOf(accountId, id, 'report'))));
  } catch (error) {
    deps.log.error({ err: error }, 'what was noted of a session cannot be opened');
    return undefined;
  }
}

/** Takes the sessions that are to be open and that nobody keeps. */
export async function claimOpenSessions(
  deps: ChannelDeps,
  { owner, until }: { owner: string; until: Date },
): Promise<KeptSession[]> {
  const now = deps.sharedClock.now();
  const claimed = await claimSessions.all(deps.pool, { owner, until, now, repairable: REPAIRABLE });
  // One account's damaged row must not stop the sessions of all.
  return claimed.flatMap(({ link, ...session }): KeptSession[] => {
    const { accountId, id } = session;
    try {
      const opened = deps.keyring.open(link, scopeOf(accountId, id, 'link'));
      return [{ ...session, link: linkValues.parse(JSON.parse(opened)), isDamaged: false }];
    } catch (error) {
      deps.log.error({ err: error, channelId: session.channelId }, 'the stored session of a channel cannot be opened');
      return isDamage(error) ? [{ ...session, link: {}, isDamaged: true }] : [];
    }
  });
}

/** Which of these sessions are still there, whoever keeps them. */
export async function remainingSessions(deps: ChannelDeps, ids: string[]): Promise<Set<string>> {
  return new Set((await findRemaining.all(deps.pool, { ids })).map(({ id }) => id));
}

/** False when another node has it now. */
export async function reportSession(deps: ChannelDeps, session: Owned, given: SessionReport): Promise<boolean> {
  const isWanted = given.state !== 'ended' || REPAIRABLE.includes(given.reason);
  const isFailing = given.state === 'lost';
  const isSound = given.state === 'open' || given.state === 'linking';
  const sealed = sealReport(deps, session, given);
  const saved = { ...session, report: sealed, isWanted, isFailing, isSound, now: deps.sharedClock.now() };
  return (await saveReport.run(deps.pool, saved)) === 1;
}

/** Forgets everything that a session kept: the platform no longer takes it. */
export async function forgetKeys(deps: ChannelDeps, session: Owned): Promise<void> {
  await withTransaction(deps.pool, async (tx) => {
    if (!(await lockSession.first(tx, session))) return;
    await eraseKeys.run(tx, { accountId: session.accountId, sessionId: session.id });
  });
}

export async function releaseOwnSessions(deps: ChannelDeps, owner: string): Promise<void> {
  await releaseSessions.run(deps.pool, { owner });
}

/** What was sent, or arrived, is asked for again for some days, not for ever. */
export async function forgetPassing(deps: ChannelDeps): Promise<void> {
  const before = new Date(deps.sharedClock.now().getTime() - KEEP_PASSING_MS);
  for (const type of PASSING_KEYS) await deleteOldKeys.run(deps.pool, { type, before });
}

/** The keys of one session, for the node that keeps it. */
export function sessionKeys(deps: ChannelDeps, session: Owned): SessionKeys {
  const { accountId, id: sessionId } = session;
  const scope = (type: string, keyId: string) => scopeOf(accountId, sessionId, `key:${type}:${keyId}`);
  const open = (type: string, keyId: string, value: string) => {
    try {
      return deps.keyring.open(value, scope(type, keyId));
    } catch (cause) {
      throw isDamage(cause) ? new SessionKeysError('A stored key of a session does not open', { cause }) : cause;
    }
  };
  return {
    async read(type, ids) {
      const rows = await readKeys.all(deps.pool, { accountId, sessionId, type, ids: [...ids] });
      return Object.fromEntries(rows.map(({ keyId, value }) => [keyId, open(type, keyId, value)]));
    },
    async write(values) {
      const kept = values.flatMap(({ type, id, value }) =>
        value === null ? [] : [{ type, id, sealed: deps.keyring.seal(value, scope(type, id)) }],
      );
      const gone = values.filter(({ value }) => value === null);
      await withTransaction(deps.pool, async (tx) => {
        // A node that lost the session must not write: two versions of the keys end the link.
        if (!(await lockSession.first(tx, session))) throw new SessionLostError('another node has the session');
        const types = kept.map(({ type }) => type);
        const ids = kept.map(({ id }) => id);
        const now = deps.sharedClock.now();
        if (kept.length > 0)
          await writeKeys.run(tx, { accountId, sessionId, types, ids, values: kept.map(({ sealed }) => sealed), now });
        if (gone.length > 0)
          await deleteKeys.run(tx, {
            accountId,
            sessionId,
            types: gone.map(({ type }) => type),
            ids: gone.map(({ id }) => id),
          });
      });
    },
  };
}
