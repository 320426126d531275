import { fork } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, rmSync } from 'node:fs';
import type { Server } from 'node:net';
import { fileURLToPath } from 'node:url';
import { inspect } from 'node:util';
import type { PGlite } from '@electric-sql/pglite';
import { describeSystemFault } from '../../errors/system-fault.ts';
import { databaseFolder, prepareDatabaseFolder } from './database-folder.ts';
import { DurableFileSystem } from './durable-file-system.ts';
import { EngineOrder, type EngineReport, EngineSettings } from './engine-messages.ts';
import { createEngineSession } from './engine-session.ts';
import { acquireFolderLock } from './folder-lock.ts';
import { openEngine } from './open-engine.ts';
import { identifyProcess } from './process-identity.ts';
import { createWireServer } from './wire-server.ts';

const EXIT_REFUSED = 1;
const EXIT_BROKEN = 70;

/**
 * The life of the engine process: lock, open, prove durability, serve, close. The file system is a parameter so that
 * tests can watch the disk or break it.
 */
export async function runEngine(
  createFileSystem: (folder: string) => DurableFileSystem = (folder) => new DurableFileSystem(folder),
): Promise<void> {
  endWithServer();
  const settings = EngineSettings.parse(JSON.parse(process.argv[2] ?? ''));
  try {
    await serve(settings, createFileSystem);
  } catch (error) {
    await report({ type: 'failed', message: describeFailure(error) });
    process.exit(EXIT_REFUSED);
  }
}

function describeFailure(error: unknown): string {
  const fault = describeSystemFault(error);
  const message = error instanceof Error ? error.message : String(error);
  return fault === undefined
    ? message
    : `The embedded database cannot start: ${fault.words}. ${fault.remedy} (${message})`;
}

// A service manager signals all processes of the service at once: the server closes the engine when it is done with
// it. When the server is gone there is nobody left to answer to; the next start recovers from the log.
function endWithServer(): void {
  process.on('disconnect', () => process.exit(0));
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(signal, () => undefined);
  }
}

async function serve(settings: EngineSettings, createFileSystem: (folder: string) => DurableFileSystem): Promise<void> {
  const begin = performance.now();
  const engineIdentity = identifyProcess(process.pid);
  if (engineIdentity === undefined) {
    throw new Error('The start time of the engine process cannot be read');
  }
  const lock = await acquireFolderLock({ folder: settings.dataDir, engine: engineIdentity, server: settings.server });
  if (lock.kind === 'in-use') {
    await report({ type: 'in-use', pid: lock.pid });
    process.exit(EXIT_REFUSED);
  }
  const isNew = await prepareDatabaseFolder({
    dataDir: settings.dataDir,
    initialise: initialiseApart,
    notice: (message) => report({ type: 'notice', message }),
  });
  const engine = await openEngine(createFileSystem(databaseFolder(settings.dataDir)));
  const server = await listen(engine, settings);
  obey({ engine, server, release: lock.release });
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : undefined;
  await report({ type: 'ready', port, isNew, milliseconds: Math.round(performance.now() - begin) });
}

// In a process of its own, whose memory (some 600 MB) goes back to the system when it ends.
async function initialiseApart(folder: string): Promise<void> {
  const child = fork(fileURLToPath(new URL('./initialise-child.ts', import.meta.url)), [folder], {
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  const [code, signal] = await once(child, 'exit');
  if (code !== 0) {
    throw new Error(`The database could not be created: its process ended with ${signal ?? `code ${code}`}`);
  }
}

async function listen(engine: PGlite, settings: EngineSettings): Promise<Server> {
  const server = await createWireServer({
    engine: createEngineSession(engine, endBroken),
    password: 'password' in settings.listen ? settings.listen.password : undefined,
    idleMilliseconds: settings.idleInTransactionMilliseconds,
    onFailure: endBroken,
  });
  if ('path' in settings.listen) {
    // Left by an engine that was killed; the lock says that it is dead.
    rmSync(settings.listen.path, { force: true });
    server.listen({ path: settings.listen.path });
  } else {
    server.listen({ host: settings.listen.host, port: settings.listen.port });
  }
  await once(server, 'listening');
  if ('path' in settings.listen) {
    chmodSync(settings.listen.path, 0o600);
  }
  return server;
}

function endBroken(error: unknown): void {
  process.stderr.write(`The engine failed: ${inspect(error, { depth: 1 }).slice(0, 300)}\n`);
  process.exit(EXIT_BROKEN);
}

function obey(parts: { engine: PGlite; server: Server; release: () => void }): void {
  process.on('message', (message) => {
    const order = EngineOrder.parse(message);
    if (order === 'report-alive') {
      void report({ type: 'alive' });
      return;
    }
    void close(parts);
  });
}

async function close(parts: { engine: PGlite; server: Server; release: () => void }): Promise<void> {
  parts.server.close();
  await parts.engine.close();
  parts.release();
  process.exit(0);
}

async function report(message: EngineReport): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  // A failure to send means that the server is gone: 'disconnect' ends the process.
  process.send?.(message, () => resolve());
  await promise;
}
