import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type App, startApp } from '../packages/server/src/app.ts';
import { readConfig } from '../packages/server/src/platform/config/config.ts';
import { createLog } from '../packages/server/src/platform/log/logger.ts';
import { SAMPLE_PEOPLE, startTelegramSimulator, type TelegramSimulator } from '../packages/simulators/src/index.ts';
import { buildBrowserCode } from './build-browser-code.ts';
import { samplePairs, sampleQuestions } from './demo-shop.ts';
import { stopWithNpm } from './stop-with-npm.ts';

const owner = { email: 'demo@example.com', password: 'demo shop 2026', name: 'Анна Котова' };

type Shop = { accountId: string; knowledgeBaseId: string };

async function openShop({ domains }: App): Promise<Shop> {
  const { accountId } = await domains.accounts.register({ ...owner, locale: 'ru', ip: '127.0.0.1' });
  const base = await domains.knowledge.bases.create({ accountId, name: 'Мебель «Дом»: доставка, оплата, гарантия' });
  await domains.knowledge.pairs.add({ accountId, knowledgeBaseId: base.id, pairs: samplePairs });
  return { accountId, knowledgeBaseId: base.id };
}

/** The sample customers of the simulated Telegram ask their questions, one after another. */
async function askQuestions(telegram: TelegramSimulator, token: string): Promise<void> {
  for (const [at, text] of sampleQuestions.entries()) {
    const from = SAMPLE_PEOPLE[at % SAMPLE_PEOPLE.length];
    if (from) telegram.customerSends({ token, from, text });
    await sleep(400);
  }
}

function say(lines: string[]): void {
  console.log(['', ...lines.map((line) => `  ${line}`), ''].join('\n'));
}

async function run(): Promise<void> {
  stopWithNpm();
  await buildBrowserCode();
  // From here on there is a folder to remove: a signal during the start waits for the end of the start.
  const stopped = Promise.withResolvers<void>();
  process.on('SIGINT', () => stopped.resolve());
  process.on('SIGTERM', () => stopped.resolve());
  const dataDir = mkdtempSync(join(tmpdir(), 'otvet-demo-'));
  // Nothing ends in a throw-away copy: it has no plans.
  const environment = { LOG_LEVEL: 'warn', ...process.env, PLANS: 'off', DATA_DIR: dataDir, DATABASE_URL: undefined };
  const { port } = readConfig(environment);
  const telegram = await startTelegramSimulator({ port: port + 1, allowHttp: true });
  const app = await startApp({
    config: readConfig({ ...environment, TELEGRAM_API_URL: telegram.url }),
    log: createLog({ level: 'warn' }),
  });
  const shop = await openShop(app);
  const bot = telegram.registerBot({ name: 'Мебель «Дом»', username: 'dom_mebel_bot' });
  const widget = await app.domains.channels.connect({
    accountId: shop.accountId,
    type: 'widget',
    name: 'Сайт',
    knowledgeBaseId: shop.knowledgeBaseId,
  });
  await app.domains.channels.connect({
    accountId: shop.accountId,
    type: 'telegram',
    credentials: { token: bot.token },
    knowledgeBaseId: shop.knowledgeBaseId,
  });
  await app.domains.gateway.refreshPulls();
  say([
    `Otvet:                  ${app.url}`,
    `sign in with:           ${owner.email} / ${owner.password}`,
    `write as site visitor:  ${app.url}/try/${widget.id}`,
    `write as in Telegram:   ${telegram.url}`,
    '',
    'A throw-away copy: everything is gone when you stop it (Ctrl+C).',
  ]);
  void askQuestions(telegram, bot.token);
  await stopped.promise;
  await app.close();
  await telegram.close();
  rmSync(dataDir, { recursive: true, force: true });
  process.exit(0);
}

run().catch((error: unknown) => {
  console.error(error);
  process.exit(1);
});
