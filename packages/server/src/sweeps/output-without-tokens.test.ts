import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { mailFolderOf, readNewestMails } from '../platform/mail/mail-folder.ts';
import { createApiCaller } from '../testing/call-api.ts';
import { type ServerProcess, startServerProcess } from '../testing/chaos/start-server-process.ts';
import { findFreePort } from '../testing/find-free-port.ts';
import { until } from '../testing/product/build-samples.ts';
import { createServerDatabase, createTestFolder } from '../testing/start-test-database.ts';

const COMMAND_LINE = fileURLToPath(new URL('../../../../scripts/otvet.ts', import.meta.url));
const EMAIL = 'newcomer@shop.example';

let server: ServerProcess;
let database: Awaited<ReturnType<typeof createServerDatabase>>;
let environment: Record<string, string> = {};
const dataDir = createTestFolder();

beforeAll(async () => {
  database = await createServerDatabase();
  const port = await findFreePort();
  environment = { LOG_LEVEL: 'debug', DATA_DIR: dataDir, DATABASE_URL: database.url, PORT: String(port) };
  server = startServerProcess({ port, dataDir, databaseUrl: database.url, environment });
  await server.ready;
});
afterAll(async () => {
  await server.stop();
  await database.drop();
  rmSync(dataDir, { recursive: true, force: true });
});

async function runCommandLine(...args: string[]): Promise<string> {
  const command = spawn(process.execPath, [COMMAND_LINE, ...args], { env: environment });
  let output = '';
  for (const stream of [command.stdout, command.stderr]) stream.on('data', (chunk) => (output += String(chunk)));
  await once(command, 'close');
  return output;
}

it('a newcomer without SMTP finds the links of his mails, and nothing that the server prints holds a token', async () => {
  const call = createApiCaller({ url: server.url, answers: [] });
  const registration = { email: EMAIL, password: 'seven quiet rivers', privacyAccepted: true };
  expect((await call('POST', '/api/v1/mailer/send-register/', { body: registration })).status).toBe(201);
  expect((await call('POST', '/api/v1/mailer/change-password/', { body: { email: EMAIL } })).status).toBe(200);
  const mails = await until(async () => {
    const newest = await readNewestMails({ dataDir, count: 10 });
    return newest.length === 2 ? newest : undefined;
  });
  const output = server.output();
  expect(output).toContain(`DATA_DIR=${dataDir} npm run otvet -- mail`);
  expect(output).toContain('PUBLIC_URL=https://');
  expect(output).toContain(mailFolderOf(dataDir));
  const tokens = mails.map(({ link }) => link?.split('#token=')[1] ?? '');
  expect(tokens.every((token) => token.length > 20)).toBe(true);
  expect(tokens.filter((token) => output.includes(token))).toEqual([]);
  expect(output).not.toContain(EMAIL);

  const shown = await runCommandLine('mail');
  expect(tokens.filter((token) => !shown.includes(token))).toEqual([]);
  expect(shown).toContain(EMAIL);
  expect((await runCommandLine('mail', '1')).split('#token=')).toHaveLength(2);
  expect(await runCommandLine('mail', 'newest')).toContain('mail [COUNT]');
  environment = { ...environment, DATA_DIR: join(dataDir, 'elsewhere') };
  expect(await runCommandLine('mail')).toContain('DATA_DIR=FOLDER npm run otvet -- mail');
  if (process.platform !== 'win32') expect(statSync(mailFolderOf(dataDir)).mode & 0o777).toBe(0o700);
});
