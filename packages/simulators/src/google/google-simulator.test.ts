import { afterAll, beforeAll, expect, it } from 'vitest';
import { type GoogleSimulator, startGoogleSimulator } from './start.ts';

let google: GoogleSimulator;
beforeAll(async () => {
  google = await startGoogleSimulator();
});
afterAll(() => google.close());

const ID = 'a'.repeat(30);
const get = (path: string, redirect: 'manual' | 'follow' = 'follow') => fetch(`${google.url}${path}`, { redirect });

it('a public document is sent on to its bytes, by the format and the sheet that were asked for', async () => {
  google.publish({ id: ID, title: 'Цены', formats: { txt: 'Привет', 'csv:7': 'а,б', csv: 'в,г' } });
  expect((await get(`/document/d/${ID}/export?format=txt`, 'manual')).status).toBe(307);
  const text = await get(`/document/d/${ID}/export?format=txt`);
  expect(Buffer.from(await text.arrayBuffer()).toString()).toBe('\uFEFFПривет');
  expect(text.headers.get('content-disposition')).toContain("filename*=UTF-8''%D0%A6%D0%B5%D0%BD%D1%8B.txt");
  expect(await (await get(`/spreadsheets/d/${ID}/export?format=csv&gid=7`)).text()).toBe('а,б');
  expect(await (await get(`/spreadsheets/d/e/${ID}/pub?output=csv`)).text()).toBe('в,г');
  expect((await get(`/spreadsheets/d/${ID}/export?format=csv&gid=8`)).status).toBe(400);
});

it.each([
  ['private', 200, 'text/html; charset=utf-8'],
  ['unauthorized', 401, 'text/html; charset=utf-8'],
  ['missing', 404, 'text/html; charset=utf-8'],
  ['busy', 429, 'text/html; charset=utf-8'],
  ['captcha', 200, 'text/html; charset=utf-8'],
  ['broken', 500, 'text/html; charset=utf-8'],
  ['wrong-type', 200, 'application/json'],
] as const)('a document that is %s answers %i', async (state, status, type) => {
  google.publish({ id: ID, state, formats: { docx: 'x' } });
  const answer = await get(`/document/d/${ID}/export?format=docx`);
  expect([answer.status, answer.headers.get('content-type')]).toEqual([status, type]);
});

it('a document may be larger than anybody takes', async () => {
  google.publish({ id: ID, formats: { docx: '' }, huge: { docx: 3000 } });
  expect((await (await get(`/document/d/${ID}/export?format=docx`)).arrayBuffer()).byteLength).toBe(3000);
});
