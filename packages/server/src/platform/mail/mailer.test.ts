import { readdir, readFile, stat } from 'node:fs/promises';
import { createServer, type Socket } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { z } from 'zod';
import { startTestDatabase, type TestDatabase } from '../../testing/start-test-database.ts';
import { withTransaction } from '../database/with-transaction.ts';
import { createJobs, type Jobs } from '../jobs/create-jobs.ts';
import type { JobTry } from '../jobs/queue.ts';
import { createLog } from '../log/logger.ts';
import { createKeyring } from '../secrets/keyring.ts';
import { systemClock } from '../time/clock.ts';
import { createIds, systemRandom } from '../time/ids.ts';
import { createMailTransport, type MailTransport, type OutgoingMail } from './mail-transport.ts';
import { createMailer, type MailRequest } from './mailer.ts';
import { renderMail } from './render-mail.ts';

let dataDir = '';
let database: TestDatabase;
const log = createLog({ level: 'silent' });
const ACCOUNT_ID = '01990000-0000-7000-8000-000000000001';
const welcome: MailRequest = {
  accountId: ACCOUNT_ID,
  to: 'anna@shop.example',
  locale: 'ru',
  kind: 'reset',
  values: { name: 'Анна <b>& Ко</b>' },
  link: 'https://otvet.example/forgot-password/#token=planted-token',
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

it('without SMTP a mail is a file for its owner alone, and its link is shown once', async () => {
  const lines: string[] = [];
  const { queue, work } = start(
    createMailTransport({
      smtpUrl: undefined,
      from: 'Otvet <otvet@localhost>',
      dataDir,
      announce: (line) => lines.push(line),
    }),
  );
  await queue(welcome);
  expect(JSON.stringify(await rows())).not.toContain('planted-token');
  await work();
  // A job runs at least once: the repeat finds the mail sent.
  await work();
  expect(lines).toHaveLength(1);
  expect(lines[0]).toContain('https://otvet.example/forgot-password/#token=planted-token');
  const [file] = await readdir(join(dataDir, 'mail'));
  const path = join(dataDir, 'mail', file ?? '');
  if (process.platform !== 'win32') expect((await stat(path)).mode & 0o777).toBe(0o600);
  const source = await readFile(path, 'utf8');
  expect(source).toMatch(/^To: anna@shop\.example\r$/m);
  expect(source).toMatch(/^From: Otvet <otvet@localhost>\r$/m);
  expect(await rows()).toMatchObject({ status: 'sent', attempts: 1, content: null });
});

it('by SMTP the mail reaches the server, and what the server refuses is tried again and then given up', async () => {
  const server = await startSmtp();
  const transport = createMailTransport({
    smtpUrl: server.url,
    from: 'otvet@localhost',
    dataDir,
    announce: () => undefined,
  });
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
  transport.close();
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
    close: () => undefined,
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
  const { queue } = start({ send: async () => undefined, close: () => undefined });
  const before = (await database.pool.query('SELECT count(*) AS n FROM mails')).rows;
  for (const to of ['a@b.example\r\nBcc: c@d.example', 'a@b.example\nX: y', 'a@b.example\u0000'])
    await expect(queue({ ...welcome, to })).rejects.toMatchObject({ code: 'request.invalid' });
  expect((await database.pool.query('SELECT count(*) AS n FROM mails')).rows).toEqual(before);
});

it('values are text: no markup and no further place holders', () => {
  const mail = renderMail({
    kind: 'reset',
    locale: 'en',
    values: { name: '<img src=x>{{link}}$&' },
    link: 'https://a.example/?a=1&b="',
  });
  expect(mail.html).toContain('Hello &lt;img src=x&gt;{{link}}$&amp;,');
  expect(mail.html).toContain('href="https://a.example/?a=1&amp;b=&quot;"');
  expect(mail.text).toContain('Hello <img src=x>{{link}}$&,');
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
