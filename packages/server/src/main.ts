import { startApp } from './app.ts';
import { describeFailedStart } from './describe-failed-start.ts';
import { type Config, readConfig } from './platform/config/config.ts';
import { markStopping } from './platform/database/embedded/stop-mark.ts';
import { createLog, type Log } from './platform/log/logger.ts';
import { mailCommandOf } from './platform/mail/mail-command.ts';
import { mailFolderOf } from './platform/mail/mail-folder.ts';

const GRACE_MS = 25_000;

function fail(error: unknown): never {
  console.error(describeFailedStart(error));
  process.exit(1);
}

/** What the person who starts it reads. Links of mails open accounts, so they are shown when asked for only. */
function greet({ config, url }: { config: Config; url: string }): string[] {
  const lines = [`  Otvet: ${config.publicUrl ?? url}`];
  if (config.publicUrl === undefined)
    lines.push('  Opened by a domain? Set it: PUBLIC_URL=https://chat.example.com npm start (now unset)');
  if (config.smtpUrl === undefined) {
    const { dataDir } = config;
    lines.push(`  Mail goes to files in ${mailFolderOf(dataDir)} (no SMTP_URL); the newest: ${mailCommandOf(dataDir)}`);
  }
  return lines;
}

async function run(): Promise<void> {
  const config = readConfig();
  const log = createLog({ level: config.logLevel });
  if (config.redisUrl !== undefined)
    log.warn(
      'REDIS_URL is set, but this version does not connect nodes yet: live updates reach the browsers of their own node only',
    );
  const app = await startApp({ config, log, onFatal: fail });
  console.log(['', ...greet({ config, url: app.url }), ''].join('\n'));
  let isStopping = false;
  const stop = (signal: string) => {
    if (isStopping) return;
    isStopping = true;
    log.info({ signal }, 'stopping');
    tellNextStart(config.dataDir, log);
    setTimeout(() => fail(new Error(`Not everything ended within ${GRACE_MS / 1000} s`)), GRACE_MS).unref();
    app
      .close()
      .then(() => log.info('stopped'))
      .then(() => process.exit(0), fail);
  };
  // Not once: Ctrl+C comes from the terminal and again from npm, and a second one without a listener would cut the stop off.
  process.on('SIGTERM', () => stop('SIGTERM'));
  process.on('SIGINT', () => stop('SIGINT'));
}

function tellNextStart(dataDir: string, log: Log): void {
  try {
    markStopping(dataDir);
  } catch (error) {
    log.warn({ err: error }, 'a start before the end of this stop will be refused');
  }
}

// Whoever read our output may be gone before us (npm, a terminal): that must not cut a stop off.
for (const output of [process.stdout, process.stderr]) output.on('error', () => undefined);

run().catch(fail);
