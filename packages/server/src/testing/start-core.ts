import { type RegisteredBot, startTelegramSimulator, type TelegramSimulator } from '@otvet/simulators';
import type { TurnDecision } from '../domains/dialogs/index.ts';
import { createDomains, type Doors, type Replacements } from '../domains.ts';
import { readConfig } from '../platform/config/config.ts';
import { createLog } from '../platform/log/logger.ts';
import { assemblePlatform, type PlatformParts } from '../platform/parts/open-platform.ts';
import { createKeyring } from '../platform/secrets/keyring.ts';
import { type Clock, systemClock } from '../platform/time/clock.ts';
import { createIds, systemRandom } from '../platform/time/ids.ts';
import { type SharedClock, shareClock } from '../platform/time/shared-clock.ts';
import { startTestDatabase, type TestDatabase } from './start-test-database.ts';

export type CoreOptions = Replacements & {
  kind?: 'server' | 'embedded';
  clock?: Clock;
  /** Shared time that is not the clock's. */
  sharedClock?: SharedClock;
  /** A second node on the first one's database. */
  beside?: Core;
  nodeId?: string;
  env?: Record<string, string>;
  /** What stands between the product and the simulated Telegram; gives the address that the product calls. */
  wrapTelegram?: (url: string) => Promise<string>;
};

/** An answer as the assistant would give it, for tests that are not about what it says. */
export function answerWith(text: string, changes: Partial<TurnDecision> = {}): TurnDecision {
  return {
    kind: 'answer',
    text,
    silence: null,
    reason: null,
    confidence: 0.9,
    sources: [],
    choices: [],
    debug: null,
    isWrittenByModel: true,
    tookMs: 1,
    ...changes,
  };
}

const repeatTurn: NonNullable<Replacements['decideTurn']> = async ({ turn }) =>
  answerWith(`re: ${turn.turn.map((message) => message.text).join(' | ')}`);

/** The product's own parts and domains over a database of the tests. */
function assembleCore(options: CoreOptions, base: { database: TestDatabase; telegramUrl: string }) {
  const { database } = base;
  const clock = options.clock ?? systemClock;
  const nodeId = options.nodeId ?? createIds({ clock, random: systemRandom })();
  const platform = assemblePlatform({
    config: readConfig({ DATA_DIR: database.dataDir, TELEGRAM_API_URL: base.telegramUrl, ...options.env }),
    log: createLog({ level: 'fatal' }),
    clock,
    sharedClock: options.sharedClock ?? shareClock(clock),
    database,
    nodeId,
    keyring: createKeyring({ materials: [Buffer.alloc(43, 'k')], random: systemRandom }),
  });
  const domains = createDomains(platform, {
    ...options,
    decideTurn: options.decideTurn ?? repeatTurn,
    baseUrl: () => 'http://localhost',
  });
  return { platform, domains };
}

export type Core = Doors &
  Pick<PlatformParts, 'clock' | 'newId' | 'log' | 'files' | 'jobs' | 'nodeId'> & {
    pool: TestDatabase['pool'];
    database: TestDatabase;
    telegram: TelegramSimulator;
    sweep(): Promise<void>;
    /** Runs a periodic task once. */
    runTask(name: string): Promise<void>;
    /** Waits until nothing runs or waits in memory. */
    idle(): Promise<void>;
    close(): Promise<void>;
  };

