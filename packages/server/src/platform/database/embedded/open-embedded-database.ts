import { mkdirSync, rmSync } from 'node:fs';
import { statfs } from 'node:fs/promises';
import { resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { describeSystemFault } from '../../errors/system-fault.ts';
import { probeFolder } from '../../storage/probe-folder.ts';
import { EmbeddedEngineError } from '../database-errors.ts';
import type { DatabaseLog } from '../database-log.ts';
import type { EngineSettings } from './engine-messages.ts';
import { type EngineProcess, startEngineProcess } from './engine-process.ts';
import { identifyProcess } from './process-identity.ts';
import { socketPlace } from './socket-place.ts';

// Everybody waits for the connection that is in a transaction: less than the time limit of a query.
const IDLE_IN_TRANSACTION_MILLISECONDS = 5_000;
const MAX_DEATHS = 5;
const DEATHS_COUNTED_MILLISECONDS = 60_000;
const ROOM_LOOK_MILLISECONDS = 1_000;
// The recovery of a start writes a segment of the log (4 MB) and what it had not yet written of the tables.
const START_ROOM_BYTES = 16 * 1024 * 1024;
const PING_MILLISECONDS = 10_000;
// A statement cannot be interrupted in the engine; one that runs longer than this takes the engine down with it.
const LONGEST_STATEMENT_MILLISECONDS = 120_000;

/** What a test may replace: the child's program, and the way it is reached. */
export type EngineVariant = {
  entry?: URL;
  overTcp?: boolean;
};

/** The embedded database of a data folder, running in a child process. */
export type EmbeddedDatabase = {
  connection: pg.ClientConfig;
  /** The number of the engine process that runs now. */
  pid: () => number;
  close: () => Promise<void>;
};

type EmbeddedOptions = {
  dataDir: string;
  log: DatabaseLog;
  /** Random text of 128 bits or more; asked of clients where the socket is open to other users of the machine. */
  password: string;
  /** The engine died too often to go on: the process should end. */
  onFailure: (error: Error) => void;
  variant: EngineVariant;
};

/**
 * Starts the embedded engine and keeps it running: when it dies, statements in flight fail, and it is started again
 * on the same socket. What was acknowledged is on the disk by then.
 */
export async function openEmbeddedDatabase(options: EmbeddedOptions): Promise<EmbeddedDatabase> {
  const { log, variant } = options;
  const dataDir = resolve(options.dataDir);
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  const place = (variant.overTcp ?? process.platform === 'win32') ? undefined : socketPlace(dataDir);
  const start = (port: number) =>
    startEngineProcess({
      settings: engineSettings({ dataDir, path: place?.path, port, password: options.password }),
      log,
      entry: variant.entry,
    });
  const first = await start(0);
  log.info({ milliseconds: first.milliseconds, isNew: first.isNew }, 'The embedded database is open');
  const keeper = keepRunning({ first, dataDir, start, log, onFailure: options.onFailure });
  return {
    connection: connectionTo(place?.folder, first.port, options.password),
    pid: keeper.pid,
    close: async () => {
      await keeper.close();
      if (place?.isTemporary === true) {
        rmSync(place.folder, { recursive: true, force: true });
      }
    },
  };
}

function engineSettings(parts: {
  dataDir: string;
  path: string | undefined;
  port: number;
  password: string;
}): EngineSettings {
  const server = identifyProcess(process.pid);
  if (server === undefined) {
    throw new EmbeddedEngineError('The start time of this process cannot be read');
  }
  return {
    dataDir: parts.dataDir,
    listen:
      parts.path === undefined
        ? { host: '127.0.0.1', port: parts.port, password: parts.password }
        : { path: parts.path },
    server,
    idleInTransactionMilliseconds: IDLE_IN_TRANSACTION_MILLISECONDS,
  };
}

function connectionTo(folder: string | undefined, port: number | undefined, password: string): pg.ClientConfig {
  const common = { user: 'postgres', database: 'postgres', ssl: false };
  return folder === undefined
    ? { ...common, host: '127.0.0.1', port: port ?? 0, password }
    : { ...common, host: folder, port: 5432 };
}

function keepRunning(parts: {
  first: EngineProcess;
  dataDir: string;
  start: (port: number) => Promise<EngineProcess>;
  log: DatabaseLog;
  onFailure: (error: Error) => void;
}): { pid: () => number; close: () => Promise<void> } {
  const { start, log } = parts;
  let engine = parts.first;
  let isClosing = false;
  let deaths: number[] = [];

  async function restartForever(): Promise<void> {
    for (;;) {
      const words = await engine.ended;
      if (isClosing) {
        return;
      }
      log.error({ pid: engine.pid }, `The embedded database engine ${words}; it is started again`);
      engine = await restart();
      if (isClosing) {
        await engine.close();
      }
    }
  }

  async function restart(): Promise<EngineProcess> {
    for (;;) {
      // A full disk is no fault of the engine: it is not counted as a death, and nothing is tried before there is room.
      await waitForRoom();
      deaths = [...deaths, performance.now()].filter((at) => performance.now() - at < DEATHS_COUNTED_MILLISECONDS);
      if (deaths.length > MAX_DEATHS) {
        throw new EmbeddedEngineError(`The embedded database engine ended ${deaths.length} times within a minute`);
      }
      try {
        return await start(engine.port ?? 0);
      } catch (error) {
        log.error({ err: error }, 'The embedded database engine could not be started again');
        await sleep(200 * deaths.length);
      }
    }
  }

  async function waitForRoom(): Promise<void> {
    for (let isTold = false; !isClosing; isTold = true) {
      const problem = await findProblem(parts.dataDir);
      if (problem === undefined) return;
      if (!isTold) log.error({}, `The embedded database engine waits with its start: ${problem}`);
      await sleep(ROOM_LOOK_MILLISECONDS);
    }
    throw new EmbeddedEngineError('The server was stopped while the embedded database engine waited for room');
  }

  const running = restartForever().catch((error) => (isClosing ? undefined : parts.onFailure(error)));
  const stopWatching = watchForStall({ engine: () => engine, log });
  return {
    pid: () => engine.pid,
    close: async () => {
      isClosing = true;
      stopWatching();
      await engine.close();
      await running;
    },
  };
}

/** Why an engine could not start on the folder now, in words. */
async function findProblem(dataDir: string): Promise<string | undefined> {
  try {
    await probeFolder(dataDir);
    const { bavail, bsize } = await statfs(dataDir);
    return bavail * bsize < START_ROOM_BYTES ? 'the disk is almost full' : undefined;
  } catch (error) {
    return describeSystemFault(error)?.words ?? String(error);
  }
}

function watchForStall(parts: { engine: () => EngineProcess; log: DatabaseLog }): () => void {
  let asked: { engine: EngineProcess; at: number } | undefined;
  const timer = setInterval(() => {
    const engine = parts.engine();
    if (asked?.engine === engine) {
      if (performance.now() - asked.at > LONGEST_STATEMENT_MILLISECONDS) {
        parts.log.error({ pid: engine.pid }, 'A statement keeps the embedded database engine busy too long: killed');
        engine.kill();
      }
      return;
    }
    const question = { engine, at: performance.now() };
    asked = question;
    void engine.ping().then(() => {
      asked = asked === question ? undefined : asked;
    });
  }, PING_MILLISECONDS);
  timer.unref();
  return () => clearInterval(timer);
}
