import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startTelegramSimulator } from '@otvet/simulators';
import { buildBrowserCode } from '../../../scripts/build-browser-code.ts';
import { type App, startApp } from '../../server/src/app.ts';
import { readConfig } from '../../server/src/platform/config/config.ts';
import { createLog } from '../../server/src/platform/log/logger.ts';
import { inboxOf } from './harness/inbox.ts';
import { openBrowser } from './harness/open-browser.ts';
import { readTexts } from './harness/read-texts.ts';
import { openShop, type Shop } from './picture/open-shop.ts';
import { handOver, openTalk, otherTalks } from './picture/sample-talks.ts';

const target = join(import.meta.dirname, '../../../docs/images');
const t = readTexts('ru');

/** The picture shows a day of work, not the seconds in which it was made. */
async function spreadOverTheDay(app: App): Promise<void> {
  const { pool } = app.platform.database;
  for (const { name, minutesAgo } of otherTalks) {
    const values = [name, `${minutesAgo} minutes`];
    const own = "account_id, id from dialogs where coalesce(contact_name, name) like '%' || $1 || '%'";
    await pool.query(
      `update messages set created_at = created_at - $2::interval, sent_at = sent_at - $2::interval where (account_id, dialog_id) in (select ${own})`,
      values,
    );
    await pool.query(
      `update dialogs set last_at = last_at - $2::interval, created_at = created_at - $2::interval, waiting_since = waiting_since - $2::interval where (account_id, id) in (select ${own})`,
      values,
    );
  }
}

async function fill(shop: Shop, app: App): Promise<void> {
  for (const talk of otherTalks) await shop.hold(talk);
  await shop.hold(openTalk);
  await spreadOverTheDay(app);
  const rows = await shop.waitFor(() => true);
  for (const { name } of otherTalks.filter(({ isRead }) => isRead)) {
    const row = rows.find((one) => one.dialogName.includes(name));
    if (row) await shop.owner.call('POST', `/v1/chat/mark-as-read/${encodeURIComponent(row.uniqueId)}/`);
  }
}

/** Where it is two in the afternoon now: a picture that is made at night shows a working day too. */
function findAfternoon(now: Date): string {
  const offset = 14 - now.getUTCHours();
  // The names of these zones have the opposite sign.
  return `Etc/GMT${offset > 0 ? '-' : '+'}${Math.abs(offset)}`;
}

async function takePicture(shop: Shop, url: string): Promise<void> {
  const browser = await openBrowser();
  try {
    const values = { 'otvet.sessionToken': shop.owner.sessionToken, 'otvet.locale': 'ru' };
    const { page } = await browser.open({
      hosts: [new URL(url).host],
      timezoneId: findAfternoon(new Date()),
      stored: { origin: url, values },
    });
    await page.goto(`${url}/app/inbox/`);
    const inbox = inboxOf(page, t);
    await inbox.choose(openTalk.name);
    shop.says(openTalk.name, handOver.request);
    await inbox.message(t('assistant.hand_over')).waitFor();
    await inbox.answer(handOver.answer);
    await inbox.message(handOver.answer).getByText(t('dialogs.delivery.sent'), { exact: true }).waitFor();
    shop.says(openTalk.name, handOver.thanks);
    await inbox.message(handOver.thanks).waitFor();
    await page.mouse.move(700, 5);
    await page.getByText(t('dialogs.delivery.sending')).waitFor({ state: 'detached' });
    await page.evaluate('document.fonts.ready.then(() => document.activeElement?.blur())');
    mkdirSync(target, { recursive: true });
    await page.screenshot({ path: join(target, 'inbox.png') });
  } finally {
    await browser.close();
  }
}

async function run(): Promise<void> {
  await buildBrowserCode();
  const dataDir = mkdtempSync(join(tmpdir(), 'otvet-picture-'));
  const telegram = await startTelegramSimulator({ allowHttp: true });
  const settings = { PORT: '0', HOST: '127.0.0.1', DATA_DIR: dataDir, TELEGRAM_API_URL: telegram.url };
  const app = await startApp({
    config: readConfig(settings),
    log: createLog({ level: 'warn' }),
  });
  const url = app.url.replace('localhost', '127.0.0.1');
  try {
    const shop = await openShop({ url, telegram });
    await fill(shop, app);
    await takePicture(shop, url);
  } finally {
    await app.close();
    await telegram.close();
    rmSync(dataDir, { recursive: true, force: true });
  }
}

await run();
