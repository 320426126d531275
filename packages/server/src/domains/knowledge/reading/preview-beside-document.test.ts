import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { buildBase } from '../../../testing/product/build-samples.ts';
import { startTestApp, type TestApp } from '../../../testing/start-test-app.ts';
import { waitUntil } from '../../../testing/wait-until.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

/** The file that is read lies there for as long. */
function isDocumentRead(): boolean {
  const folder = join(app.dataDir, 'reading');
  if (!existsSync(folder)) return false;
  return readdirSync(folder, { recursive: true, withFileTypes: true }).some((entry) => entry.isFile());
}

function form(name: string, content: string): FormData {
  const body = new FormData();
  body.append('file', new File([content], name));
  return body;
}

it('risk: whoever waits for a preview waits for the heavy document of another account', async () => {
  const [author, other] = [await app.signUp(), await app.signUp()];
  const base = await buildBase(app, author);
  const row = `${'Букет из роз и пионов;'.repeat(20)}\n`;
  const heavy = form('Каталог.csv', row.repeat(9000));
  await app.api('POST', `/v1/upload/document/${base.id}/`, { token: author.accessToken, body: heavy });
  await waitUntil(isDocumentRead);
  const body = form('a.csv', 'Вопрос,Ответ\nГде вы?,На Лесной');
  const header = await app.api('POST', '/v1/upload/check-spreadsheet-header/', { token: other.accessToken, body });
  expect(header.body).toMatchObject({ missing: [], rows: 1 });
  expect(isDocumentRead()).toBe(true);
});
