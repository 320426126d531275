import type { WireMessage } from './shared-statements.ts';
import { queryMessage, SYNC } from './wire-frames.ts';

/** The engine: one session that runs messages of the PostgreSQL protocol. */
export type Session = {
  run: (messages: WireMessage[], onData: (bytes: Uint8Array) => void) => Promise<void>;
  isInTransaction: () => boolean;
};

/** Messages of one connection that must run together, up to a Sync, a Flush or a simple query. */
export type Batch = {
  connection: number;
  messages: WireMessage[];
  /** After a Flush the statement is still open: no other connection may come in between. */
  leavesOpen: boolean;
  onData: (bytes: Uint8Array) => void;
};

/** Runs the batches of all connections, one at a time. */
export type WireQueue = {
  add: (batch: Batch) => void;
  /** Forgets what the connection still wanted; `cleanUp` runs before anybody else, after a rollback if one is due. */
  leave: (connection: number, cleanUp: Buffer[]) => void;
};

// After a failed statement the engine skips the first one up to the Sync; a Sync alone would commit what is open.
const ROLLBACK = [queryMessage('ROLLBACK'), SYNC, queryMessage('ROLLBACK')];

type WireQueueOptions = {
  session: Session;
  /** The engine itself failed: nothing can be said about its state. */
  onFailure: (error: unknown) => void;
  /** How long a connection may keep everybody waiting inside a transaction without sending anything. */
  idleMilliseconds: number;
  onIdleOwner: (connection: number) => void;
};

/**
 * There is one session for all connections. So the messages of one statement run without interruption (else they
 * would bind each other's unnamed statements), and while one connection is in a transaction all others wait.
 */
export function createWireQueue(options: WireQueueOptions): WireQueue {
  const { session } = options;
  let waiting: Batch[] = [];
  let owner: number | undefined;
  let isRunning = false;
  let idleTimer: NodeJS.Timeout | undefined;

  function next(): Batch | undefined {
    const index = owner === undefined ? 0 : waiting.findIndex((batch) => batch.connection === owner);
    return index < 0 ? undefined : waiting.splice(index, 1)[0];
  }

  async function runWaiting(): Promise<void> {
    if (isRunning) {
      return;
    }
    isRunning = true;
    clearTimeout(idleTimer);
    for (let batch = next(); batch !== undefined; batch = next()) {
      await session.run(batch.messages, batch.onData);
      owner = batch.leavesOpen || session.isInTransaction() ? batch.connection : undefined;
    }
    isRunning = false;
    watchOwner();
  }

  function watchOwner(): void {
    const idle = owner;
    if (idle !== undefined) {
      idleTimer = setTimeout(() => options.onIdleOwner(idle), options.idleMilliseconds);
    }
  }

  function start(): void {
    runWaiting().catch(options.onFailure);
  }

  return {
    add: (batch) => {
      waiting.push(batch);
      start();
    },
    leave: (connection, cleanUp) => {
      waiting = waiting.filter((batch) => batch.connection !== connection);
      const messages = owner === connection ? [...ROLLBACK, ...cleanUp] : cleanUp;
      if (messages.length > 0) {
        const onData = () => undefined;
        waiting.unshift({ connection, messages: [...messages, SYNC], leavesOpen: false, onData });
        start();
      }
    },
  };
}
