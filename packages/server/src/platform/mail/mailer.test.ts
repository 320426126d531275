import { rmSync } from 'node:fs';
import { mkdir, readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { createServer, type Socket } from 'node:net';
import { join } from 'node:path';
import russian from '@otvet/contract/texts/ru/mail.json' with { type: 'json' };
import { afterAll, beforeAll, expect, it } from 'vitest';
import { z } from 'zod';
import { createTestFolder, startTestDatabase, type TestDatabase } from '../../testing/start-test-database.ts';
import { withTransaction } from '../database/with-transaction.ts';
import { createJobs, type Jobs } from '../jobs/create-jobs.ts';
import type { JobTry } from '../jobs/queue.ts';
import { createLog } from '../log/logger.ts';
import { createKeyring } from '../secrets/keyring.ts';
import { systemClock } from '../time/clock.ts';
import { createIds, systemRandom } from '../time/ids.ts';
import { deleteOldMails, keepMail, mailFolderOf, readNewestMails } from './mail-folder.ts';
import { createMailTransport, type MailTransport, type OutgoingMail } from './mail-transport.ts';
import { createMailer, type MailRequest } from './mailer.ts';
import { type MailKind, renderMail } from './render-mail.ts';

let dataDir = '';
let database: TestDatabase;
const log = createLog({ level: 'silent' });
const ACCOUNT_ID = '01990000-0000-7000-8000-000000000001';
const welcome: MailRequest = {
  accountId: ACCOUNT_ID,
  to: 'anna@shop.example',
  locale: 'ru',
  isConfirmed: true,
  ip: '198.51.100.7',
  kind: 'reset',
  personal: { name: 'Анна <b>& Ко</b>' },
  link: async () => 'https://otvet.example/forgot-password/#token=planted-token',
};

beforeAll(async () => {
  database = await startTestDatabase({ kind: 'server' });
  dataDir = database.dataDir;
});
afterAll(() => database.close());

/** A mailer whose jobs run when the test says so. */
function start(transport: MailTransport) {
  const waiting: object[] = [];
  let run: (payload: object, job: JobTry) => Promise<void> = async () => undefined;
  const jobs: Pick<Jobs, 'define'> = {
    define: (queue) => {
      run = (payload, job) => queue.handler(queue.schema.parse(payload), job);
      return {
        enqueue: async (payload) => {
          waiting.push(payload);
          return 'job';
        },
        enqueueAll: async (payloads) => void waiting.push(...payloads),
      };
    },
  };
  const keyring = createKeyring({ materials: [Buffer.alloc(32, 1)], random: systemRandom });
  const newId = createIds({ clock: systemClock, random: systemRandom });
  const mailer = createMailer({ pool: database.pool, transport, keyring, jobs, clock: systemClock, newId, log });
  const work = async (isLastTry = false) => {
    const signal = new AbortController().signal;
    for (const payload of waiting) await run(payload, { id: 'job', attempt: 1, isLastTry, signal });
  };
  return { queue: (mail: MailRequest) => withTransaction(database.pool, (tx) => mailer.queue(mail, tx)), work };
}

const rows = async () => {
  const result = await database.pool.query(
    'SELECT status, attempts, last_error, content FROM mails ORDER BY created_at DESC, id DESC LIMIT 1',
  );
  return z.array(z.record(z.string(), z.unknown())).parse(result.rows)[0];
};

const transportTo = (folder: string, smtpUrl?: string) =>
  createMailTransport({ smtpUrl, from: 'Otvet <otvet@localhost>', dataDir: folder });

it('without SMTP a mail is one file for its owner alone', async () => {
  // A folder of before, readable by everybody.
  await mkdir(mailFolderOf(dataDir), { mode: 0o755 });
  const { queue, work } = start(transportTo(dataDir));
  await queue(welcome);
  expect(JSON.stringify(await rows())).not.toContain('planted-token');
  await work();
  // A job runs at least once: the repeat finds the mail sent.
  await work();
  const files = await readdir(mailFolderOf(dataDir));
  expect(files).toHaveLength(1);
  const path = join(mailFolderOf(dataDir), files[0] ?? '');
  if (process.platform !== 'win32') {
    expect((await stat(path)).mode & 0o777).toBe(0o600);
    expect((await stat(mailFolderOf(dataDir))).mode & 0o777).toBe(0o700);
  }
  const source = await readFile(path, 'utf8');
  expect(source).toMatch(/^To: anna@shop\.example\r$/m);
  expect(source).toMatch(/^From: Otvet <otvet@localhost>\r$/m);
  expect(await rows()).toMatchObject({ status: 'sent', attempts: 1, content: null });
  expect(await readNewestMails({ dataDir, count: 5 })).toMatchObject([
    {
      to: 'anna@shop.example',
      subject: 'Новый пароль в Otvet',
      link: 'https://otvet.example/forgot-password/#token=planted-token',
    },
  ]);
});

it('risk: a mail is read while it is being written', async () => {
  const folder = createTestFolder();
  const message = Buffer.alloc(20_000_000, 'To: anna@shop.example\r\n');
  let isKept = false;
  const kept = keepMail({ dataDir: folder, id: 'mail', at: new Date(), message }).then(() => (isKept = true));
  const sizes = new Set<number>();
  const measure = async () => {
    const mails = (await readdir(mailFolderOf(folder)).catch(() => [])).filter((name) => name.endsWith('.eml'));
    for (const name of mails) sizes.add((await stat(join(mailFolderOf(folder), name))).size);
  };
  while (!isKept) await measure();
  await kept;
  await measure();
  expect([...sizes]).toEqual([message.length]);
  expect(await readdir(mailFolderOf(folder))).toHaveLength(1);
  rmSync(folder, { recursive: true });
});

it('mails are removed a week later, and only mails', async () => {
  const folder = createTestFolder();
  const message = Buffer.from('To: anna@shop.example\r\n\r\nhello');
  const days = [1, 2, 9, 10];
  for (const day of days) await keepMail({ dataDir: folder, id: `mail-${day}`, at: new Date(2026, 5, day), message });
  await writeFile(join(mailFolderOf(folder), '0000-note.txt'), 'mine');
  // One whose writing a stop of the host cut off.
  await writeFile(join(mailFolderOf(folder), '2026-06-01T00-00-00.000Z-cut.eml.part'), 'To: an');
  await deleteOldMails({ dataDir: folder, now: new Date(2026, 5, 10, 1) });
  const left = (await readdir(mailFolderOf(folder))).sort();
  expect(left.map((name) => name.split('Z-')[1] ?? name)).toEqual(['0000-note.txt', 'mail-9.eml', 'mail-10.eml']);
  await deleteOldMails({ dataDir: join(folder, 'nowhere'), now: new Date() });
  expect(await readNewestMails({ dataDir: join(folder, 'nowhere'), count: 5 })).toEqual([]);
  rmSync(folder, { recursive: true });
});

it('by SMTP the mail reaches the server, and what the server refuses is tried again and then given up', async () => {
  const server = await startSmtp();
  const transport = transportTo(dataDir, server.url);
  const { queue, work } = start(transport);
  server.mood.refuses = true;
  await queue(welcome);
  await expect(work()).rejects.toThrow('was not sent');
  expect(await rows()).toMatchObject({ status: 'queued', attempts: 1, last_error: 'EENVELOPE' });
  server.mood.refuses = false;
  await work();
  expect(await rows()).toMatchObject({ status: 'sent', attempts: 2 });
  expect(server.received.join('')).toContain('RCPT TO:<anna@shop.example>');
  server.mood.refuses = true;
  const second = start(transport);
  await second.queue(welcome);
  await expect(second.work(true)).rejects.toThrow();
  expect(await rows()).toMatchObject({ status: 'failed', content: null });
  await server.close();
});

it('on the real queue a mail leaves when its transaction commits, and not when it fails', async () => {
  const { pool } = database;
  const newId = createIds({ clock: systemClock, random: systemRandom });
  const jobs = createJobs({ pool, clock: systemClock, newId, log });
  const sent: string[] = [];
  const transport = {
    send: async (mail: OutgoingMail) => {
      sent.push(mail.to);
    },
  };
  const keyring = createKeyring({ materials: [Buffer.alloc(32, 1)], random: systemRandom });
  const mailer = createMailer({ pool, transport, keyring, jobs, clock: systemClock, newId, log });
  await jobs.start();
  const failed = withTransaction(pool, async (tx) => {
    await mailer.queue({ ...welcome, to: 'rolled@back.example' }, tx);
    throw new Error('rolled back');
  });
  await expect(failed).rejects.toThrow('rolled back');
  await withTransaction(pool, (tx) => mailer.queue({ ...welcome, to: 'committed@shop.example' }, tx));
  await expect.poll(() => sent).toEqual(['committed@shop.example']);
  await jobs.stop({ gracefulMs: 2_000 });
});

it('a line break in a receiver or a subject is refused before anything is stored', async () => {
  const { queue } = start({ send: async () => undefined });
  const before = (await database.pool.query('SELECT count(*) AS n FROM mails')).rows;
  for (const to of ['a@b.example\r\nBcc: c@d.example', 'a@b.example\nX: y', 'a@b.example\u0000'])
    await expect(queue({ ...welcome, to })).rejects.toMatchObject({ code: 'request.invalid' });
  expect((await database.pool.query('SELECT count(*) AS n FROM mails')).rows).toEqual(before);
});

it('values are text: no markup and no further place holders', () => {
  const mail = renderMail({
    kind: 'reset',
    locale: 'en',
    values: {},
    personal: { name: '<img src=x>{{link}}$&' },
    link: 'https://a.example/?a=1&b="',
  });
  expect(mail.html).toContain('Hello &lt;img src=x&gt;{{link}}$&amp;,');
  expect(mail.html).toContain('href="https://a.example/?a=1&amp;b=&quot;"');
  expect(mail.text).toContain('Hello <img src=x>{{link}}$&,');
});

const kinds = Object.keys(russian).flatMap((key) => /^mail\.(\w+)\.subject$/.exec(key)?.[1] ?? []);
const hasAction = (kind: string) => Object.hasOwn(russian, `mail.${kind}.action`);
const isKind = (kind: string): kind is MailKind => kinds.includes(kind);
const everyMail = kinds.filter(isKind).flatMap((kind) => (['ru', 'en'] as const).map((locale) => ({ kind, locale })));

it.each(everyMail)(
  'a mail of kind $kind in $locale says nothing that a person typed before its address is confirmed',
  async ({ kind, locale }) => {
    const sent: OutgoingMail[] = [];
    const keep = { send: async (mail: OutgoingMail) => void sent.push(mail) };
    const { queue, work } = start(keep);
    const personal = {
      name: 'planted name',
      email: 'planted@stranger.example',
      company: 'planted company',
      channel: 'planted channel',
      contact: 'planted contact',
      comment: 'planted comment',
    };
    const values = {
      type: 'Telegram',
      accountId: 'A',
      what: 'What.',
      expected: '40',
      meaning: 'Meaning.',
      fix: 'Fix.',
    };
    for (const isConfirmed of [false, true]) {
      const { link, ...rest } = welcome;
      await queue({
        ...rest,
        kind,
        locale,
        isConfirmed,
        values,
        personal,
        ...(link !== undefined && hasAction(kind) ? { link } : {}),
      });
    }
    await work();
    expect(kinds.length).toBeGreaterThanOrEqual(6);
    const [toStranger, toHolder] = sent.map(({ subject, text, html }) => [subject, text, html].join('\n'));
    expect(toStranger).not.toContain('planted n');
    expect(toStranger).not.toContain('planted c');
    expect(toStranger).not.toContain('stranger');
    expect(toStranger).not.toContain('company');
    expect(toHolder).toContain('planted name');
    for (const { subject, text } of sent)
      expect(`${subject}${text.replaceAll(/\{\{trial\w+\}\}/g, '')}`).not.toContain('{{');
  },
);

it('a name that was stored before addresses in names were refused is left out', () => {
  for (const name of ['buy at evil.com', 'Anna\nhttps://evil.com', '\u202eAnna', '   ', '']) {
    const { text, html } = renderMail({ kind: 'reset', locale: 'en', values: {}, personal: { name }, link: null });
    expect(text.startsWith('Hello,\n')).toBe(true);
    expect(text + html).not.toMatch(/evil|Anna/);
  }
});

/** The least SMTP server: takes everything, or refuses every receiver while `mood.refuses`. */
async function startSmtp() {
  const received: string[] = [];
  const sockets = new Set<Socket>();
  const mood = { refuses: false };
  const server = createServer((socket) => {
    let isData = false;
    const answer = (text: string) => {
      if (isData && !text.endsWith('\r\n.\r\n')) return undefined;
      if (isData || text.startsWith('DATA')) {
        isData = !isData;
        return isData ? '354 go' : '250 taken';
      }
      return text.startsWith('RCPT') && mood.refuses ? '450 later' : '250 ok';
    };
    sockets.add(socket);
    socket.write('220 test\r\n');
    socket.on('error', () => socket.destroy());
    socket.on('data', (chunk) => {
      received.push(chunk.toString());
      const line = answer(chunk.toString());
      if (line !== undefined) socket.write(`${line}\r\n`);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = z.object({ port: z.number() }).parse(server.address());
  const close = async () => {
    for (const socket of sockets) socket.destroy();
    await new Promise((resolve) => server.close(resolve));
  };
  return { url: `smtp://127.0.0.1:${port}`, mood, received, close };
}
