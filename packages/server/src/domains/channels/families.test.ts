import { afterAll, beforeAll, expect, it } from 'vitest';
import { z } from 'zod';
import { connectors } from '../../connectors/registry.ts';
import { scriptConnector } from '../../connectors/suite/script-connector.ts';
import type { Person } from '../../testing/product/sign-up-people.ts';
import { startTestApp, type TestApp } from '../../testing/start-test-app.ts';
import { uncounted } from '../../testing/uncounted.ts';

/** Two invented ways to one platform of the specification, and a type of its own. */
const { connector } = scriptConnector();
const wayOf = (type: string, family: 'avito' | null) => {
  const simple = { ...connector.connect, steps: [] };
  const check = async () => ({
    identity: type,
    accountName: type,
    title: type,
    profileUrl: null,
    foreignWebhook: null,
  });
  return { ...connector, type, descriptor: { ...connector.descriptor, type, family }, connect: { ...simple, check } };
};
const registry = {
  ...connectors,
  'bird-wild': wayOf('bird-wild', 'avito'),
  'bird-tame': wayOf('bird-tame', 'avito'),
  lonely: wayOf('lonely', null),
};

let app: TestApp;
let owner: Person;
beforeAll(async () => {
  app = await startTestApp({ rates: uncounted, connectors: registry, env: { PUBLIC_URL: 'https://shop.example' } });
  owner = await app.signUp();
});
afterAll(() => app.close());

const ask = (method: string, path: string, body?: unknown) =>
  app.api(method, path, { token: owner.accessToken, ...(body === undefined ? {} : { body }) });

async function connect(type: string): Promise<string> {
  const made = await ask('POST', `/v1/connect/${type}/`, {});
  expect(made.status, made.text).toBe(200);
  return z.string().parse(made.body.id);
}

it('the address of a channel says its family or its type, and nothing else', async () => {
  const id = await connect('bird-wild');
  const own = await connect('lonely');
  for (const name of ['avito', 'bird-wild'])
    expect((await ask('GET', `/v1/channels/${name}/${id}/`)).body).toMatchObject({
      type: 'bird-wild',
      family: 'avito',
    });
  expect((await ask('GET', `/v1/channels/lonely/${own}/`)).body).toMatchObject({ type: 'lonely', family: 'lonely' });
  for (const [name, of] of [
    ['bird-tame', id],
    ['lonely', id],
    ['avito', own],
  ] as const) {
    const answers = [
      await ask('GET', `/v1/channels/${name}/${of}/`),
      await ask('PUT', `/v1/connect/${name}/${of}/`, { name: 'Новое' }),
      await ask('DELETE', `/v1/connect/${name}/${of}/`),
    ];
    expect(answers.map(({ status }) => status)).toEqual([404, 404, 404]);
  }
});

it('a channel is changed and unlinked at the address of its family', async () => {
  const id = await connect('bird-tame');
  const changed = await ask('PUT', `/v1/connect/avito/${id}/`, { name: 'Ручная' });
  expect([changed.status, changed.body.name, changed.body.type]).toEqual([201, 'Ручная', 'bird-tame']);
  expect((await ask('DELETE', `/v1/connect/avito/${id}/`)).status).toBe(201);
  expect((await ask('GET', `/v1/channels/avito/${id}/`)).status).toBe(404);
});

it('lists say type and family: the filter of dialogs asks for the family', async () => {
  const { body } = await ask('GET', '/v1/channels/all/');
  expect(body.channels).toContainEqual(expect.objectContaining({ type: 'bird-wild', family: 'avito' }));
  const described = await app.app.domains.channels.describe(owner.accountId);
  expect([...described.values()].map(({ type, family }) => `${type}:${family}`)).toContain('bird-wild:avito');
});
