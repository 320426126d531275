import type pg from 'pg';
import type { PgBoss as Boss } from 'pg-boss';
import { type Clock, systemClock } from '../time/clock.ts';
import type { NewId } from '../time/ids.ts';
import { type FailedJob, listFailed } from './list-failed.ts';
import { ensureQueue, executor, type OpenBossDeps, openBoss } from './open-boss.ts';
import { pullForward } from './pull-forward.ts';
import { type AnyQueue, deadLetterOf, type Queue } from './queue.ts';
import { startWorkers } from './start-workers.ts';
import { type EventQueue, ensureSubscriptions, listListeners } from './subscriptions.ts';
import { createCommitWatch } from './watch-commits.ts';

export type JobsDeps = OpenBossDeps & { pool: pg.Pool; clock: Clock; newId: NewId };

export type EnqueueOptions = {
  /** The caller's transaction: the job exists if and only if it commits. */
  tx?: pg.PoolClient;
  /** At most one waiting job per key; another one is dropped. */
  singletonKey?: string;
  /** It begins after so long, at the longest after the queue's `retryDelayMaxSeconds`. */
  delayMs?: number;
  /** A job of a higher one goes first; 0 without it. */
  priority?: number;
};

/** Work that outlives a request: at least once, retried a bounded number of times, with a visible end. */
export type Jobs = {
  /** Declares a queue; all queues are declared before `start`. */
  define<Payload extends object>(queue: Queue<Payload>): DefinedQueue<Payload>;
  /** A declared queue gets a job of its own for each publishing of the event. To be called before `start`. */
  subscribe(subscription: EventQueue): void;
  /** One job for every queue that listens, in the caller's transaction. */
  publish(input: { tx: pg.PoolClient; event: string; payload: object }): Promise<void>;
  /** Creates what the database lacks and, where `withWorkers`, begins to work. */
  start(options?: { withWorkers?: boolean }): Promise<void>;
  listFailed(queue: string): Promise<FailedJob[]>;
  retryFailed(queue: string): Promise<number>;
  /** Has those jobs begun that wait for a time which a clock that was set back will not reach for long; gives their number. */
  pullForward(): Promise<number>;
  /** Lets running handlers end for at most `gracefulMs`; what does not end is done again elsewhere. */
  stop(options: { gracefulMs: number }): Promise<void>;
};

export type DefinedQueue<Payload> = {
  /** Gives the job's id, or null where `singletonKey` already waits. */
  enqueue(payload: Payload, options?: EnqueueOptions): Promise<string | null>;
  /** Many at once, by one statement. */
  enqueueAll(payloads: readonly Payload[], options: ManyOptions<Payload>): Promise<void>;
};

export type ManyOptions<Payload> = { tx: pg.PoolClient; priorityOf?(payload: Payload): number };

const FAR_AHEAD_MS = 3_600_000;

