import { ConnectorError } from '../../connectors/port.ts';
import { findConnector } from '../../connectors/registry.ts';
import type { OpenSession, SessionEnd, SessionOptions, SessionReport } from '../../connectors/session-port.ts';
import { sleep } from '../../platform/time/clock.ts';
import type { KeptSession } from '../channels/index.ts';
import type { Accept } from './accept-events.ts';
import type { GatewayDeps } from './deps.ts';
import { noFailures, planReconnect } from './plan-reconnect.ts';
import { toKey } from './storable-id.ts';
import { findPayload } from './store.ts';

type Owned = { accountId: string; id: string; owner: string };

/** What keeps one session: one connection at a time, and the pause before the next. */
export type Keeper = {
  target: KeptSession;
  stop: AbortController;
  /** The session is gone here, so it is left at the platform as well. */
  isToLeave: boolean;
  done: Promise<void>;
};

/** Keeps the session of a channel open until it is stopped, or only the owner can help. */
export async function keepSession(deps: GatewayDeps, accept: Accept, keeper: Keeper): Promise<void> {
  const { target, stop } = keeper;
  const owned: Owned = { accountId: target.accountId, id: target.id, owner: deps.nodeId };
  let failures = noFailures;
  while (!stop.signal.aborted) {
    const { end, openMs } = await connectOnce(deps, accept, { keeper, owned });
    deps.connectors.io.sessions.set(target.channelId, undefined);
    if (stop.signal.aborted) return;
    const plan = planReconnect({ end, failures, openMs, unit: deps.random.unit() });
    if (plan.kind === 'stop') return await endSession(deps, { target, owned, plan });
    failures = plan.failures;
    deps.log.info({ channelId: target.channelId, end: end.kind, afterMs: plan.afterMs }, 'a session is opened again');
    const isOurs = await deps.channels.sessions.report(owned, { state: plan.afterMs > 0 ? 'lost' : 'connecting' });
    if (!isOurs) return;
    if (plan.afterMs > 0) await sleep({ clock: deps.sharedClock, ms: plan.afterMs, signal: stop.signal });
  }
}

async function endSession(
  deps: GatewayDeps,
  { target, owned, plan }: { target: KeptSession; owned: Owned; plan: { reason: string; isForgotten: boolean } },
): Promise<void> {
  const { accountId, channelId } = target;
  const { reason, isForgotten } = plan;
  deps.log.warn({ channelId, reason }, 'a session has ended');
  if (isForgotten) await deps.channels.sessions.forgetKeys(owned);
  if (!(await deps.channels.sessions.report(owned, { state: 'ended', reason }))) return;
  if (!(await deps.channels.find(accountId, channelId))) return;
  await deps.dialogs.closeOutbox({ accountId, channelId, reason });
  await deps.channels.mark({ accountId, id: channelId, reason });
}

type Connection = { end: SessionEnd; openMs: number };

/** One connection from its beginning to its end. */
async function connectOnce(
  deps: GatewayDeps,
  accept: Accept,
  { keeper, owned }: { keeper: Keeper; owned: Owned },
): Promise<Connection> {
  const { target, stop } = keeper;
  const ended = Promise.withResolvers<SessionEnd>();
  const connector = findConnector(deps.connectors.byType, target.type);
  let openedAt: number | undefined;
  let last: Promise<void> = Promise.resolve();
  let session: OpenSession | undefined;
  let isOver = false;
  const onReport = (report: SessionReport) => {
    if (isOver || stop.signal.aborted) return;
    if (report.state === 'open') openedAt ??= deps.sharedClock.now().getTime();
    // In their order: what is stored last is what is true.
    last = last
      .then(() => onNews(deps, { target, owned, report, session: () => session, end: ended.resolve }))
      .catch((error: unknown) => deps.log.warn({ err: error, channelId: target.channelId }, 'a session was not noted'));
  };
  const onStop = () => ended.resolve({ kind: 'lost' });
  stop.signal.addEventListener('abort', onStop, { once: true });
  try {
    const options = await optionsOf(deps, accept, { target, owned, onReport, onEnd: ended.resolve });
    session = await connector?.session?.open(options);
    if (!session) return { end: { kind: 'ended', reason: 'library_missing', isForgotten: false }, openMs: 0 };
    const end = await ended.promise;
    isOver = true;
    await last;
    await (keeper.isToLeave ? session.leave() : session.close()).catch(() => undefined);
    return { end, openMs: openedAt === undefined ? 0 : deps.sharedClock.now().getTime() - openedAt };
  } catch (error) {
    deps.log.warn({ err: error, channelId: target.channelId }, 'a session could not be opened');
    const isMissing = error instanceof ConnectorError && error.kind === 'unsupported';
    const end = isMissing
      ? ({ kind: 'ended', reason: error.reason, isForgotten: false } as const)
      : { kind: 'lost' as const };
    return { end, openMs: 0 };
  } finally {
    stop.signal.removeEventListener('abort', onStop);
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
    keys: deps.channels.sessions.keys(owned),
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