/** The domains of the product with a real database and a simulated Telegram, without HTTP and periodic tasks. */
export async function startCore(options: CoreOptions = {}): Promise<Core> {
  const { beside } = options;
  const database = beside?.database ?? (await startTestDatabase({ kind: options.kind ?? 'server' }));
  const telegram = beside?.telegram ?? (await startTelegramSimulator({ allowHttp: true }));
  const telegramUrl = options.wrapTelegram ? await options.wrapTelegram(telegram.url) : telegram.url;
  const { platform, domains } = assembleCore(options, { database, telegramUrl });
  const { list, doors } = domains;
  const { gateway, assistant } = doors;
  const { clock, newId, log, files, jobs, nodeId } = platform;
  await jobs.start();
  return {
    ...doors,
    clock,
    newId,
    log,
    files,
    jobs,
    nodeId,
    pool: database.pool,
    database,
    telegram,
    async sweep() {
      await gateway.sweep();
      await assistant.sweep();
    },
    async runTask(name) {
      const tasks = [...domains.periodicTasks, ...list.flatMap((domain) => domain.periodicTasks ?? [])];
      const task = tasks.find((candidate) => candidate.name === name);
      if (task === undefined) throw new Error(`There is no periodic task ${name}`);
      await task.work();
    },
    async idle() {
      for (let pass = 0; pass < 3; pass += 1) {
        await gateway.idle();
        await assistant.idle();
      }
    },
    async close() {
      for (const domain of list) await domain.stopIntake?.();
      for (const domain of list.toReversed()) await domain.stop?.();
      await platform.close();
      if (beside) return;
      await telegram.close();
      await database.close();
    },
  };
}

/** An account row of the given allowance. */
export async function buildAccount(
  core: Core,
  changes: { messagesLimit?: number | null; messagesUsed?: number; plan?: string; endsAt?: Date } = {},
): Promise<string> {
  const accountId = core.newId();
  const now = core.clock.now();
  const endsAt = changes.endsAt ?? new Date(now.getTime() + 7 * 86_400_000);
  await core.pool.query(
    `insert into accounts (id, name, plan, status, current_period_start, current_period_end, messages_limit, messages_used, created_at)
     values ($1, 'Shop', $2, 'active', $3, $4, $5, $6, $3)`,
    [
      accountId,
      changes.plan ?? 'trial',
      now,
      endsAt,
      changes.messagesLimit === undefined ? 30 : changes.messagesLimit,
      changes.messagesUsed ?? 0,
    ],
  );
  await addOwner(core, { accountId, now });
  return accountId;
}

async function addOwner(core: Core, { accountId, now }: { accountId: string; now: Date }): Promise<void> {
  const userId = core.newId();
  const email = `${userId}@example.com`;
  await core.pool.query('insert into auth_user (id, name, email, created_at, updated_at) values ($1, $2, $3, $4, $4)', [
    userId,
    'Owner',
    email,
    now,
  ]);
  await core.pool.query(
    `insert into members (account_id, user_id, role, email, name, locale, created_at)
     values ($1, $2, 'owner', $3, 'Owner', 'ru', $4)`,
    [accountId, userId, email, now],
  );
}

export type TelegramChannel = { accountId: string; channelId: string; bot: RegisteredBot };

/** A connected bot whose events are handed in by `receive`: no polling, so that a test owns the order. */
export async function buildTelegramChannel(
  core: Core,
  accountId: string,
  settings: Record<string, unknown> = {},
): Promise<TelegramChannel> {
  const bot = core.telegram.registerBot();
  const channel = await core.channels.connect({ accountId, type: 'telegram', credentials: { token: bot.token } });
  if (Object.keys(settings).length > 0)
    await core.channels.update({ accountId, type: 'telegram', id: channel.id, update: settings });
  return { accountId, channelId: channel.id, bot };
}

/** Makes a customer known to the simulated platform, which refuses messages to strangers. */
export function meetCustomer(core: Core, bot: RegisteredBot, chatId: number): void {
  core.telegram.customerSends({
    token: bot.token,
    from: { id: chatId, firstName: `Customer ${chatId}` },
    text: '/start',
  });
}

/** A raw text update as Telegram sends it. */
export function buildUpdate(input: {
  updateId: number;
  chatId: number;
  messageId: number;
  text: string;
  date?: number;
  name?: string;
}) {
  const person = {
    id: input.chatId,
    is_bot: false,
    first_name: input.name ?? `Customer ${input.chatId}`,
    language_code: 'ru',
  };
  return {
    eventId: String(input.updateId),
    payload: {
      update_id: input.updateId,
      message: {
        message_id: input.messageId,
        date: input.date ?? 1_790_000_000 + input.messageId,
        chat: { id: input.chatId, type: 'private', first_name: person.first_name },
        from: person,
        text: input.text,
      },
    },
  };
}