export function createJobs(deps: JobsDeps): Jobs {
  const queues = new Map<string, AnyQueue>();
  const subscriptions: EventQueue[] = [];
  const workers = new Map<string, () => void>();
  let boss: Boss | undefined;

  function requireBoss(): Boss {
    if (boss === undefined) throw new Error('Jobs are not started');
    return boss;
  }

  function wake(queue: string): void {
    workers.get(queue)?.();
  }

  const commits = createCommitWatch({ pool: deps.pool, onReleased: wake });
  const sending: Sending = { deps, wake, wakeAfterCommit: commits.watch, requireBoss };

  return {
    define(queue) {
      if (boss !== undefined || queues.has(queue.name)) throw new Error(`Queue ${queue.name} comes too late or twice`);
      const run: AnyQueue['run'] = async (payload, job) => queue.handler(queue.schema.parse(payload), job);
      const exhaust: AnyQueue['exhaust'] =
        queue.onExhausted && (async (payload) => queue.onExhausted?.(queue.schema.parse(payload)));
      const { share, ...settings } = queue;
      queues.set(queue.name, { ...settings, run, exhaust, ofOneOwner: share?.ofOne });
      const ownerOf = (payload: Parameters<typeof queue.handler>[0]) => share?.ownerOf(payload);
      const maxDelayMs = queue.retryDelayMaxSeconds * 1000;
      return {
        enqueue: async (payload, options = {}) => {
          const { delayMs = 0 } = options;
          if (delayMs > maxDelayMs) throw new Error(`A job of ${queue.name} waits for ${maxDelayMs} ms at the longest`);
          const parsed = queue.schema.parse(payload);
          return await enqueue({ sending, queue: queue.name, payload: parsed, owner: ownerOf(parsed), options });
        },
        enqueueAll: async (payloads, { tx, priorityOf = () => 0 }) => {
          const jobs = payloads.map((payload) => queue.schema.parse(payload));
          const waiting = jobs.map((payload) => ({ payload, owner: ownerOf(payload), priority: priorityOf(payload) }));
          await enqueueAll({ sending, queue: queue.name, waiting, tx });
        },
      };
    },
    subscribe(subscription) {
      if (boss !== undefined) throw new Error(`${subscription.queue} listens to ${subscription.event} too late`);
      subscriptions.push(subscription);
    },
    async publish({ tx, event, payload }) {
      for (const queue of await listListeners(tx, event)) await enqueue({ sending, queue, payload, options: { tx } });
    },
    async start({ withWorkers = true } = {}) {
      const opened = await openBoss(deps);
      for (const queue of queues.values()) await ensureQueue(opened, queue);
      await ensureSubscriptions({ boss: opened, pool: deps.pool, subscriptions });
      boss = opened;
      if (!withWorkers) return;
      for (const queue of queues.values()) {
        workers.set(queue.name, await startWorkers({ boss: opened, queue, log: deps.log }));
      }
    },
    listFailed: (queue) => listFailed(requireBoss(), queue),
    async retryFailed(queue) {
      const moved = await requireBoss().redrive(deadLetterOf(queue));
      wake(queue);
      return moved;
    },
    pullForward: () => pullForward(deps.pool),
    async stop({ gracefulMs }) {
      const running = boss;
      const names = [...workers.keys()].flatMap((name) => [name, deadLetterOf(name)]);
      boss = undefined;
      workers.clear();
      commits.close();
      if (running === undefined) return;
      await endWorkers(running, { names, gracefulMs });
      await running.stop({ graceful: false, close: false });
    },
  };
}

/** The library itself looks every half second whether its workers have ended; they tell it at once. */
async function endWorkers(boss: Boss, { names, gracefulMs }: { names: string[]; gracefulMs: number }): Promise<void> {
  if (gracefulMs === 0) return;
  const { promise: outOfTime, resolve } = Promise.withResolvers<void>();
  // Its bound is a time of the machine, whatever time the product lives in.
  const cancel = systemClock.after(gracefulMs, resolve);
  await Promise.race([Promise.all(names.map((name) => boss.offWork(name))), outOfTime]);
  cancel();
}

type Sending = {
  deps: JobsDeps;
  requireBoss: () => Boss;
  wake: (queue: string) => void;
  wakeAfterCommit: (client: pg.PoolClient, queue: string) => void;
};

async function enqueue({
  sending,
  queue,
  payload,
  owner,
  options,
}: {
  sending: Sending;
  queue: string;
  payload: object;
  owner?: string | undefined;
  options: EnqueueOptions;
}): Promise<string | null> {
  const { deps, wake, wakeAfterCommit } = sending;
  const { tx, delayMs = 0, priority = 0 } = options;
  const newId = deps.newId();
  const id = await sending.requireBoss().send(queue, payload, {
    id: newId,
    // The queues take one waiting job per key, so a job without a key brings its own.
    singletonKey: options.singletonKey ?? newId,
    ...groupOf(owner),
    priority,
    // By the database's clock, as it is taken up.
    startAfter: delayMs / 1000,
    ...(tx === undefined ? {} : { db: executor(tx) }),
  });
  if (id === null) return null;
  if (delayMs === 0) {
    if (tx === undefined) wake(queue);
    else wakeAfterCommit(tx, queue);
  } else if (delayMs < FAR_AHEAD_MS) deps.clock.after(delayMs + 5, () => wake(queue));
  return id;
}

const groupOf = (owner: string | undefined) => (owner === undefined ? {} : { group: { id: owner } });

type Waiting = { payload: object; owner: string | undefined; priority: number };

async function enqueueAll({
  sending,
  queue,
  waiting,
  tx,
}: {
  sending: Sending;
  queue: string;
  waiting: Waiting[];
  tx: pg.PoolClient;
}): Promise<void> {
  if (waiting.length === 0) return;
  const jobs = waiting.map(({ payload, owner, priority }) => {
    const id = sending.deps.newId();
    return { id, singletonKey: id, data: payload, priority, ...groupOf(owner) };
  });
  await sending.requireBoss().insert(queue, jobs, { db: executor(tx) });
  sending.wakeAfterCommit(tx, queue);
}
