import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { type App, startApp } from '../packages/server/src/app.ts';
import { describeFailedStart } from '../packages/server/src/describe-failed-start.ts';
import { readConfig } from '../packages/server/src/platform/config/config.ts';
import { createLog } from '../packages/server/src/platform/log/logger.ts';
import {
  driveTelegram,
  SAMPLE_PEOPLE,
  type ShownPlatform,
  startCustomersPage,
  startTelegramSimulator,
  type TelegramSimulator,
} from '../packages/simulators/src/index.ts';
import { buildBrowserCode } from './build-browser-code.ts';
import { DemoFolderError, type DemoShop, openDemoFolder } from './demo-folder.ts';
import {
  connectPlatforms,
  DEMO_WEBHOOK_URL,
  recheckPlatform,
  repairShop,
  startDemoPlatforms,
} from './demo-platforms.ts';
import { samplePairs, sampleQuestions } from './demo-shop.ts';
import { stopWithNpm } from './stop-with-npm.ts';

const owner = { email: 'demo@example.com', password: 'demo shop 2026', name: 'Анна Котова' };
const LAST_PORT = 65_535;
/** Where the stand-ins listen: the product alone calls them. */
const THIS_MACHINE = '127.0.0.1';

/** Makes the shop with its channels; the bot's token is all that the simulated Telegram has to know again. */
async function openShop(
  { domains }: App,
  { token, password }: Pick<DemoShop, 'token' | 'password'>,
): Promise<DemoShop> {
  const person = { ...owner, ...(password !== undefined && { password }) };
  const { accountId } = await domains.accounts.register({ ...person, locale: 'ru', ip: '127.0.0.1' });
  const base = await domains.knowledge.bases.create({ accountId, name: 'Мебель «Дом»: доставка, оплата, гарантия' });
  await domains.knowledge.pairs.add({ accountId, knowledgeBaseId: base.id, pairs: samplePairs });
  const channel = { accountId, knowledgeBaseId: base.id };
  const widget = await domains.channels.connect({ ...channel, type: 'widget', name: 'Сайт' });
  await domains.channels.connect({ ...channel, type: 'telegram', credentials: { token } });
  return { token, widgetId: widget.id, base: channel, ...(password !== undefined && { password }) };
}

/** The sample customers of the simulated Telegram ask their questions, one after another. */
async function askQuestions(telegram: TelegramSimulator, token: string): Promise<void> {
  for (const [at, text] of sampleQuestions.entries()) {
    const from = SAMPLE_PEOPLE[at % SAMPLE_PEOPLE.length];
    if (from) telegram.customerSends({ token, from, text });
    await sleep(400);
  }
}

/** One customer of every other channel asks. */
async function askEverywhere(platforms: readonly ShownPlatform[]): Promise<void> {
  for (const { customers, platform } of platforms) {
    const [from] = customers;
    if (from) platform.customerSends({ from, text: 'Здравствуйте! Сколько стоит доставка?' });
    await sleep(400);
  }
}

function say(lines: string[]): void {
  console.log(['', ...lines.map((line) => `  ${line}`), ''].join('\n'));
}

/** Nothing ends in a demo: it has no plans. Its database is always its own. */
function readEnvironment(dataDir: string) {
  return { LOG_LEVEL: 'warn', ...process.env, PLANS: 'off', DATA_DIR: dataDir, DATABASE_URL: undefined };
}

async function startTelegram({ host, port }: Listening, shop: DemoShop | undefined) {
  let appUrl = '';
  const reach: typeof fetch = (address, init) => fetch(String(address).replace(DEMO_WEBHOOK_URL, appUrl), init);
  const telegram = await startTelegramSimulator({ host, port: besideOf(port, 1), allowHttp: true, fetch: reach });
  // The product knows the messages of an earlier run by their numbers: these go on, by the second.
  const numbersFrom = Math.floor(Date.now() / 1000);
  const bot = telegram.registerBot({
    ...(shop === undefined ? {} : { token: shop.token, numbersFrom }),
    name: 'Мебель «Дом»',
    username: 'dom_mebel_bot',
  });
  if (shop !== undefined) for (const person of SAMPLE_PEOPLE) telegram.hasStarted({ token: shop.token, person });
  const reachTelegram = (url: string) => {
    appUrl = url;
  };
  return { telegram, token: bot.token, reachTelegram };
}

