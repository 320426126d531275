import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { type IntercomSimulator, startIntercomSimulator } from '@otvet/simulators';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { z } from 'zod';
import type { KeptMail } from '../platform/mail/mail-folder.ts';
import { messagesOf, startVisitor, uniqueIdOf, until, visitorWrites } from '../testing/product/build-samples.ts';
import { buildInputs, buildTenant, type Tenant } from '../testing/product/build-tenant.ts';
import { listContractCalls, sendCall } from '../testing/product/contract-calls.ts';
import { dumpTexts } from '../testing/product/dump-account.ts';
import { GOOD_PASSWORD } from '../testing/product/sign-up-people.ts';
import { startTestApp, type TestApp } from '../testing/start-test-app.ts';

const MODEL_KEY = 'sk-planted-model-key-0123456789';
const SECRET_KEY = 'planted-secret-key-of-the-environment-0001';
const METRICS_TOKEN = 'planted-metrics-token-0001';
const NEW_PASSWORD = 'planted nine slow rivers';
const NOT_GIVEN = 'planted-secret-that-was-typed-and-left';
const QUESTION = 'Сколько стоит доставка на дом?';

let app: TestApp;
let tenant: Tenant;
let intercom: IntercomSimulator;
/** What is planted, by what it is. */
const planted = new Map<string, string>();
/** Answers before this one are those that must hold a session token. */
let firstOrdinaryAnswer = 0;

