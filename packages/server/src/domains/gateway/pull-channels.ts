import { ConnectorError } from '../../connectors/port.ts';
import { sleep } from '../../platform/time/clock.ts';
import { ChannelSecretsError, FETCH_FAILING, POLLER_CONFLICT, PULL_REASONS, readFault } from '../channels/index.ts';
import type { Accept } from './accept-events.ts';
import type { GatewayDeps } from './deps.ts';
import { noteDamage } from './note-damage.ts';

/** Together below 30 s: so soon another node pulls what a dead one pulled. */
const CLAIM_EVERY_MS = 8000;
const CLAIM_FOR_MS = 20_000;
const WAIT_SECONDS = 25;
const MAX_BACKOFF_MS = 60_000;
/** A second program may fetch for a moment, while one takes over from another, and a platform refuses a good key now and then. */
const TELL_REFUSAL_MS = 300_000;
/** Platforms and networks have their bad minutes. */
const TELL_OUTAGE_MS = 900_000;

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
  if (channel.inactiveReason !== null && PULL_REASONS.includes(channel.inactiveReason))
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

/** Why nothing can be fetched, and since when. */
type Trouble = { reason: string; since: number };

function tellAfterMs(reason: string): number {
  return reason === FETCH_FAILING ? TELL_OUTAGE_MS : TELL_REFUSAL_MS;
}

/** What a failure says of the channel: of an outage the owner hears in one way, whatever it looks like each time. */
async function reasonOf(deps: GatewayDeps, error: unknown, { id }: Target): Promise<string | null> {
  const channel = await deps.channels.live(id);
  if (!channel) return null;
  if (error instanceof ConnectorError && error.reason === POLLER_CONFLICT) return POLLER_CONFLICT;
  const fault = error instanceof ConnectorError ? readFault(error, channel.connector) : null;
  // Where webhooks bring the messages, asking only finds what they lost.
  return fault ?? (channel.inboundMode === 'pull' ? FETCH_FAILING : null);
}

/** Tells the owner what lasts; gives what is known from now on. */
async function noteTrouble(
  deps: GatewayDeps,
  target: Target,
  { error, known }: { error: unknown; known: Trouble | undefined },
): Promise<Trouble | undefined> {
  const { accountId, id } = target;
  try {
    if (error instanceof ChannelSecretsError) {
      await noteDamage(deps, { accountId, channelId: id }, error);
      return undefined;
    }
    const reason = await reasonOf(deps, error, target);
    if (reason === null) return undefined;
    const now = deps.sharedClock.now().getTime();
    const trouble = known?.reason === reason ? known : { reason, since: now };
    if (now - trouble.since >= tellAfterMs(reason)) await deps.channels.mark({ accountId, id, reason });
    return trouble;
  } catch (failure) {
    deps.log.warn({ err: failure, channelId: id }, 'a channel whose messages cannot be fetched could not be marked');
    return known;
  }
}

async function pullForEver(deps: GatewayDeps, accept: Accept, target: Target, signal: AbortSignal): Promise<void> {
  let cursor = target.cursor;
  let failures = 0;
  let trouble: Trouble | undefined;
  while (!signal.aborted) {
    try {
      cursor = await pullOnce(deps, accept, { ...target, cursor }, signal);
      failures = 0;
      trouble = undefined;
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
      trouble = await noteTrouble(deps, target, { error, known: trouble });
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
