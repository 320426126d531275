import type { Queryable } from '../../../platform/database/queryable.ts';
import type { ApiUser } from '../../../platform/http/api-context.ts';
import type { Log } from '../../../platform/log/logger.ts';
import { startPeriodicTasks } from '../../../platform/periodic-tasks/periodic-tasks.ts';
import { createSignal } from '../../../platform/signal/signal.ts';
import type { Clock } from '../../../platform/time/clock.ts';
import { findLiveSessions } from '../identity-store.ts';

/** Sessions that this process has seen, with the member they belong to. */
export type SessionWatch = {
  find(sessionId: string): Promise<ApiUser | undefined>;
  /** Ended here and now: the sessions are dead before this returns. */
  end(sessionIds: string[]): void;
  /** Hears of every session that ended, at the latest 5 s after another node ended it. */
  onEnded(listener: (sessionIds: string[]) => void): () => void;
  close(): Promise<void>;
};

const POLL_MS = 3_000;
const FRESH_MS = 4_500;
/** Longer than an access token lives: who has not come back by then has no valid token and no open socket. */
const TRACKED_MS = 70 * 60_000;

const MAX_GONE = 20_000;

type Deps = { pool: Queryable; clock: Clock; log: Log };
type Tracked = { user: ApiUser; checkedAt: number; seenAt: number };

/**
 * Keeps sessions in memory and re-reads all of them with one query every 3 s, so that requests need none and a
 * session ended anywhere (sign-out, password change, removal from the team, changed role) has its effect within 5 s.
 */
export function createSessionWatch(deps: Deps): SessionWatch {
  const tracked = new Map<string, Tracked>();
  const gone = createGone(deps.clock);
  const loads = new Map<string, Promise<ApiUser | undefined>>();
  const ended = createSignal<string[]>();
  const end = (sessionIds: string[]) => {
    for (const id of sessionIds) {
      tracked.delete(id);
      loads.delete(id);
      gone.add(id);
    }
    if (sessionIds.length > 0) ended.emit(sessionIds);
  };
  const polling = startPeriodicTasks({
    ...deps,
    tasks: [
      { name: 'accounts.read-sessions', everyMs: POLL_MS, work: async () => end(await reread({ ...deps, tracked })) },
    ],
  });
  return {
    find: async (sessionId) => {
      if (gone.has(sessionId)) return undefined;
      const entry = tracked.get(sessionId);
      const now = deps.clock.now().getTime();
      if (entry === undefined || Math.abs(now - entry.checkedAt) >= FRESH_MS)
        return load({ ...deps, tracked, gone, loads, sessionId });
      entry.seenAt = now;
      return entry.user;
    },
    end,
    onEnded: ended.on,
    close: polling.stop,
  };
}

type Load = Deps & {
  tracked: Map<string, Tracked>;
  gone: Gone;
  loads: Map<string, Promise<ApiUser | undefined>>;
  sessionId: string;
};

/** Parallel requests of one session share one query. */
function load(input: Load): Promise<ApiUser | undefined> {
  const running = input.loads.get(input.sessionId);
  if (running !== undefined) return running;
  const started: Promise<ApiUser | undefined> = readSession(input, () => input.loads.get(input.sessionId) === started);
  input.loads.set(input.sessionId, started);
  return started;
}

async function readSession(
  { pool, clock, tracked, gone, loads, sessionId }: Load,
  isStillWanted: () => boolean,
): Promise<ApiUser | undefined> {
  try {
    const [user] = await findLiveSessions.all(pool, { ids: [sessionId], now: clock.now() });
    // Ended while the query ran: what it read is out of date.
    if (!isStillWanted()) return undefined;
    const now = clock.now().getTime();
    if (user === undefined) {
      tracked.delete(sessionId);
      gone.add(sessionId);
    } else tracked.set(sessionId, { user, checkedAt: now, seenAt: now });
    return user;
  } finally {
    if (isStillWanted()) loads.delete(sessionId);
  }
}

/** Reads all tracked sessions again and gives those that have ended. */
async function reread({ pool, clock, tracked }: Deps & { tracked: Map<string, Tracked> }): Promise<string[]> {
  const begun = clock.now();
  for (const [id, entry] of tracked) if (begun.getTime() - entry.seenAt > TRACKED_MS) tracked.delete(id);
  const ids = [...tracked.keys()];
  if (ids.length === 0) return [];
  const live = new Map((await findLiveSessions.all(pool, { ids, now: begun })).map((user) => [user.sessionId, user]));
  for (const id of ids) {
    const entry = tracked.get(id);
    const user = live.get(id);
    if (entry && user) tracked.set(id, { ...entry, user, checkedAt: begun.getTime() });
  }
  return ids.filter((id) => tracked.has(id) && !live.has(id));
}

type Gone = { has(sessionId: string): boolean; add(sessionId: string): void };

/** Sessions that are no more, for as long as their tokens verify: who goes on presenting one costs no query. */
function createGone(clock: Clock): Gone {
  const until = new Map<string, number>();
  return {
    has: (id) => clock.now().getTime() < (until.get(id) ?? 0),
    add: (id) => {
      until.delete(id);
      const [oldest] = until.keys();
      if (until.size >= MAX_GONE && oldest !== undefined) until.delete(oldest);
      until.set(id, clock.now().getTime() + TRACKED_MS);
    },
  };
}
