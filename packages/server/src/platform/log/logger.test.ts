import { expect, it } from 'vitest';
import { createLog, type Log } from './logger.ts';

const secrets = {
  botToken: '123456789:AAHdqTcvCH1vGWJxfSeofSAs0K5PALDsaw0',
  jwt: 'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiJ1c2VyIn0.c2lnbmF0dXJl',
  phone: '+7 912 345-67-89',
  plainPhone: '89123456789',
  email: 'anna.ivanova@shop.example',
  text: 'Где мой заказ номер семь?',
  apiKey: 'sk-proj-abcdefghijklmnopqrstuvwxyz',
};

function written(act: (log: Log) => void): string {
  const lines: string[] = [];
  act(createLog({ level: 'debug', destination: { write: (line) => lines.push(line) } }));
  expect(lines.length).toBeGreaterThan(0);
  for (const line of lines) JSON.parse(line);
  return lines.join('');
}

function expectNoSecret(output: string): void {
  for (const secret of Object.values(secrets)) expect(output).not.toContain(secret);
}

it('secrets never reach the log under their keys, at any depth and in lists', () => {
  const output = written((log) => {
    const { botToken, jwt, phone, email, text, apiKey } = secrets;
    log.info({ token: botToken, phone, email, text, authorization: `Bearer ${jwt}`, api_key: apiKey }, 'one');
    log.warn({ channel: { credentials: { token: botToken }, list: [{ customer: { phone, Email: email } }] } }, 'two');
    log.error({ a: { b: { c: { d: { text, sessionToken: jwt, smtpPassword: 'hunter2' } } } } }, 'three');
    log.child({ token: botToken }).debug({ body: { text } }, 'four');
  });
  expectNoSecret(output);
  expect(output).not.toContain('hunter2');
});

it('secrets inside free text are blanked: messages, errors, causes and stacks', () => {
  const output = written((log) => {
    const cause = new Error(`connect https://api.telegram.org/bot${secrets.botToken}/getMe`);
    const error = new Error(`invalid input for phone ${secrets.phone} of ${secrets.email}`, { cause });
    log.error({ err: error }, `call of ${secrets.plainPhone} failed: Bearer ${secrets.jwt}`);
    log.warn(error, 'bare error');
    log.warn({ reason: `key ${secrets.apiKey} was refused, see https://x.example/a?token=abc123&page=2` }, 'reason');
    log.info(`postgres://otvet:hunter2@db.example/otvet is gone; ${secrets.jwt}`);
  });
  expectNoSecret(output);
  expect(output).not.toContain('abc123');
  expect(output).not.toContain('hunter2');
});

it('what helps stays: ids, codes, counts, places', () => {
  const output = written((log) => {
    const id = '0199a1b2-0000-7000-8000-123456789012';
    log.info({ accountId: id, code: 'dialogs.not_found', status: 404, promptTokens: 120, ms: 1.5 }, 'request');
  });
  expect(JSON.parse(output)).toMatchObject({
    accountId: '0199a1b2-0000-7000-8000-123456789012',
    code: 'dialogs.not_found',
    status: 404,
    promptTokens: 120,
    msg: 'request',
  });
});

it('a hostile value neither breaks the line nor the process', () => {
  const circle: Record<string, unknown> = { name: 'circle' };
  circle.self = circle;
  const output = written((log) => {
    log.info({ circle, bytes: Buffer.alloc(5000), forged: 'a\n{"level":60,"msg":"forged"}' }, 'odd\nline');
  });
  expect(output.trimEnd().split('\n')).toHaveLength(1);
});
