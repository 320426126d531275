import { ConnectorError } from '../../connectors/port.ts';
import { findConnector } from '../../connectors/registry.ts';
import {
  type OpenSession,
  type SessionEnd,
  type SessionKeys,
  SessionKeysError,
  type SessionOptions,
  type SessionReport,
} from '../../connectors/session-port.ts';
import { sleep } from '../../platform/time/clock.ts';
import { withinTime } from '../../platform/time/within-time.ts';
import { type KeptSession, SESSION_UNREACHABLE } from '../channels/index.ts';
import type { Accept } from './accept-events.ts';
import { boundSession } from './bound-session.ts';
import type { GatewayDeps } from './deps.ts';
import { isUnreachable, noFailures, planReconnect } from './plan-reconnect.ts';
import { toKey } from './storable-id.ts';
import { findPayload } from './store.ts';

/** The library may be read for the first time. */
const OPEN_MS = 60_000;
/** A connection that has not said anything by then hangs. */
const SILENT_MS = 120_000;
const KEYS_DAMAGED = { kind: 'ended', reason: 'session_keys_damaged', isForgotten: false } as const;

type Owned = { accountId: string; id: string; owner: string };

/** What keeps one session: one connection at a time, and the pause before the next. */
export type Keeper = {
  target: KeptSession;
  stop: AbortController;
  /** The session is gone here, so it is left at the platform as well. */
  isToLeave: boolean;
  /** Ends the pause before the next connection; undefined while there is none. */
  endPause: (() => void) | undefined;
  done: Promise<void>;
};

/** Keeps the session of a channel open until it is stopped, or only the owner can help. */
export async function keepSession(deps: GatewayDeps, accept: Accept, keeper: Keeper): Promise<void> {
  const { target, stop } = keeper;
  const owned: Owned = { accountId: target.accountId, id: target.id, owner: deps.nodeId };
  if (target.isDamaged) return await endSession(deps, { target, owned, plan: KEYS_DAMAGED });
  let failures = noFailures;
  let failingSince = target.failingSince;
  while (!stop.signal.aborted) {
    const { end, openMs, hasStood } = await connectOnce(deps, accept, { keeper, owned });
    deps.connectors.io.sessions.set(target.channelId, undefined);
    if (stop.signal.aborted) return;
    const now = deps.sharedClock.now();
    if (hasStood) failingSince = null;
    failingSince ??= now;
    const failingMs = now.getTime() - failingSince.getTime();
    const plan = planReconnect({ end, failures, openMs, failingMs, unit: deps.random.unit() });
    if (plan.kind === 'stop') return await endSession(deps, { target, owned, plan });
    failures = plan.failures;
    if (isUnreachable({ failures, failingMs })) await stopChannel(deps, target, SESSION_UNREACHABLE);
    deps.log.info({ channelId: target.channelId, end: end.kind, afterMs: plan.afterMs }, 'a session is opened again');
    const isOurs = await deps.channels.sessions.report(owned, { state: plan.afterMs > 0 ? 'lost' : 'connecting' });
    if (!isOurs) return;
    if (plan.afterMs > 0) await pause(deps, keeper, plan.afterMs);
  }
}

async function pause({ sharedClock: clock }: GatewayDeps, keeper: Keeper, ms: number): Promise<void> {
  const over = new AbortController();
  keeper.endPause = () => over.abort();
  await sleep({ clock, ms, signal: AbortSignal.any([keeper.stop.signal, over.signal]) });
  keeper.endPause = undefined;
}

async function endSession(
  deps: GatewayDeps,
  { target, owned, plan }: { target: KeptSession; owned: Owned; plan: { reason: string; isForgotten: boolean } },
): Promise<void> {
  const { channelId } = target;
  const { reason, isForgotten } = plan;
  deps.log.warn({ channelId, reason }, 'a session has ended');
  if (isForgotten) await deps.channels.sessions.forgetKeys(owned);
  if (await deps.channels.sessions.report(owned, { state: 'ended', reason })) await stopChannel(deps, target, reason);
}

/** Tells the owner why the channel does not work. One that is still being connected is none. */
async function stopChannel(deps: GatewayDeps, target: KeptSession, reason: string): Promise<void> {
  const { accountId, channelId } = target;
  const channel = await deps.channels.find(accountId, channelId);
  if (!channel || channel.inactiveReason === reason) return;
  await deps.dialogs.closeOutbox({ accountId, channelId, reason });
  await deps.channels.mark({ accountId, id: channelId, reason });
}

type Connection = { end: SessionEnd; openMs: number; hasStood: boolean };
const notOpened = (end: SessionEnd): Connection => ({ end, openMs: 0, hasStood: false });

