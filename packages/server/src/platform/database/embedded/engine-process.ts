import { type ChildProcess, fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { DatabaseInUseError, EmbeddedEngineError } from '../database-errors.ts';
import type { DatabaseLog } from '../database-log.ts';
import { EngineReport, type EngineSettings } from './engine-messages.ts';

const DEFAULT_ENTRY = new URL('./engine-child.ts', import.meta.url);
// With the default size of the stack a deeply nested value ends the engine before PostgreSQL's own check answers with
// an error; 3.9 MB is within what Linux and macOS give to a main thread. A small young heap saves 10 MB. One helper thread
// saves 50 MB: each of them compiles parts of the engine and keeps the memory of that.
const NODE_FLAGS = [
  '--max-semi-space-size=4',
  '--v8-pool-size=1',
  ...(process.platform === 'win32' ? [] : ['--stack-size=3900']),
];
const CLOSE_PATIENCE_MILLISECONDS = 10_000;

/** A running engine process. */
export type EngineProcess = {
  pid: number;
  port: number | undefined;
  isNew: boolean;
  milliseconds: number;
  /** Settles when the process has ended, with words on how. */
  ended: Promise<string>;
  /** Settles when the process answers, that is when its running statement is done. */
  ping: () => Promise<void>;
  kill: () => void;
  close: () => Promise<void>;
};

/** Starts the engine process and waits until it serves. */
export async function startEngineProcess(options: {
  settings: EngineSettings;
  log: DatabaseLog;
  entry?: URL | undefined;
}): Promise<EngineProcess> {
  const { settings, log, entry = DEFAULT_ENTRY } = options;
  const child = fork(fileURLToPath(entry), [JSON.stringify(settings)], {
    execArgv: NODE_FLAGS,
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
  });
  const ended = describeEnd(child, log);
  const ready = await waitUntilReady({ child, settings, log, ended }).catch(async (error) => {
    // It may still hold the lock: a next start must not meet it.
    child.kill('SIGKILL');
    await ended;
    throw error;
  });
  return {
    pid: child.pid ?? 0,
    port: ready.port,
    isNew: ready.isNew,
    milliseconds: ready.milliseconds,
    ended,
    ping: () => ping(child),
    kill: () => child.kill('SIGKILL'),
    close: () => closeChild(child, ended),
  };
}

function describeEnd(child: ChildProcess, log: DatabaseLog): Promise<string> {
  let lastWords = '';
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    lastWords = (lastWords + text).slice(-2_000);
    log.warn({ text: text.trim() }, 'The embedded database engine wrote to its error output');
  });
  const { promise, resolve } = Promise.withResolvers<string>();
  child.once('error', (error) => resolve(`could not be started: ${error.message}`));
  child.once('exit', (code, signal) => resolve(`ended with ${signal ?? `code ${code}`} ${lastWords.trim()}`.trim()));
  return promise;
}

function waitUntilReady(parts: {
  child: ChildProcess;
  settings: EngineSettings;
  log: DatabaseLog;
  ended: Promise<string>;
}): Promise<EngineReport & { type: 'ready' }> {
  const { child, settings, log, ended } = parts;
  const { promise, resolve, reject } = Promise.withResolvers<EngineReport & { type: 'ready' }>();
  child.on('message', (message) => {
    const report = EngineReport.parse(message);
    switch (report.type) {
      case 'ready':
        return resolve(report);
      case 'in-use':
        return reject(new DatabaseInUseError({ folder: settings.dataDir, pid: report.pid }));
      case 'failed':
        return reject(new EmbeddedEngineError(report.message));
      case 'notice':
        return log.warn({}, report.message);
      case 'alive':
        return undefined;
    }
  });
  void ended.then((words) => reject(new EmbeddedEngineError(`The embedded database engine ${words}`)));
  return promise;
}

async function ping(child: ChildProcess): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  child.once('message', () => resolve());
  child.send('report-alive', () => undefined);
  await promise;
}

async function closeChild(child: ChildProcess, ended: Promise<string>): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) {
    return;
  }
  child.send('close', () => undefined);
  // Killing is safe for the data; it only makes the next start recover from the log.
  const timer = setTimeout(() => child.kill('SIGKILL'), CLOSE_PATIENCE_MILLISECONDS);
  await ended;
  clearTimeout(timer);
}
