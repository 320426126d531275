import { afterAll, beforeAll, expect, it } from 'vitest';
import { z } from 'zod';
import { buildBase, until } from '../../../testing/product/build-samples.ts';
import type { Person } from '../../../testing/product/sign-up-people.ts';
import { startTestApp, type TestApp } from '../../../testing/start-test-app.ts';
import { makeXlsx } from '../testing/documents/make-xlsx.ts';

let app: TestApp;
let owner: Person;
let baseId: string;
beforeAll(async () => {
  app = await startTestApp();
  owner = await app.signUp();
  baseId = (await buildBase(app, owner)).id;
});
afterAll(() => app.close());

const list = z.object({ sources: z.array(z.looseObject({ id: z.string(), name: z.string(), state: z.string() })) });
const call = (method: string, path: string, body?: unknown) =>
  app.api(method, path, { token: owner.accessToken, ...(body === undefined ? {} : { body }) });

async function ended(name: string) {
  return await until(async () => {
    const { sources } = list.parse((await call('GET', `/v1/upload/files/${baseId}/`)).body);
    return sources.find((one) => one.name === name && (one.state === 'ready' || one.state === 'failed'));
  });
}

const workbook = (name: string, rows: (string | number)[][]) =>
  new File([new Uint8Array(makeXlsx([{ name: 'Лист', rows }]))], name);

it('a price list and a text are uploaded in one form, read by the product itself, and opened at the place', async () => {
  const rows = Array.from({ length: 60 }, (_, at) => [`Букет номер ${at + 1}`, 1000 + at]);
  const form = new FormData();
  form.append('file', workbook('Прайс.xlsx', [['Товар', 'Цена'], ...rows]));
  form.append('file', new File(['# Возврат\n\nЦветы надлежащего качества не возвращаются.'], 'Возврат.md'));
  form.append('file', new File(['MZ\u0090 не документ'], 'Письмо.pdf'));
  const added = await call('POST', `/v1/upload/document/${baseId}/?fileHint=${encodeURIComponent('Цветочный')}`, form);
  expect(added.status, added.text).toBe(200);

  expect(await ended('Письмо.pdf')).toMatchObject({ state: 'failed', reason: 'wrong_type' });
  expect(await ended('Возврат.md')).toMatchObject({ state: 'ready', hint: 'Цветочный', language: 'ru' });
  const prices = await ended('Прайс.xlsx');
  expect(prices).toMatchObject({ state: 'ready', reason: null });

  const { passages } = await app.app.domains.knowledge.retrieve({
    accountId: owner.accountId,
    knowledgeBaseId: baseId,
    query: 'Какая цена, букет номер 42?',
    limit: 3,
  });
  const found = passages.find(({ text }) => text.includes('1041'));
  const at = await call('GET', `/v1/upload/passages/${prices.id}/?passageId=${found?.id}&limit=5`);
  expect(at.text).toContain('"row":43');
});

it('pairs come out of a workbook by its HTTP calls, with what is wrong by the rows that people see', async () => {
  const rows = [['Вопрос', 'Ответ'], ['Есть открытки?', 'Да, бесплатно.'], [], ['Без ответа?', '']];
  const form = () => {
    const body = new FormData();
    body.set('file', workbook('Ответы.xlsx', rows));
    return body;
  };
  const header = await call('POST', '/v1/upload/check-spreadsheet-header/', form());
  expect(header.body).toMatchObject({ sheet: 'Лист', missing: [], rows: 2 });
  const path = `/v1/upload/upload-qa-spreadsheet/${baseId}/`;
  const skipped = { outcome: 'skipped', row: 4, reason: 'answer_empty' };
  expect((await call('POST', `${path}?check=1`, form())).body).toMatchObject({ added: 1, rows: [{ row: 2 }, skipped] });
  expect((await call('POST', path, form())).body).toMatchObject({ added: 1, changed: 0, rows: [skipped] });
  const nothing = await call('POST', path);
  expect([nothing.status, nothing.body.code]).toEqual([400, 'knowledge.file_or_link']);
  app.google.publish({ id: 's'.repeat(30), formats: { 'csv:3': 'Вопрос,Ответ\nЕсть ленты?,Да\n' } });
  const link = `https://docs.google.com/spreadsheets/d/${'s'.repeat(30)}/edit#gid=3`;
  const linked = await call('POST', `${path}?url=${encodeURIComponent(link)}`);
  expect(linked.body, linked.text).toMatchObject({ added: 1, skipped: 0 });
});

it.each([
  // A form that is read as a chat.
  ['WhatsApp.txt', '[12.03.26, 10:15:01] Лейла: Есть доставка?\n[12.03.26, 10:16:02] Магазин: Есть, 300 ₽ по городу.'],
  // One that is not.
  ['Письма.txt', 'Здравствуйте! Есть доставка?\nЕсть, 300 ₽ по городу.\nА картой можно? Мой номер 8 917 123-45-67'],
])('risk: %s, which customers wrote, is told before its owner has looked at it', async (name, text) => {
  const form = new FormData();
  form.append('file', new File([text], name));
  expect((await call('POST', `/v1/upload/document/${baseId}/`, form)).status).toBe(200);
  const { id } = await ended(name);
  const ask = async () => {
    const asked = { accountId: owner.accountId, knowledgeBaseId: baseId, query: 'Есть доставка?', limit: 5 };
    const { passages } = await app.app.domains.knowledge.retrieve(asked);
    return passages.some(({ sourceName }) => sourceName === name);
  };
  expect(await ended(name)).toMatchObject({ state: 'ready', isHeld: true });
  expect(await ask()).toBe(false);
  const { body } = await call('POST', `/v1/learning/check-findings/${baseId}/`);
  const { findings } = z
    .object({ findings: z.array(z.looseObject({ id: z.string(), sourceId: z.string().nullable() })) })
    .parse(body);
  const found = findings.find(({ sourceId }) => sourceId === id);
  expect(found).toMatchObject({ kind: 'conversation', state: 'open' });
  const marked = await call('PUT', `/v1/learning/finding/${found?.id}/`, { state: 'ignored' });
  expect(marked.status, marked.text).toBe(200);
  expect([(await ended(name)).isHeld, await ask()]).toEqual([false, true]);
});
