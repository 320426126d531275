import { ApiError } from '../../../platform/api/api-error.ts';
import { errorText } from '../../../platform/api/error-text.ts';
import { retryDelay } from '../../../platform/api/retry-rules.ts';
import {
  dropOutgoing,
  expireOutgoing,
  holdOutgoing,
  nextToSend,
  type Outgoing,
  refuseOutgoing,
  releaseOutgoing,
} from '../model/outbox.ts';

export type SendQueueDeps = {
  read: (uniqueId: string) => Outgoing[];
  change: (uniqueId: string, change: (outbox: Outgoing[]) => Outgoing[]) => void;
  post: (uniqueId: string, outgoing: Outgoing) => Promise<void>;
  onRefused: (uniqueId: string, error: unknown) => void;
  /** Whose messages these are now. */
  owner: () => string | null;
  now: () => Date;
  after: (ms: number, then: () => void) => void;
};

/** Sends what waits in the dialogs. */
export type SendQueue = {
  /** Sends what waits in a dialog, one message at a time and in the order of writing. */
  send(uniqueId: string): Promise<void>;
};

/** Statuses of 400–499 that refuse this attempt, not the message. */
const PASSING_STATUSES = new Set([401, 408, 425, 429]);

/**
 * A message that the server could not be reached with stays first in line and is tried again by itself: later ones never
 * overtake it. A refused one blocks nobody. Its client id makes a second arrival the same message.
 */
export function createSendQueue(deps: SendQueueDeps): SendQueue {
  const running = new Set<string>();
  const failures = new Map<string, number>();
  const retries = new Map<string, symbol>();

  async function send(uniqueId: string): Promise<void> {
    if (running.has(uniqueId)) return;
    running.add(uniqueId);
    try {
      if (deps.read(uniqueId).length > 0) deps.change(uniqueId, (outbox) => expireOutgoing(outbox, deps.now()));
      for (let next = take(uniqueId); next !== undefined; next = take(uniqueId)) {
        if (!(await attempt(uniqueId, next))) return;
      }
    } finally {
      running.delete(uniqueId);
    }
  }

  const take = (uniqueId: string) => nextToSend(deps.read(uniqueId));

  /** Tells whether the next one may go. */
  async function attempt(uniqueId: string, outgoing: Outgoing): Promise<boolean> {
    const owner = deps.owner();
    const failure = await deps.post(uniqueId, outgoing).then(
      () => undefined,
      (error: unknown) => ({ error }),
    );
    // Somebody else is signed in, or nobody: what was kept stays with the one who wrote it.
    if (deps.owner() !== owner) return false;
    if (failure !== undefined && !isRefusal(failure.error)) {
      waitForServer({ uniqueId, outgoing, error: failure.error });
      return false;
    }
    failures.delete(uniqueId);
    if (failure === undefined) {
      deps.change(uniqueId, (outbox) => releaseOutgoing(dropOutgoing(outbox, outgoing.clientId)));
    } else {
      const { error } = failure;
      deps.change(uniqueId, (outbox) => refuseOutgoing(outbox, outgoing.clientId, errorText(error)));
      deps.onRefused(uniqueId, error);
    }
    return true;
  }

  function waitForServer({ uniqueId, outgoing, error }: { uniqueId: string; outgoing: Outgoing; error: unknown }) {
    const count = failures.get(uniqueId) ?? 0;
    failures.set(uniqueId, count + 1);
    const said = error instanceof ApiError && error.status > 0 ? errorText(error) : null;
    deps.change(uniqueId, (outbox) => holdOutgoing(outbox, outgoing.clientId, said));
    const retry = Symbol(uniqueId);
    retries.set(uniqueId, retry);
    deps.after(retryDelay(count, error instanceof Error ? error : new Error('unknown')), () => {
      if (retries.get(uniqueId) === retry) void send(uniqueId);
    });
  }

  return { send };
}

function isRefusal(error: unknown): boolean {
  if (!(error instanceof ApiError) || PASSING_STATUSES.has(error.status)) return false;
  return error.status >= 400 && error.status < 500;
}
