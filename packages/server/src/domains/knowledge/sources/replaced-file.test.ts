import { afterAll, beforeAll, expect, it } from 'vitest';
import { z } from 'zod';
import { buildBase, until } from '../../../testing/product/build-samples.ts';
import type { Person } from '../../../testing/product/sign-up-people.ts';
import { startTestApp, type TestApp } from '../../../testing/start-test-app.ts';

let app: TestApp;
let owner: Person;
beforeAll(async () => {
  app = await startTestApp();
  owner = await app.signUp();
});
afterAll(() => app.close());

const shown = z.looseObject({ id: z.string(), name: z.string(), state: z.string(), version: z.number() });
const list = z.object({ sources: z.array(shown) });
const call = (method: string, path: string, body?: unknown) =>
  app.api(method, path, { token: owner.accessToken, ...(body === undefined ? {} : { body }) });
const sourcesOf = async (baseId: string) =>
  list.parse((await call('GET', `/v1/upload/files/${baseId}/`)).body).sources.toReversed();

async function upload(baseId: string, files: Record<string, string>, replaces?: string) {
  const form = new FormData();
  for (const [name, text] of Object.entries(files)) form.append('file', new File([text], name));
  const query = replaces === undefined ? '' : `?replaces=${replaces}`;
  return await call('POST', `/v1/upload/document/${baseId}/${query}`, form);
}

/** Of a new base with these files, read. */
async function openBase(files: Record<string, string>) {
  const { id } = await buildBase(app, owner);
  expect((await upload(id, files)).status).toBe(200);
  return { id, sources: await until(async () => await allReady(id)) };
}

async function allReady(baseId: string) {
  const sources = await sourcesOf(baseId);
  return sources.every(({ state }) => state === 'ready') ? sources : undefined;
}

it('a corrected file takes the place of the one that was meant, whatever its name', async () => {
  const base = await openBase({ 'Прайс.txt': 'Доставка стоит 300 ₽.' });
  const id = base.sources[0]?.id ?? '';
  const answer = await upload(base.id, { 'Прайс (исправлен).md': 'Доставка стоит 450 ₽.' }, id);
  expect(answer.body, answer.text).toMatchObject({ sources: [{ id, name: 'Прайс (исправлен).md' }], refused: [] });
  await until(async () => (await sourcesOf(base.id)).find(({ version }) => version === 2));
  expect(await sourcesOf(base.id)).toMatchObject([{ id, name: 'Прайс (исправлен).md', version: 2 }]);
  expect((await call('GET', `/v1/upload/passages/${id}/`)).text).toContain('450');
  // Under its new name it is found from now on.
  expect((await upload(base.id, { 'прайс (исправлен).md': 'Доставка стоит 500 ₽.' })).body).toMatchObject({
    sources: [{ id }],
  });
});

it('it replaces the one that was meant also where another has its name or its bytes already', async () => {
  const base = await openBase({ 'Прайс.txt': 'Доставка стоит 300 ₽.', 'Условия.txt': 'Возврат за 14 дней.' });
  const [price, terms] = base.sources;
  const answer = await upload(base.id, { 'Условия.txt': 'Возврат за 14 дней.' }, price?.id);
  expect(answer.body, answer.text).toMatchObject({ sources: [{ id: price?.id, name: 'Условия.txt' }] });
  await until(async () => (await sourcesOf(base.id)).find(({ version }) => version === 2));
  expect((await sourcesOf(base.id)).map(({ id, version }) => [id, version])).toEqual([
    [price?.id, 2],
    [terms?.id, 1],
  ]);
});

it('the former version answers until the corrected file is whole, also when it cannot be read', async () => {
  const base = await openBase({ 'Прайс.txt': 'Доставка стоит 300 ₽.' });
  const id = base.sources[0]?.id ?? '';
  expect((await upload(base.id, { 'Прайс.pdf': 'no document' }, id)).body).toMatchObject({ sources: [{ id }] });
  await until(async () => (await sourcesOf(base.id)).find(({ state }) => state === 'failed'));
  expect((await call('GET', `/v1/upload/passages/${id}/`)).text).toContain('300');
});

it('only one file replaces, and only a file of this base', async () => {
  const base = await openBase({ 'Прайс.txt': 'Доставка стоит 300 ₽.' });
  const other = await openBase({ 'Прайс.txt': 'Доставка стоит 900 ₽.' });
  const id = base.sources[0]?.id ?? '';
  const codeOf = async (answer: ReturnType<typeof upload>) => (await answer).body.code;
  expect(await codeOf(upload(base.id, { 'a.txt': 'Один.', 'b.txt': 'Два.' }, id))).toBe('request.invalid');
  expect(await codeOf(upload(other.id, { 'a.txt': 'Один.' }, id))).toBe('knowledge.source_not_found');
  const page = await call('POST', `/v1/upload/url-parsing/${base.id}/`, { url: 'https://shop.example/prices' });
  expect(await codeOf(upload(base.id, { 'a.txt': 'Один.' }, shown.parse(page.body).id))).toBe(
    'knowledge.source_not_found',
  );
  expect(await sourcesOf(base.id)).toHaveLength(2);
});
