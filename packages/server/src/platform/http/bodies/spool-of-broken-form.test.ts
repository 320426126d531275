import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fastify from 'fastify';
import { afterAll, expect, it } from 'vitest';
import { addSpool } from './add-spool.ts';

const parent = mkdtempSync(join(tmpdir(), 'otvet-broken-form-'));
const folder = join(parent, 'uploads');
afterAll(() => rmSync(parent, { recursive: true, force: true }));

const left = () => readdirSync(parent).flatMap((name) => readdirSync(join(parent, name)));
const file = (size: number) => ({ pieces: [Buffer.alloc(size)], name: 'a.txt', type: 'text/plain' });

async function start() {
  const app = fastify();
  addSpool(app, { folder, bounds: { ofAccount: 100, all: 100 } });
  await app.ready();
  return app;
}

it('risk: a form breaks off while its file is written: the file does not stay', async () => {
  const app = await start();
  for (let at = 0; at < 20; at += 1) {
    const spool = app.openSpool('Anna');
    const writing = spool.keep(file(50)).catch(() => undefined);
    await spool.clear();
    await writing;
    expect(left()).toEqual([]);
  }
  await app.close();
});

it('risk: the rest of a form that broke off goes on being read: nothing of it is written or counted', async () => {
  const app = await start();
  const spool = app.openSpool('Anna');
  await spool.keep(file(50));
  await spool.clear();
  await expect(spool.keep(file(100))).rejects.toMatchObject({ code: 'request.invalid' });
  expect(left()).toEqual([]);
  await app.openSpool('Anna').keep(file(100));
  await app.close();
});
