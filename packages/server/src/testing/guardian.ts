import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { GuardianOrder, type GuardianReport, GuardianSettings } from './guardian-messages.ts';
import { findUnprivilegedUser, preparePostgresPrograms, type SystemUser } from './postgres-binaries.ts';

// A process of its own, so that nothing stays behind when the test run is killed: it ends the server and removes the
// scratch folder as soon as the run is gone.

const LEAN = ['fsync=off', 'synchronous_commit=off', 'full_page_writes=off'];
const INITDB_OPTIONS = [
  ...['-U', 'postgres', '--auth=trust', '--encoding=UTF8', '--no-sync', '--no-instructions'],
  ...['--locale-provider=builtin', '--builtin-locale=C.UTF-8', '--locale=C'],
];
// Test files end their engines first.
const FOLDER_PATIENCE_MILLISECONDS = 500;

const settings = GuardianSettings.parse(JSON.parse(process.argv[2] ?? ''));
let running: ChildProcess | undefined;

process.on('SIGINT', () => undefined);
process.on('exit', () => rmSync(settings.scratch, { recursive: true, force: true, maxRetries: 5 }));
process.on('disconnect', () => void end());
process.on('message', (message) => {
  const order = GuardianOrder.parse(message);
  void (order === 'close' ? end() : restart());
});

if (settings.postgres !== undefined) {
  const user = findUnprivilegedUser();
  const programs = preparePostgresPrograms({ user, scratch: settings.scratch });
  const cluster = join(settings.scratch, 'cluster');
  mkdirSync(cluster, { mode: 0o700 });
  if (user !== undefined) {
    chownSync(cluster, user.uid, user.gid);
  }
  await run(join(programs, 'initdb'), ['-D', cluster, ...INITDB_OPTIONS], user);
  await startPostgres();
}
report('ready');

async function run(program: string, parameters: string[], user: SystemUser | undefined): Promise<void> {
  running = launch(program, parameters, user);
  const [code] = await once(running, 'exit');
  if (code !== 0) {
    throw new Error(`${program} ended with code ${code}`);
  }
}

async function startPostgres(): Promise<void> {
  const { port, durable } = settings.postgres ?? { port: 0, durable: false };
  const user = findUnprivilegedUser();
  const programs = preparePostgresPrograms({ user, scratch: settings.scratch });
  const options = [
    ...[`port=${port}`, 'listen_addresses=127.0.0.1', 'unix_socket_directories=', 'max_connections=400'],
    ...['shared_buffers=64MB', 'max_wal_senders=0', 'wal_level=minimal', ...(durable ? [] : LEAN)],
  ].flatMap((option) => ['-c', option]);
  running = launch(join(programs, 'postgres'), ['-D', join(settings.scratch, 'cluster'), ...options], user);
  await untilReady(running);
}

function launch(program: string, parameters: string[], user: SystemUser | undefined): ChildProcess {
  return spawn(program, parameters, {
    ...user,
    cwd: settings.scratch,
    env: { LC_ALL: 'C', TZ: 'UTC' },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
}

async function untilReady(server: ChildProcess): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  let words = '';
  server.stderr?.setEncoding('utf8').on('data', (text: string) => {
    words = (words + text).slice(-4_000);
    if (words.includes('ready to accept connections')) {
      resolve();
    }
  });
  server.once('exit', () => reject(new Error(`PostgreSQL for the tests did not start: ${words}`)));
  await promise;
}

async function restart(): Promise<void> {
  await stopRunning();
  await startPostgres();
  report('restarted');
}

// SIGQUIT is PostgreSQL's immediate shutdown: like a crash, with recovery at the next start.
async function stopRunning(): Promise<void> {
  if (running !== undefined && running.exitCode === null && running.signalCode === null) {
    running.removeAllListeners('exit');
    running.kill('SIGQUIT');
    await once(running, 'exit');
  }
}

async function end(): Promise<void> {
  await stopRunning();
  if (!process.connected) {
    await sleep(FOLDER_PATIENCE_MILLISECONDS);
  }
  process.exit(0);
}

function report(message: GuardianReport): void {
  process.send?.(message);
}
