import type { PGlite } from '@electric-sql/pglite';

// PGlite's own sign that a statement failed in the ordinary way (an SQL error).
const ORDINARY_ERROR = 100;

/** The engine's one session. */
export type EngineSession = {
  /** Runs messages of the PostgreSQL protocol; false: one of them ended in an SQL error. */
  run: (messages: Uint8Array, onData: (bytes: Uint8Array) => void) => Promise<boolean>;
  isInTransaction: () => boolean;
};

/** `onBroken`: something else than an SQL error came out of the engine; nothing can be said about its state. */
export function createEngineSession(engine: PGlite, onBroken: (error: unknown) => void): EngineSession {
  let isDone = true;
  const mainLoop = engine.Module._PostgresMainLoopOnce;
  // PGlite swallows whatever comes out of its main loop, also a PANIC or a broken memory, and would go on with it.
  engine.Module._PostgresMainLoopOnce = () => {
    try {
      mainLoop();
    } catch (error) {
      isDone = false;
      if (!isOrdinary(error)) {
        onBroken(error);
      }
      throw error;
    }
  };
  return {
    run: async (messages, onRawData) => {
      isDone = true;
      await engine.execProtocolRawStream(messages, { syncToFs: false, onRawData });
      return isDone;
    },
    isInTransaction: () => engine.isInTransaction(),
  };
}

function isOrdinary(error: unknown): boolean {
  return typeof error === 'object' && error !== null && 'status' in error && error.status === ORDINARY_ERROR;
}
