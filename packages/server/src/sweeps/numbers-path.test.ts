import { startSimulated360Dialog, startSimulatedWhatsApp } from '@otvet/simulators';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { z } from 'zod';
import { buildBase } from '../testing/product/build-samples.ts';
import type { Person } from '../testing/product/sign-up-people.ts';
import { startTestApp, type TestApp } from '../testing/start-test-app.ts';
import { uncounted } from '../testing/uncounted.ts';

const PUBLIC_URL = 'https://shop.example';
const SHOWN = '+7 495 000-00-01';

let app: TestApp;
let platform: Awaited<ReturnType<typeof startSimulatedWhatsApp>>;
let provider: Awaited<ReturnType<typeof startSimulated360Dialog>>;
let owner: Person;
let stranger: Person;

beforeAll(async () => {
  const reach: typeof fetch = (address, init) => fetch(String(address).replace(PUBLIC_URL, app.url), init);
  platform = await startSimulatedWhatsApp({ fetch: reach });
  provider = await startSimulated360Dialog({ fetch: reach });
  const environment = { ...platform.environment, ...provider.environment };
  app = await startTestApp({ rates: uncounted, env: { PUBLIC_URL, ...environment } });
  owner = await app.signUp();
  stranger = await app.signUp();
});
afterAll(async () => {
  await app.close();
  await platform.close();
  await provider.close();
});

const ask = (method: string, path: string, body?: unknown, person = owner) =>
  app.api(method, path, { token: person.accessToken, ...(body === undefined ? {} : { body }) });
const create = (body: object, person = owner) => ask('POST', '/v1/whatsapp/create/', body, person);
const begun = z.looseObject({ id: z.string(), step: z.looseObject({ kind: z.string() }) });
const confirm = (id: string) =>
  ask('POST', `/v1/connecting/${id}/advance/`, { input: { kind: 'review', step: 'review' } });
const numbers = async (person = owner) =>
  (await ask('GET', '/v1/whatsapp/all-numbers/', undefined, person)).body.numbers;
const validate = async (phone: string, person = owner) =>
  (await ask('GET', `/v1/connect/validate-phone/${encodeURIComponent(phone)}`, undefined, person)).body;
const idOf = async (body: object) => begun.parse((await create(body)).body).id;

it('nothing typed: the first step of the official way is shown', async () => {
  const made = await create({});
  expect([made.status, made.body], made.text).toMatchObject([
    200,
    { channelType: 'whatsapp', step: { kind: 'fields' } },
  ]);
  expect(await numbers()).toEqual([]);
  await ask('DELETE', `/v1/connecting/${begun.parse(made.body).id}/`);
});

it.each([
  [{ accessToken: 'of-nobody' }, { accessToken: 'token_invalid' }],
  [{ accessToken: 7 }, { accessToken: 'unknown' }],
])('what is wrong is named at its field, and nothing is begun: %j', async (wrong, details) => {
  const refused = await create({ ...platform.credentials, ...wrong });
  expect([refused.status, refused.body.details], refused.text).toEqual([400, expect.objectContaining(details)]);
  expect((await ask('GET', '/v1/connecting/')).body).toMatchObject({ connecting: [] });
});

it.each(['whatsapp-web', 'telegram', 'of-nobody'])('%s is no official way to a number', async (channelType) => {
  const refused = await create({ channelType });
  expect([refused.status, refused.body.code]).toEqual([400, 'channels.type_unsupported']);
});

it('a knowledge base of another account is none', async () => {
  const base = await buildBase(app, stranger);
  expect((await create({ knowledgeBaseId: base.id })).status).toBe(404);
});

it('with all that is needed the number waits for its owner’s word, and is listed as being connected', async () => {
  const made = await create({ ...platform.credentials, name: 'Продажи' });
  const { id, step } = begun.parse(made.body);
  expect(step).toMatchObject({ kind: 'review', channelName: 'Продажи', account: { accountName: SHOWN } });
  const waiting = { id, number: SHOWN, name: 'Продажи', channelType: 'whatsapp', paid: true };
  expect(await numbers()).toEqual([{ ...waiting, onboarded: false, state: 'connecting' }]);
  expect((await confirm(id)).body).toMatchObject({ status: 'done', channel: { id } });
  expect(await numbers()).toEqual([{ ...waiting, onboarded: true, state: 'active' }]);
  // Begun again, it is one number all the same, and its channel is named.
  const again = await create(platform.credentials);
  expect([again.status, again.body]).toMatchObject([
    409,
    { code: 'channels.already_connected', details: { channelId: id } },
  ]);
  expect(await numbers()).toHaveLength(1);
  expect((await ask('GET', '/v1/connecting/')).body).toMatchObject({ connecting: [] });
});

it('the number of the other way stands beside it; its provider keeps the phone to itself', async () => {
  const id = await idOf({ channelType: 'whatsapp-360dialog', ...provider.credentials });
  await confirm(id);
  expect(await numbers()).toContainEqual(
    expect.objectContaining({ id, number: null, channelType: 'whatsapp-360dialog', onboarded: true }),
  );
  expect((await ask('GET', '/v1/whatsapp-web/numbers/')).body).toEqual({ numbers: [] });
  expect(await numbers(stranger)).toEqual([]);
});

it('a number that stopped says how it is', async () => {
  const [{ id }] = z.tuple([z.object({ id: z.string() })], z.unknown()).parse(await numbers());
  await app.app.domains.channels.mark({ accountId: owner.accountId, id, reason: 'no_rights' });
  expect(await numbers()).toContainEqual(expect.objectContaining({ id, onboarded: false, state: 'needs_permission' }));
});

it('a phone is judged: its form, its country, whether this account has it', async () => {
  const connected = { valid: true, phone: '+74950000001', country: 'RU', connected: true };
  for (const typed of [SHOWN, '74950000001', '+7(495)000-00-01'])
    expect(await validate(typed), typed).toEqual(connected);
  expect(await validate(SHOWN, stranger)).toEqual({ ...connected, connected: false });
  expect(await validate('+49 170 1234567')).toMatchObject({ phone: '+491701234567', country: 'DE', connected: false });
  for (const typed of ['12', 'phone', '+7 495 000', `+7${'9'.repeat(60)}`])
    expect(await validate(typed), typed).toEqual({ valid: false, phone: null, country: null, connected: false });
});
