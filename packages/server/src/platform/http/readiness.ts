import { unavailableReason } from '../database/database-errors.ts';
import { NotReadyError } from '../errors/not-ready-error.ts';
import { describeSystemFault } from '../errors/system-fault.ts';
import type { Log } from '../log/logger.ts';
import { type Clock, sleep } from '../time/clock.ts';

/** Proves that a part can do its work; throws when it cannot. */
export type ReadyCheck = { name: string; check(): Promise<void> };

/** Why the process cannot serve, by the name of the part; empty when it can. */
export type NotReady = Record<string, string>;

const CHECK_MS = 2000;
const KEEP_MS = 1000;
const NO_ANSWER = 'no answer';

/**
 * Runs the checks and keeps their result for a second, so that many who ask are no load. A check that does not end is not
 * begun again. The log gets one line for each change.
 */
export function createReadiness(options: { checks: ReadyCheck[]; clock: Clock; log: Log }): () => Promise<NotReady> {
  const { clock, log } = options;
  const checks = options.checks.map((check) => ({ name: check.name, look: createLook(check, clock) }));
  let kept: Promise<NotReady> | undefined;
  let told = '';

  async function look(): Promise<NotReady> {
    const found = await Promise.all(
      checks.map(async ({ name, look: lookOnce }): Promise<[string, string][]> => {
        const reason = await lookOnce();
        return reason === undefined ? [] : [[name, reason]];
      }),
    );
    clock.after(KEEP_MS, () => {
      kept = undefined;
    });
    tell(found.flat());
    return Object.fromEntries(found.flat());
  }

  function tell(reasons: [string, string][]): void {
    const text = reasons.map(([name, reason]) => `${name}: ${reason}`).join('; ');
    if (text === told) return;
    told = text;
    if (text === '') log.info('ready again');
    else log.error(`not ready: ${text}`);
  }

  return () => {
    kept ??= look();
    return kept;
  };
}

function createLook({ check }: ReadyCheck, clock: Clock): () => Promise<string | undefined> {
  let running: Promise<string | undefined> | undefined;
  let fault: string | undefined;
  /** PostgreSQL whose log finds no room ends, and says so once at most. */
  const explain = (error: unknown): string => {
    fault = describeSystemFault(error)?.words ?? fault;
    const reason = describeReason(error);
    return reason === NO_ANSWER && fault !== undefined ? `${NO_ANSWER} since ${fault}` : reason;
  };
  return async () => {
    running ??= check()
      .then(() => {
        fault = undefined;
        return undefined;
      }, explain)
      .finally(() => {
        running = undefined;
      });
    return await Promise.race([running, sleep({ clock, ms: CHECK_MS }).then(() => 'no answer in time')]);
  };
}

/** Shown to everybody: an error's own message may name hosts or users. */
function describeReason(error: unknown): string {
  if (error instanceof NotReadyError) return error.message;
  const fault = describeSystemFault(error);
  if (fault !== undefined) return fault.words;
  return unavailableReason(error) === undefined ? 'failed' : NO_ANSWER;
}
