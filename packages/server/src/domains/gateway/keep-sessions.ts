import { sleep } from '../../platform/time/clock.ts';
import type { KeptSession } from '../channels/index.ts';
import type { Accept } from './accept-events.ts';
import type { GatewayDeps } from './deps.ts';
import { type Keeper, keepSession } from './keep-session.ts';

/** Together below 30 s: so soon another node keeps what a dead one kept. */
const CLAIM_EVERY_MS = 8000;
const CLAIM_FOR_MS = 20_000;
/** A connection that hangs at a stop is left to the platform. */
const STOP_MS = 6000;

/**
 * Keeps the sessions of channels open that speak over one long connection: each on one node, which takes it by a lease.
 * The leases are renewed whatever the connections do, and no session waits for another.
 */
export function createSessionKeepers(deps: GatewayDeps, accept: Accept) {
  const running = new Map<string, Keeper>();
  let cancelTimer: () => void = () => undefined;
  let isStopped = false;
  let claiming: Promise<void> | undefined;
  let isAskedAgain = false;
  const hasSessions = Object.values(deps.connectors.byType).some(({ session }) => session !== undefined);

  function begin(target: KeptSession): void {
    const begun = { stop: new AbortController(), isToLeave: false, endPause: undefined, done: Promise.resolve() };
    const keeper: Keeper = { target, ...begun };
    keeper.done = keepSession(deps, accept, keeper)
      .catch((error: unknown) => deps.log.error({ err: error, channelId: target.channelId }, 'a session keeper ended'))
      .finally(() => {
        running.delete(target.id);
        deps.connectors.io.sessions.set(target.channelId, undefined);
        // It may be to be opened again, for another channel: never two connections of one session.
        if (keeper.stop.signal.aborted) void renew();
      });
    running.set(target.id, keeper);
  }

  const listEnding = () => [...running.values()].filter(({ stop }) => stop.signal.aborted);

  /** Those that another node took, that are gone, or that are another channel's now. */
  async function end(wanted: Map<string, KeptSession>): Promise<void> {
    const isGone = ([id, { target, stop }]: [string, Keeper]) =>
      !stop.signal.aborted && wanted.get(id)?.channelId !== target.channelId;
    const gone = [...running].filter(isGone);
    if (gone.length === 0) return;
    const remaining = await deps.channels.sessions.remaining(gone.map(([id]) => id));
    for (const [id, keeper] of gone) {
      keeper.isToLeave = !remaining.has(id);
      keeper.stop.abort();
    }
  }

  async function claim(): Promise<void> {
    try {
      const until = new Date(deps.sharedClock.now().getTime() + CLAIM_FOR_MS);
      const pausing = [...running.values()].filter(({ endPause }) => endPause !== undefined);
      const targets = await deps.channels.sessions.claim({ owner: deps.nodeId, until });
      const wanted = new Map(targets.map((target) => [target.id, target]));
      await end(wanted);
      // Its owner asks: whoever is in a pause has noted before it that the session fails.
      for (const { target, endPause } of pausing) if (wanted.get(target.id)?.failingSince === null) endPause?.();
      if (isStopped) return;
      for (const target of targets) if (!running.has(target.id)) begin(target);
    } catch (error) {
      deps.log.warn({ err: error }, 'the list of sessions could not be read');
    }
  }

  /** One at a time: two would open one session twice. */
  async function renew(): Promise<void> {
    if (isStopped || !hasSessions) return;
    if (claiming) {
      isAskedAgain = true;
      return await claiming;
    }
    cancelTimer();
    claiming = (async () => {
      do {
        isAskedAgain = false;
        await claim();
      } while (isAskedAgain && !isStopped);
    })();
    await claiming.finally(() => {
      claiming = undefined;
      if (!isStopped) cancelTimer = deps.sharedClock.after(CLAIM_EVERY_MS, () => void renew());
    });
  }

  return {
    /** Resolves when what is no longer ours is closed, too. */
    async refresh(): Promise<void> {
      await renew();
      await Promise.all(listEnding().map(({ done }) => done));
    },
    async stop(): Promise<void> {
      isStopped = true;
      cancelTimer();
      await claiming;
      if (hasSessions) await giveBack(deps, [...running.values()]);
    },
  };
}

async function giveBack(deps: GatewayDeps, keepers: Keeper[]): Promise<void> {
  for (const keeper of keepers) keeper.stop.abort();
  const closed = Promise.all(keepers.map(({ done }) => done));
  await Promise.race([closed, sleep({ clock: deps.sharedClock, ms: STOP_MS })]);
  // Without a database the claims run out by themselves.
  await deps.channels.sessions
    .release(deps.nodeId)
    .catch((error: unknown) => deps.log.warn({ err: error }, 'the sessions could not be given back'));
}
