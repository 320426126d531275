import { startApp } from './app.ts';
import { ConfigError, readConfig } from './platform/config/config.ts';
import { DatabaseInUseError, EmbeddedEngineError, MigrationError } from './platform/database/database-errors.ts';
import { createLog } from './platform/log/logger.ts';
import { KeyFileError, KeyMismatchError } from './platform/secrets/load-keyring.ts';

const graceMs = 25_000;

/** Faults that a person can mend by reading one line; anything else shows its stack. */
function isPlain(error: unknown): error is Error {
  return (
    error instanceof ConfigError ||
    error instanceof DatabaseInUseError ||
    error instanceof EmbeddedEngineError ||
    error instanceof MigrationError ||
    error instanceof KeyFileError ||
    error instanceof KeyMismatchError
  );
}

function fail(error: unknown): never {
  console.error(isPlain(error) ? `\n${error.message}\n` : error);
  process.exit(1);
}

async function run(): Promise<void> {
  const config = readConfig();
  const log = createLog({ level: config.logLevel });
  if (config.redisUrl !== undefined)
    log.warn(
      'REDIS_URL is set, but this version does not connect nodes yet: live updates reach the browsers of their own node only',
    );
  const app = await startApp({ config, log, announce: (line) => console.log(line), onFatal: fail });
  console.log(`\n  Otvet: ${config.publicUrl ?? app.url}\n`);
  let isStopping = false;
  const stop = (signal: string) => {
    if (isStopping) return;
    isStopping = true;
    log.info({ signal }, 'stopping');
    setTimeout(() => fail(new Error(`Not everything ended within ${graceMs / 1000} s`)), graceMs).unref();
    app.close().then(() => process.exit(0), fail);
  };
  process.once('SIGTERM', () => stop('SIGTERM'));
  process.once('SIGINT', () => stop('SIGINT'));
}

run().catch(fail);