const tokensOf = (mails: KeptMail[]) => mails.flatMap(({ link }) => /#token=([\w-]+)/.exec(link ?? '')?.[1] ?? []);

beforeAll(async () => {
  intercom = await startIntercomSimulator({ region: 'eu' });
  app = await startTestApp({
    modelKey: MODEL_KEY,
    env: {
      PUBLIC_URL: 'https://otvet.example',
      SECRET_KEY,
      METRICS_TOKEN,
      ALLOW_PRIVATE_ADDRESSES: '1',
      ...intercom.environment,
    },
    telegramFetch: async () => new Response('', { status: 200 }),
  });
  tenant = await buildTenant(app);
  const setWebhook = app.telegram.ledger.calls.findLast(({ method }) => method === 'setWebhook');
  planted.set('bot token', tenant.botToken);
  planted.set('webhook secret', z.looseObject({ secret_token: z.string() }).parse(setWebhook?.params).secret_token);
  planted.set('password', GOOD_PASSWORD);
  planted.set('new password', NEW_PASSWORD);
  planted.set('session token', tenant.owner.sessionToken);
  planted.set('identity token', tenant.owner.accessToken);
  planted.set('model key', MODEL_KEY);
  planted.set('environment key', SECRET_KEY);
  planted.set('metrics token', METRICS_TOKEN);
  for (const [name, secret] of Object.entries(intercom.credentials)) planted.set(`Intercom ${name}`, secret);
  planted.set('typed and not given', NOT_GIVEN);
  planted.set('visitor token', tenant.dialog.visitor.token);
  firstOrdinaryAnswer = app.answers.length;
  await live();
});
afterAll(async () => {
  await app.close();
  await intercom.close();
});

/** An ordinary day: every call once, a question to the model, mails, failures of platforms and of the model. */
async function live(): Promise<void> {
  const token = tenant.owner.accessToken;
  const inputs = buildInputs(tenant);
  const keep = (name: string) => !/remove|changePassword|resetPassword|confirmEmail|ban$/i.test(name);
  for (const call of listContractCalls().filter(({ name }) => keep(name) && name !== 'user.register'))
    await sendCall(app, { call, input: inputs[call.name]?.() ?? {}, token });
  const sent = (await app.mails()).length;
  await app.api('POST', '/v1/mailer/change-password/', { body: { email: tenant.owner.email } });
  await app.pool.query('update auth_user set email_verified = true where id = $1', [tenant.owner.uid]);
  const newAddress = { email: 'planted-new-address@shop.example', password: GOOD_PASSWORD };
  expect((await app.api('POST', '/v1/payments/update-email/', { token, body: newAddress })).status).toBe(200);
  const mails = await until(async () => {
    const all = await app.mails();
    return all.length >= sent + 3 ? all : undefined;
  });
  for (const [at, mailed] of tokensOf(mails).entries()) planted.set(`token of mail link ${at}`, mailed);
  await stepBack();
  await askModel(QUESTION);
  app.model.faults.add({ kind: 'unauthorized' });
  await askModel('А в воскресенье вы работаете?');
  app.telegram.revokeToken(tenant.botToken);
  await app.api('POST', '/v1/connect/validate-tg-token/', { token, body: { token: tenant.botToken } });
  await app.api('POST', '/v1/connect/telegram/', { token, body: { token: tenant.botToken } });
  await app.api('POST', `/auth/sign-in/email`, {
    body: { email: tenant.owner.email, password: 'planted wrong password' },
  });
  planted.set('wrong password', 'planted wrong password');
  await app.api('GET', '/v1/chat/init/', { token: `${token}x`, query: { token, password: GOOD_PASSWORD } });
  const change = { currentPassword: GOOD_PASSWORD, newPassword: NEW_PASSWORD };
  await app.api('POST', '/v1/account/change-password/', { token, body: change });
}

/** An owner goes back to the form that he gave secrets to, twice: once more with something else typed there. */
async function stepBack(): Promise<void> {
  const { accessToken: token } = tenant.owner;
  const { id } = (await app.api('POST', '/v1/connecting/intercom/', { token, body: {} })).body;
  const advance = async (input: object) => {
    const answer = await app.api('POST', `/v1/connecting/${id}/advance/`, { token, body: { input } });
    return z.looseObject({ step: z.looseObject({ name: z.string() }), given: z.unknown() }).parse(answer.body);
  };
  const forward = (values: object) => advance({ kind: 'fields', step: 'credentials', values });
  const back = (step: string, values = {}) => advance({ kind: 'back', step, values });
  const names = Object.keys(intercom.credentials);
  expect((await forward(intercom.credentials)).step.name).toBe('sender');
  const again = { step: { name: 'credentials' }, given: { values: {}, secrets: names } };
  expect(await back('sender')).toMatchObject(again);
  expect((await app.api('GET', `/v1/connecting/${id}/`, { token })).body).toMatchObject(again);
  await app.api('GET', '/v1/connecting/', { token });
  await app.api('POST', `/v1/connecting/${id}/advance/`, {
    token,
    body: { input: { kind: 'fields', step: 'credentials', values: { accessToken: NOT_GIVEN } } },
  });
  // What is left out was given before.
  expect((await forward({})).step.name).toBe('sender');
  expect(await back('sender', { accessToken: NOT_GIVEN })).toMatchObject(again);
}

async function askModel(text: string): Promise<void> {
  const visitor = await startVisitor(app, tenant.widgetId);
  await visitorWrites(app, visitor, text);
  await until(async () => {
    const messages = await messagesOf(app, tenant.owner, uniqueIdOf(visitor));
    return messages.some(({ author }) => author === 'assistant') || undefined;
  });
}

function findIn(content: string): string[] {
  return [...planted].filter(([, secret]) => secret !== '' && content.includes(secret)).map(([name]) => name);
}

it('the model was asked with its key, so that there was something to leak', () => {
  expect(app.model.ledger.calls.length).toBeGreaterThan(0);
  expect([...planted.keys()].filter((name) => name.startsWith('token of mail link')).length).toBeGreaterThanOrEqual(3);
  expect([...planted.values()].filter((secret) => secret === '')).toEqual([]);
});

it('no answer holds a secret; the session token stands in the answer of the sign-in alone', () => {
  for (const { text, headers } of app.answers.slice(firstOrdinaryAnswer)) {
    const head = [...headers].map((pair) => pair.join(': ')).join('\n');
    expect(findIn(`${head}\n${text}`), text.slice(0, 300)).toEqual([]);
  }
});

it('no line of the log, at debug, holds a secret, an e-mail address or what a customer wrote', () => {
  const log = app.logLines.join('\n');
  expect(app.logLines.length).toBeGreaterThan(50);
  expect(findIn(log)).toEqual([]);
  expect(log).not.toContain(tenant.owner.email);
  expect(log).not.toContain(QUESTION);
});

it('no table holds a secret in clear, the queue’s included', async () => {
  const places: string[] = [];
  for await (const { place, content } of dumpTexts(app.pool))
    for (const name of findIn(content)) places.push(`${name} in ${place}`);
  expect(places).toEqual([]);
});

it('no file of the data folder but the mails holds a secret', () => {
  const places = readdirSync(app.dataDir, { recursive: true, encoding: 'utf8' })
    .filter((name) => !/^(?:mail|database)/.test(name) && statSync(join(app.dataDir, name)).isFile())
    .flatMap((name) => findIn(readFileSync(join(app.dataDir, name), 'latin1')).map((found) => `${found} in ${name}`));
  expect(places).toEqual([]);
});