/** One connection from its beginning to its end. Whatever of it hangs, the next one comes. */
async function connectOnce(
  deps: GatewayDeps,
  accept: Accept,
  { keeper, owned }: { keeper: Keeper; owned: Owned },
): Promise<Connection> {
  const { target, stop } = keeper;
  const { sharedClock: clock } = deps;
  const ended = Promise.withResolvers<SessionEnd>();
  let openedAt: number | undefined;
  let last: Promise<void> = Promise.resolve();
  let session: OpenSession | undefined;
  let isOver = false;
  const isSilent = clock.after(SILENT_MS, () => ended.resolve({ kind: 'lost' }));
  const onReport = (report: SessionReport) => {
    if (isOver || stop.signal.aborted) return;
    if (report.state === 'open') openedAt ??= clock.now().getTime();
    if (report.state !== 'connecting') isSilent();
    // In their order: what is stored last is what is true.
    last = last
      .then(() => onNews(deps, { target, owned, report, session: () => session, end: ended.resolve }))
      .catch((error: unknown) => deps.log.warn({ err: error, channelId: target.channelId }, 'a session was not noted'));
  };
  const onStop = () => ended.resolve({ kind: 'lost' });
  stop.signal.addEventListener('abort', onStop, { once: true });
  try {
    const options = await optionsOf(deps, accept, { target, owned, onReport, onEnd: ended.resolve });
    session = await openInTime(deps, keeper, options);
    if (!session) return notOpened({ kind: 'ended', reason: 'library_missing', isForgotten: false });
    const end = await ended.promise;
    isOver = true;
    await last;
    await (keeper.isToLeave ? session.leave() : session.close()).catch(() => undefined);
    if (openedAt === undefined) return notOpened(end);
    return { end, openMs: clock.now().getTime() - openedAt, hasStood: true };
  } catch (error) {
    deps.log.warn({ err: error, channelId: target.channelId }, 'a session could not be opened');
    return notOpened(readOpenFailure(error));
  } finally {
    isSilent();
    stop.signal.removeEventListener('abort', onStop);
  }
}

function readOpenFailure(error: unknown): SessionEnd {
  if (error instanceof SessionKeysError) return KEYS_DAMAGED;
  const isMissing = error instanceof ConnectorError && error.kind === 'unsupported';
  return isMissing ? { kind: 'ended', reason: error.reason, isForgotten: false } : { kind: 'lost' };
}

/** One that opens after its time is closed at once: two connections of one session end each other. */
async function openInTime(
  deps: GatewayDeps,
  keeper: Keeper,
  options: SessionOptions,
): Promise<OpenSession | undefined> {
  const { sharedClock: clock } = deps;
  const opening = findConnector(deps.connectors.byType, keeper.target.type)?.session?.open(options);
  if (!opening) return undefined;
  const bound = opening.then((session) => boundSession(session, clock));
  try {
    return await withinTime({ clock, ms: OPEN_MS }, bound);
  } catch (error) {
    void bound.then((late) => (keeper.isToLeave ? late.leave() : late.close())).catch(() => undefined);
    throw error;
  }
}

async function optionsOf(
  deps: GatewayDeps,
  accept: Accept,
  {
    target,
    owned,
    onReport,
    onEnd,
  }: {
    target: KeptSession;
    owned: Owned;
    onReport(report: SessionReport): void;
    onEnd(end: SessionEnd): void;
  },
): Promise<SessionOptions> {
  const { accountId, channelId } = target;
  const channel = await deps.channels.liveAtAddress(channelId, { isFresh: true });
  return {
    channel: channel?.self ?? { id: channelId, identity: '', credentials: {} },
    link: target.link,
    keys: endOnDamage(deps.channels.sessions.keys(owned), onEnd),
    io: deps.connectors.io,
    report: onReport,
    onEnd,
    async accept(events) {
      const live = await deps.channels.live(channelId);
      // What comes before the owner has finished is his phone's alone.
      if (live?.accountId === accountId) await accept({ accountId, channelId, events, channel: live });
    },
    async readEvent(eventId) {
      const found = await findPayload.first(deps.pool, { accountId, channelId, eventId: toKey(eventId) });
      return found && JSON.parse(found.payload);
    },
  };
}

/** A library may take a key that cannot be read for a message that it cannot read. */
function endOnDamage(keys: SessionKeys, onEnd: (end: SessionEnd) => void): SessionKeys {
  return {
    ...keys,
    async read(type, ids) {
      try {
        return await keys.read(type, ids);
      } catch (error) {
        if (error instanceof SessionKeysError) onEnd(KEYS_DAMAGED);
        throw error;
      }
    },
  };
}

type News = {
  target: KeptSession;
  owned: Owned;
  report: SessionReport;
  session(): OpenSession | undefined;
  end(end: SessionEnd): void;
};

async function onNews(deps: GatewayDeps, news: News): Promise<void> {
  const { target, owned, report, session, end } = news;
  const { accountId, channelId } = target;
  const channel = await deps.channels.find(accountId, channelId);
  const isOther = report.state === 'open' && channel !== undefined && report.account.identity !== channel.identity;
  // Another account was linked in its place: its chats are not those of this channel.
  if (isOther) return end({ kind: 'ended', reason: 'other_account', isForgotten: true });
  if (!(await deps.channels.sessions.report(owned, report))) return end({ kind: 'lost' });
  const opened = session();
  if (report.state !== 'open' || !opened) return;
  deps.connectors.io.sessions.set(channelId, opened);
  if (!channel) return;
  await deps.channels.mark({ accountId, id: channelId, reason: null });
  await deps.dialogs.openOutbox({ accountId, channelId, repairedAt: deps.sharedClock.now() });
}
