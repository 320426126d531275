import { outsideRequest } from '../scope/request-scope.ts';
import type { Clock } from '../time/clock.ts';
import { isStatementCanceled, unavailableReason } from './database-errors.ts';
import { laneOf } from './statement-lane.ts';

type CallGroup<Input, Result> = {
  /** Whose connections the statements take: all kinds of calls to one pool share its lane. */
  pool: object;
  /**
   * Many calls, each about another row, in one statement that waits for no row that others hold. Gives what was done, in
   * the order of the inputs; `undefined` for one that was left untouched: it stands in the next group, and then runs alone.
   */
  together(inputs: Input[]): Promise<(Result | undefined)[]>;
  /** One call by itself: it decides everything, and may wait for rows that others hold. */
  alone(input: Input): Promise<Result>;
  /** Whether the call may stand in a group at all. */
  isPlain?(input: Input): boolean;
  /** No customer waits for their ends: calls of other kinds that come within this time go first. */
  yieldsMs?: number;
  clock: Pick<Clock, 'after'>;
};

const MAX_TOGETHER = 50;
/** A group usually takes a few milliseconds. One whose connection hangs is given up by the pool after ten seconds. */
const OVERDUE_MS = 250;
/** With the database away, each more would wait on a connection of its own. */
const MAX_GROUPS = 2;

type Waiting<Input, Result> = {
  input: Input;
  resolve(result: Result): void;
  reject(error: unknown): void;
  /** It was left out of a group once: who held its row then has mostly ended. */
  isLeftOut: boolean;
};

/**
 * Runs calls of one kind: those that come while a statement is under way are done by the next one together. Under load that
 * costs one commit for many; a lone call waits for the lane alone (`statement-lane`), and past a group that takes too long a second one goes. One
 * that fails, or has to wait for long, does so by itself: one that waits holds rows in its turn, and would have the next
 * group leave out all that need them. Where the database cannot serve, all of a group fail: whether they were committed is
 * not known, and none is repeated. A statement that the server ended for its length was not: each goes on by itself.
 */
export function createCallGroup<Input, Result>(calls: CallGroup<Input, Result>): (input: Input) => Promise<Result> {
  const waiting: Waiting<Input, Result>[] = [];
  const lane = laneOf(calls.pool);
  let running = 0;
  let overdue = 0;
  let isPlanned = false;

  function runAlone({ input, resolve, reject }: Waiting<Input, Result>): void {
    outsideRequest(async () => await calls.alone(input)).then(resolve, reject);
  }

  /** What was done; undefined where the calls of the group were told that it failed. */
  async function runTogether(group: Waiting<Input, Result>[]): Promise<(Result | undefined)[] | 'failed' | undefined> {
    try {
      return await calls.together(group.map(({ input }) => input));
    } catch (error) {
      if (unavailableReason(error) === undefined || isStatementCanceled(error)) return 'failed';
      for (const { reject } of group) reject(error);
      return undefined;
    }
  }

  async function run(group: Waiting<Input, Result>[], leaveLane: () => void): Promise<void> {
    let isOverdue = false;
    const cancel = calls.clock.after(OVERDUE_MS, () => {
      isOverdue = true;
      overdue += 1;
      leaveLane();
      plan();
    });
    running += 1;
    const results = await runTogether(group);
    running -= 1;
    leaveLane();
    if (isOverdue) overdue -= 1;
    cancel();
    if (results === 'failed') for (const one of group) runAlone(one);
    else if (results !== undefined) for (const [index, one] of group.entries()) settle(one, results[index]);
    plan();
  }

  function settle(one: Waiting<Input, Result>, result: Result | undefined): void {
    if (result !== undefined) one.resolve(result);
    else if (one.isLeftOut) runAlone(one);
    else waiting.push({ ...one, isLeftOut: true });
  }

  /** Not at once but when the lane is free and calls have stopped coming: what asks for the same by then goes along. */
  function plan(): void {
    if (isPlanned || waiting.length === 0 || running > overdue || running === MAX_GROUPS) return;
    isPlanned = true;
    lane.enter(start, { yieldsMs: calls.yieldsMs ?? 0 });
  }

  function start(leaveLane: () => void): void {
    isPlanned = false;
    const group = waiting.splice(0, MAX_TOGETHER);
    void outsideRequest(() => run(group, leaveLane));
  }

  return (input) => {
    if (calls.isPlain?.(input) === false) return calls.alone(input);
    return new Promise((resolve, reject) => {
      waiting.push({ input, resolve, reject, isLeftOut: false });
      lane.note();
      plan();
    });
  };
}