/** A port beside a fixed one; any free one beside one that is not. */
const besideOf = (port: number, distance: number): number =>
  port === 0 || port + distance > LAST_PORT ? 0 : port + distance;

function showTelegram(telegram: TelegramSimulator, token: string): ShownPlatform {
  const customers = SAMPLE_PEOPLE.map(({ id, firstName = '' }) => ({ id: String(id), name: firstName }));
  return { type: 'telegram', title: 'Telegram', customers, platform: driveTelegram(telegram, token) };
}

const isThisMachine = (host: string): boolean => /^(?:localhost|::1|127(?:\.\d{1,3}){3})$/.test(host);

type Listening = { host: string; port: number };

async function run(): Promise<void> {
  stopWithNpm();
  const { DATA_DIR: wanted, HOST: host } = process.env;
  await buildBrowserCode();
  // From here on there is a folder to remove: a signal during the start waits for the end of the start.
  const stopped = Promise.withResolvers<void>();
  process.on('SIGINT', () => stopped.resolve());
  process.on('SIGTERM', () => stopped.resolve());
  const folder = await openDemoFolder(wanted);
  const environment = readEnvironment(folder.path);
  const { port } = readConfig(environment);
  const known = folder.readShop();
  const listening = { host: host || THIS_MACHINE, port };
  const { telegram, token, reachTelegram } = await startTelegram(listening, known);
  let appUrl = '';
  const platforms = await startDemoPlatforms({ host: THIS_MACHINE, appUrl: () => appUrl });
  const app = await startApp({
    config: readConfig({
      ...environment,
      ...platforms.environment,
      WEBHOOK_URL: DEMO_WEBHOOK_URL,
      TELEGRAM_API_URL: telegram.url,
    }),
    log: createLog({ level: 'warn' }),
    connectors: platforms.connectors,
  });
  const url = addressFor(app.url, host);
  appUrl = url;
  reachTelegram(url);
  // Others on the network may reach it: then nobody may guess the password.
  const password = isThisMachine(listening.host) ? undefined : randomBytes(9).toString('base64url');
  const shop = known ?? (await openShop(app, { token, password }));
  folder.keepShop(shop);
  if (known?.base) await repairShop(app, known.base, { telegramToken: token });
  if (shop.base) await connectPlatforms(app, shop.base, platforms.shown);
  await app.domains.gateway.refreshPulls();
  const shown = [showTelegram(telegram, token), ...platforms.shown];
  const { base } = shop;
  const recheck = async (type: string) => {
    // What it finds stands on the channel.
    if (base) await recheckPlatform(app, base, type).catch(() => undefined);
  };
  const page = await startCustomersPage({
    host: listening.host,
    port: besideOf(port, 2),
    platforms: shown,
    onRepaired: (type) => void recheck(type),
    openable: (text) => text.replaceAll(DEMO_WEBHOOK_URL, url),
  });
  say([
    `Otvet:                  ${url}`,
    `sign in with:           ${owner.email} / ${shop.password ?? owner.password}`,
    `write as site visitor:  ${url}/try/${shop.widgetId}`,
    `write as in Telegram:   ${telegram.url}`,
    `write in any channel:   ${page.url}`,
    '',
    folder.isKept
      ? `The shop and its dialogs stay in ${folder.path}; the simulated platforms forget their own when you stop it (Ctrl+C).`
      : 'A throw-away copy: everything is gone when you stop it (Ctrl+C). DATA_DIR names a folder to keep it in.',
  ]);
  if (known === undefined) void askQuestions(telegram, token).then(() => askEverywhere(platforms.shown));
  await stopped.promise;
  await app.close();
  await Promise.all([page.close(), platforms.close(), telegram.close()]);
  folder.close();
  process.exit(0);
}

/** The server calls itself localhost; one that listens at a single address is found there only. */
function addressFor(url: string, host: string | undefined): string {
  if (!host || host === '0.0.0.0' || host === '::') return url;
  return url.replace('localhost', host.includes(':') ? `[${host}]` : host);
}

run().catch((error: unknown) => {
  console.error(error instanceof DemoFolderError ? error.message : describeFailedStart(error));
  process.exit(1);
});
