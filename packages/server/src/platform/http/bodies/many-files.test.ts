import { mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { implement } from '@orpc/server';
import { procedure } from '@otvet/contract';
import { afterAll, expect, it } from 'vitest';
import { z } from 'zod';
import { waitUntil } from '../../../testing/wait-until.ts';
import { useGuardedServers } from '../connections/testing/use-guarded-servers.ts';
import { type ApiContext, mountContract } from '../index.ts';
import type { SpoolBounds } from './add-spool.ts';

const MEGABYTE = 1024 * 1024;
const servers = useGuardedServers();
const folder = mkdtempSync(join(tmpdir(), 'otvet-many-files-'));
const spoolFolder = join(folder, 'uploads');
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const contract = {
  upload: procedure('user', { rate: 'upload', manyFiles: 'file', query: ['hint'] })
    .route({ method: 'POST', path: '/v1/upload/{id}/' })
    .input(z.strictObject({ id: z.string(), hint: z.string().default(''), file: z.array(z.file()).min(1) })),
};
const api = implement(contract).$context<ApiContext>();
const left = () => readdirSync(folder).flatMap((name) => readdirSync(join(folder, name)));

async function start(spoolBounds?: SpoolBounds) {
  const seen: string[] = [];
  let held: Promise<void> | undefined;
  const hold = () => {
    const { promise, resolve } = Promise.withResolvers<void>();
    held = promise;
    return resolve;
  };
  const router = api.router({
    upload: api.upload.handler(async ({ input }) => {
      seen.push(...left());
      await held;
      if (input.hint === 'fail') throw new Error('planted');
      const first = await Promise.all(input.file.map(async (file) => new Uint8Array(await file.arrayBuffer())[0]));
      return { ...input, file: input.file.map(({ name, size, type }) => `${name} ${size} ${type}`), first };
    }),
  });
  const authenticate = async (token: string) => ({
    userId: token,
    accountId: token,
    role: 'owner' as const,
    sessionId: token,
    impersonatedBy: null,
  });
  const { port, lines } = await servers.start(
    ({ app }) => {
      app.register(async (scope) => mountContract(scope, { router, authenticate }));
    },
    { spoolFolder, ...(spoolBounds && { spoolBounds }) },
  );
  const upload = async (files: [name: string, size: number][], query = '', account = 'Anna') => {
    const body = new FormData();
    for (const [at, [name, size]] of files.entries())
      body.append('file', new Blob([new Uint8Array(size).fill(at + 1)], { type: 'text/plain' }), name);
    const headers = { authorization: `Bearer ${account}` };
    const answer = await fetch(`http://127.0.0.1:${port}/api/v1/upload/one/${query}`, {
      method: 'POST',
      headers,
      body,
    });
    return { status: answer.status, body: z.looseObject({}).parse(await answer.json()) };
  };
  return { upload, seen, hold, lines };
}

it('ten files of ten megabytes come in one form, each as it was sent; nothing of them is left', async () => {
  mkdirSync(spoolFolder);
  writeFileSync(join(spoolFolder, 'of-a-crash'), 'x');
  const { upload, seen } = await start();
  expect(left()).toEqual([]);
  const files = Array.from({ length: 10 }, (_, at): [string, number] => [`../${at}.txt`, 10 * MEGABYTE]);
  const answer = await upload(files, '?hint=%D0%A6%D0%B5%D0%BD%D1%8B&id=two&evil=1');
  expect(answer.status).toBe(200);
  expect(answer.body).toMatchObject({ id: 'one', hint: 'Цены', first: [1, 2, 3, 4, 5, 6, 7, 8, 9, 10] });
  expect(answer.body.file).toContain(`9.txt ${10 * MEGABYTE} text/plain`);
  expect(seen).toHaveLength(10);
  expect(seen.every((name) => /^[0-9a-f-]{36}$/.test(name))).toBe(true);
  await waitUntil(() => left().length === 0);
});

it('risk: the forms of one account, or of many, fill the disk: they take so much and no more', async () => {
  const { upload, hold } = await start({ ofAccount: 3 * MEGABYTE, all: 5 * MEGABYTE });
  const release = hold();
  const first = upload([['a.txt', 2 * MEGABYTE]]);
  await waitUntil(() => left().length === 1);
  expect((await upload([['b.txt', 2 * MEGABYTE]])).status).toBe(429);
  const other = upload([['c.txt', 2 * MEGABYTE]], '', 'Boris');
  await waitUntil(() => left().length === 2);
  expect((await upload([['d.txt', 2 * MEGABYTE]], '', 'Vera')).status).toBe(503);
  release();
  expect([(await first).status, (await other).status]).toEqual([200, 200]);
  await waitUntil(() => left().length === 0);
  expect((await upload([['b.txt', 3 * MEGABYTE]])).status).toBe(200);
});

it('what is too large, too many or fails leaves nothing either', async () => {
  const { upload } = await start();
  expect((await upload([['a.txt', 11 * MEGABYTE]])).status).toBe(413);
  expect((await upload(Array.from({ length: 11 }, () => ['a.txt', 10]))).status).toBe(413);
  expect((await upload([['a.txt', 10]], '?hint=fail')).status).toBe(500);
  expect((await upload([])).status).toBe(400);
  await waitUntil(() => left().length === 0);
});

it('risk: the disk takes no more: whoever sends is told that his form is wrong, and nobody else anything', async () => {
  const { upload, lines } = await start();
  // Stands for a full disk, which a test cannot have: nothing can be written there.
  symlinkSync(join(folder, 'nowhere', 'else'), spoolFolder);
  const answer = await upload([['a.txt', 10]]);
  rmSync(spoolFolder);
  expect(answer).toMatchObject({ status: 503, body: { code: 'server.unavailable' } });
  expect(lines.join('')).toContain('ENOENT');
  expect((await upload([['a.txt', 10]])).status).toBe(200);
});
