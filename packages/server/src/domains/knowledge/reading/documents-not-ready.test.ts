import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../../../testing/start-test-app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

it('a server whose process for documents cannot be started is not ready, and says why, until it can', async () => {
  const owner = await app.signUp();
  const check = () => {
    const body = new FormData();
    body.append('file', new Blob(['Вопрос,Ответ\nГде вы?,На Лесной']), 'a.csv');
    return app.api('POST', '/v1/upload/check-spreadsheet-header/', { token: owner.accessToken, body });
  };
  const { execPath } = process;
  process.execPath = `${execPath}-gone`;
  try {
    expect((await check()).status).toBeGreaterThanOrEqual(500);
    expect(await app.call('GET', '/ready')).toMatchObject({
      status: 503,
      body: { reasons: { documents: 'cannot be started' } },
    });
  } finally {
    process.execPath = execPath;
  }
  expect((await check()).status).toBe(200);
  await expect.poll(async () => (await app.call('GET', '/ready')).status).toBe(200);
});
