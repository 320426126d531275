import { type RegisteredBot, startTelegramSimulator, type TelegramSimulator } from '@otvet/simulators';
import { type ConnectorRegistry, connectors as ownConnectors } from '../connectors/registry.ts';
import type { DecideTurn } from '../domains/assistant/answer-dialog.ts';
import { createAssistant } from '../domains/assistant/index.ts';
import { createChannels } from '../domains/channels/index.ts';
import { createDialogs, type TurnDecision } from '../domains/dialogs/index.ts';
import { createGateway, mediaQueue } from '../domains/gateway/index.ts';
import { createKnowledge } from '../domains/knowledge/index.ts';
import { createJobs } from '../platform/jobs/index.ts';
import { createLog } from '../platform/log/logger.ts';
import { createVendorFetch } from '../platform/outbound/index.ts';
import { createKeyring } from '../platform/secrets/keyring.ts';
import { createFiles } from '../platform/storage/index.ts';
import { type Clock, systemClock } from '../platform/time/clock.ts';
import { createIds, systemRandom } from '../platform/time/ids.ts';
import { startTestDatabase, type TestDatabase } from './start-test-database.ts';

export type CoreOptions = {
  kind?: 'server' | 'embedded';
  decideTurn?: DecideTurn;
  clock?: Clock;
  /** Connectors by channel type in place of the product's. */
  connectors?: ConnectorRegistry;
  /** A second node on the first one's database. */
  beside?: Core;
  nodeId?: string;
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
    debug: null,
    tookMs: 1,
    ...changes,
  };
}

function wire(options: CoreOptions, base: { database: TestDatabase; telegramUrl: string }) {
  const { database } = base;
  const clock = options.clock ?? systemClock;
  const random = systemRandom;
  const newId = createIds({ clock, random });
  const log = createLog({ level: 'fatal' });
  const keyring = createKeyring({ materials: [Buffer.alloc(43, 'k')], random });
  const { pool } = database;
  const vendorUrls = { TELEGRAM_API_URL: base.telegramUrl };
  const byType = options.connectors ?? ownConnectors;
  const connectors = { byType, io: { fetch: createVendorFetch({ clock }), vendorUrls, clock, random } };
  const files = createFiles({ pool, dataDir: database.dataDir, linkKeys: [Buffer.alloc(32, 'f')], clock, newId });
  const jobs = createJobs({ pool, log, clock, newId });
  const channels = createChannels({ pool, keyring, connectors, clock, newId, log, publicUrl: undefined });
  const nodeId = options.nodeId ?? newId();
  const dialogs = createDialogs({
    nodeId,
    pool,
    clock,
    newId,
    log,
    signFile: (file) => files.links.make(file),
    describeFile: (file) => files.find(file),
  });
  const mediaJobs = jobs.define(mediaQueue({ channels, connectors, dialogs, files, log }));
  const gateway = createGateway({
    pool,
    clock,
    random,
    log,
    mediaJobs,
    files,
    connectors,
    channels,
    dialogs,
    nodeId,
    publicUrl: undefined,
  });
  const knowledge = createKnowledge({ pool, clock, newId });
  const decideTurn: DecideTurn =
    options.decideTurn ??
    (async ({ turn }) => answerWith(`re: ${turn.turn.map((message) => message.text).join(' | ')}`));
  const assistant = createAssistant({
    clock,
    log,
    channels,
    dialogs,
    gateway,
    decideTurn,
    accountLocale: async () => 'ru',
  });
  gateway.onAnswerDue(assistant.scheduleAnswer);
  return { pool, clock, newId, log, files, jobs, channels, dialogs, gateway, knowledge, assistant, nodeId };
}

export type Core = ReturnType<typeof wire> & {
  database: TestDatabase;
  telegram: TelegramSimulator;
  sweep(): Promise<void>;
  /** Waits until nothing runs or waits in memory. */
  idle(): Promise<void>;
  close(): Promise<void>;
};

/** The path of a message with a real database and a simulated Telegram, without HTTP and accounts. */
export async function startCore(options: CoreOptions = {}): Promise<Core> {
  const { beside } = options;
  const database = beside?.database ?? (await startTestDatabase({ kind: options.kind ?? 'server' }));
  const telegram = beside?.telegram ?? (await startTelegramSimulator({ allowHttp: true }));
  const parts = wire(options, { database, telegramUrl: telegram.url });
  await parts.jobs.start();
  return {
    ...parts,
    database,
    telegram,
    async sweep() {
      await parts.gateway.sweep();
      await parts.assistant.sweep();
    },
    async idle() {
      for (let round = 0; round < 3; round += 1) {
        await parts.gateway.idle();
        await parts.assistant.idle();
      }
    },
    async close() {
      await parts.gateway.stopIntake();
      await parts.assistant.stop();
      await parts.gateway.stop();
      await parts.jobs.stop({ gracefulMs: 1000 });
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
  return accountId;
}

export type TelegramChannel = { accountId: string; channelId: string; bot: RegisteredBot };

/** A connected bot whose events are handed in by `receive`: no polling, so that a test owns the order. */
export async function buildTelegramChannel(
  core: Core,
  accountId: string,
  settings: Record<string, unknown> = {},
): Promise<TelegramChannel> {
  const bot = core.telegram.registerBot();
  const channel = await core.channels.connect({ accountId, type: 'telegram', token: bot.token });
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
