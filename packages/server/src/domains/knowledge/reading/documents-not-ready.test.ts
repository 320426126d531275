import { afterAll, beforeAll, expect, it } from 'vitest';
import { buildBase } from '../../../testing/product/build-samples.ts';
import type { Person } from '../../../testing/product/sign-up-people.ts';
import { startTestApp, type TestApp } from '../../../testing/start-test-app.ts';

let app: TestApp;
let owner: Person;
let baseId: string;
beforeAll(async () => {
  app = await startTestApp();
  owner = await app.signUp();
  baseId = (await buildBase(app, owner)).id;
});
afterAll(() => app.close());

const SHEET = 's'.repeat(30);

const preview = () => {
  const body = new FormData();
  body.append('file', new File(['Вопрос,Ответ\nГде вы?,На Лесной'], 'a.csv'));
  return app.api('POST', '/v1/upload/check-spreadsheet-header/', { token: owner.accessToken, body });
};

/** By link: a file is looked at in the process of pictures before it is kept. */
const read = () => {
  app.google.publish({ id: SHEET, formats: { 'csv:3': 'Товар,Цена\nБукет,900\n' } });
  const url = `https://docs.google.com/spreadsheets/d/${SHEET}/edit#gid=3`;
  return app.api('POST', `/v1/upload/google-link/${baseId}/`, { token: owner.accessToken, body: { url } });
};

it.each([
  ['previews', preview, 503],
  ['documents', read, 200],
])(
  'a server whose process of %s cannot be started is not ready, and says why, until it can',
  async (name, use, status) => {
    const { execPath } = process;
    const ready = () => app.call('GET', '/ready');
    process.execPath = `${execPath}-gone`;
    try {
      expect((await use()).status).toBe(status);
      const reasons = { [name]: 'cannot be started' };
      await expect.poll(ready).toMatchObject({ status: 503, body: { reasons } });
    } finally {
      process.execPath = execPath;
    }
    await expect.poll(async () => (await ready()).status).toBe(200);
    expect((await use()).status).toBe(200);
  },
);
