import { ConnectorError } from '../../connectors/port.ts';
import { sleep } from '../../platform/time/clock.ts';
import { POLLER_CONFLICT } from '../channels/index.ts';
import type { Accept } from './accept-events.ts';
import type { GatewayDeps } from './deps.ts';

/** Together below 30 s: so soon another node pulls what a dead one pulled. */
const CLAIM_EVERY_MS = 8000;
const CLAIM_FOR_MS = 20_000;
const WAIT_SECONDS = 25;
const MAX_BACKOFF_MS = 60_000;
/** A second program may fetch for a moment, while one takes over from another; after this the owner is told. */
const TELL_CONFLICT_MS = 300_000;

type Puller = { stop: AbortController; done: Promise<void> };
type Target = { accountId: string; id: string; cursor: string };

async function pullOnce(deps: GatewayDeps, accept: Accept, target: Target, signal: AbortSignal): Promise<string> {
  const channel = await deps.channels.live(target.id);
  if (!channel?.connector.pull) return target.cursor;
  const batch = await channel.connector.pull(
    channel.self,
    target.cursor,
    { signal, waitSeconds: WAIT_SECONDS },
    deps.connectors.io,
  );
  if (signal.aborted) return target.cursor;
  if (channel.inactiveReason === POLLER_CONFLICT)
    await deps.channels.mark({ accountId: target.accountId, id: target.id, reason: null });
  if (batch.events.length > 0)
    await accept({ accountId: target.accountId, channelId: target.id, events: batch.events, channel });
  if (batch.cursor !== target.cursor) {
    // The cursor is confirmed after the events are stored: a crash between the two gives repeats, which are dropped by id.
    const isOurs = await deps.channels.savePullCursor({
      accountId: target.accountId,
      id: target.id,
      owner: deps.nodeId,
      cursor: batch.cursor,
    });
    if (!isOurs) throw new ConnectorError('retry', { reason: 'taken_over' });
  }
  return batch.cursor;
}

/** Where webhooks bring the messages, asking only finds what they lost. */
async function pauseOf(deps: GatewayDeps, { id }: Target): Promise<number> {
  const channel = await deps.channels.live(id);
  return channel?.inboundMode === 'webhook' ? (channel.connector.reconcileSeconds ?? 0) * 1000 : 0;
}

async function tellConflict(deps: GatewayDeps, { accountId, id }: Target): Promise<void> {
  await deps.channels.mark({ accountId, id, reason: POLLER_CONFLICT }).catch((error: unknown) => {
    deps.log.warn({ err: error, channelId: id }, 'a channel whose messages another program gets could not be marked');
  });
}

async function pullForEver(deps: GatewayDeps, accept: Accept, target: Target, signal: AbortSignal): Promise<void> {
  let cursor = target.cursor;
  let failures = 0;
  let conflictSince: number | undefined;
  while (!signal.aborted) {
    try {
      cursor = await pullOnce(deps, accept, { ...target, cursor }, signal);
      failures = 0;
      conflictSince = undefined;
      const pauseMs = await pauseOf(deps, target);
      if (pauseMs > 0) await sleep({ clock: deps.sharedClock, ms: pauseMs, signal });
    } catch (error) {
      if (signal.aborted) return;
      if (error instanceof ConnectorError && error.kind === 'unauthorized') {
        const { accountId, id } = target;
        await deps.dialogs.closeOutbox({ accountId, channelId: id, reason: error.reason });
        await deps.channels.mark({ accountId, id, reason: error.reason });
        return;
      }
      failures += 1;
      const isConflict = error instanceof ConnectorError && error.reason === POLLER_CONFLICT;
      const now = deps.sharedClock.now().getTime();
      conflictSince = isConflict ? (conflictSince ?? now) : undefined;
      if (conflictSince !== undefined && now - conflictSince >= TELL_CONFLICT_MS) await tellConflict(deps, target);
      deps.log.warn({ err: error, channelId: target.id, failures }, 'pulling a channel failed');
      const asked = error instanceof ConnectorError ? error.retryAfterMs : null;
      await sleep({ clock: deps.sharedClock, ms: asked ?? Math.min(MAX_BACKOFF_MS, 500 * 2 ** failures), signal });
    }
  }
}

/** Keeps one puller running for every channel without webhooks; another node takes over what this one drops. */
export function createPullers(deps: GatewayDeps, accept: Accept) {
  const running = new Map<string, Puller>();
  let cancelTimer: () => void = () => undefined;
  let isStopped = false;

  function begin(target: Target): void {
    const stop = new AbortController();
    const done = pullForEver(deps, accept, target, stop.signal)
      .catch((error: unknown) => deps.log.error({ err: error, channelId: target.id }, 'a puller ended'))
      .finally(() => running.delete(target.id));
    running.set(target.id, { stop, done });
  }

  async function refresh(): Promise<void> {
    cancelTimer();
    if (isStopped) return;
    try {
      const until = new Date(deps.sharedClock.now().getTime() + CLAIM_FOR_MS);
      const targets = await deps.channels.claimPulls({ owner: deps.nodeId, until });
      const wanted = new Set(targets.map((target) => target.id));
      for (const [id, puller] of running) if (!wanted.has(id)) puller.stop.abort();
      for (const target of targets) if (!running.has(target.id)) begin(target);
    } catch (error) {
      deps.log.warn({ err: error }, 'the list of channels to pull could not be read');
    }
    // Another call may have set it meanwhile: one timer is enough.
    cancelTimer();
    if (!isStopped) cancelTimer = deps.sharedClock.after(CLAIM_EVERY_MS, () => void refresh());
  }

  return {
    refresh,
    async stop(): Promise<void> {
      isStopped = true;
      cancelTimer();
      const pullers = [...running.values()];
      for (const puller of pullers) puller.stop.abort();
      await Promise.all(pullers.map((puller) => puller.done));
      // Without a database the claims run out by themselves.
      await deps.channels
        .releasePulls(deps.nodeId)
        .catch((error: unknown) => deps.log.warn({ err: error }, 'the pulled channels could not be given back'));
    },
  };
}
