import { outsideRequest } from '../scope/request-scope.ts';
import { isStatementCanceled, unavailableReason } from './database-errors.ts';

type CallGroup<Input, Result> = {
  /**
   * Many calls, each about another row, in one statement that waits for no row that others hold. Gives what was done, in
   * the order of the inputs; `undefined` for one that was left untouched: it runs alone.
   */
  together(inputs: Input[]): Promise<(Result | undefined)[]>;
  /** One call by itself: it decides everything, and may wait for rows that others hold. */
  alone(input: Input): Promise<Result>;
  /** Whether the call may stand in a group at all. */
  isPlain?(input: Input): boolean;
};

const MAX_TOGETHER = 50;

type Waiting<Input, Result> = { input: Input; resolve(result: Result): void; reject(error: unknown): void };

/**
 * Runs calls of one kind: those that come while a statement is under way are done by the next one together. Under load that
 * costs one commit for many; a lone call waits for no other. One that fails, or has to wait, does so by itself. Where the
 * database cannot serve, all of a group fail: whether they were committed is not known, and none is repeated. A statement
 * that the server ended for its length was not: each goes on by itself.
 */
export function createCallGroup<Input, Result>(calls: CallGroup<Input, Result>): (input: Input) => Promise<Result> {
  const waiting: Waiting<Input, Result>[] = [];
  let isRunning = false;
  let isPlanned = false;

  function runAlone({ input, resolve, reject }: Waiting<Input, Result>): void {
    outsideRequest(async () => await calls.alone(input)).then(resolve, reject);
  }

  /** What was done; undefined where all of the group failed. */
  async function runTogether(group: Waiting<Input, Result>[]): Promise<(Result | undefined)[] | undefined> {
    try {
      return await calls.together(group.map(({ input }) => input));
    } catch (error) {
      if (unavailableReason(error) === undefined || isStatementCanceled(error)) return [];
      for (const { reject } of group) reject(error);
      return undefined;
    }
  }

  async function run(group: Waiting<Input, Result>[]): Promise<void> {
    const results = await runTogether(group);
    isRunning = false;
    plan();
    if (results === undefined) return;
    for (const [index, one] of group.entries()) {
      const result = results[index];
      if (result === undefined) runAlone(one);
      else one.resolve(result);
    }
  }

  /** Not at once but when all that has arrived by now is handled: what of it asks for the same goes along. */
  function plan(): void {
    if (isRunning || isPlanned || waiting.length === 0) return;
    isPlanned = true;
    setImmediate(start);
  }

  function start(): void {
    isPlanned = false;
    isRunning = true;
    const group = waiting.splice(0, MAX_TOGETHER);
    void outsideRequest(() => run(group));
  }

  return (input) => {
    if (calls.isPlain?.(input) === false) return calls.alone(input);
    return new Promise((resolve, reject) => {
      waiting.push({ input, resolve, reject });
      plan();
    });
  };
}
