import { startAvitoSimulator } from '@otvet/simulators';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { z } from 'zod';
import { listDialogs, messagesOf } from '../../testing/product/build-samples.ts';
import type { Person } from '../../testing/product/sign-up-people.ts';
import { answerWith } from '../../testing/start-core.ts';
import { startTestApp, type TestApp } from '../../testing/start-test-app.ts';
import { uncounted } from '../../testing/uncounted.ts';
import { waitUntil } from '../../testing/wait-until.ts';

const PUBLIC_URL = 'https://shop.example';
const anna = { id: 'anna', name: 'Анна' };

let app: TestApp;
let avito: Awaited<ReturnType<typeof startAvitoSimulator>>;
let owner: Person;

beforeAll(async () => {
  avito = await startAvitoSimulator({
    redirectUri: `${PUBLIC_URL}/connect-avito/`,
    fetch: (address, init) => fetch(String(address).replace(PUBLIC_URL, app.url), init),
  });
  app = await startTestApp({
    rates: uncounted,
    env: { PUBLIC_URL, ...avito.environment },
    decideTurn: async ({ turn }) => answerWith(`re: ${turn.turn.map(({ text }) => text).join(' | ')}`),
  });
  owner = await app.signUp();
});
afterAll(async () => {
  await app.close();
  await avito.close();
});

const callAs = (person: Person) => (method: string, path: string, body?: unknown) =>
  app.api(method, path, { token: person.accessToken, ...(body === undefined ? {} : { body }) });
const begun = z.object({ id: z.string() });
const loginShown = z.object({ step: z.object({ kind: z.literal('redirect'), url: z.string() }) });

/** Goes through the platform's login up to the last button; gives what that answers. */
async function logIn(person: Person) {
  const call = callAs(person);
  const { id } = begun.parse((await call('POST', '/v1/connecting/avito/', {})).body);
  const choice = { input: { kind: 'choice', step: 'way', value: 'login' } };
  const { step } = loginShown.parse((await call('POST', `/v1/connecting/${id}/advance/`, choice)).body);
  const back = new URL(avito.logIn(step.url));
  const returned = await call('POST', '/v1/connect-return/', { query: Object.fromEntries(back.searchParams) });
  if (returned.status !== 200) return { id, done: returned };
  const done = await call('POST', `/v1/connecting/${id}/advance/`, { input: { kind: 'review', step: 'review' } });
  return { id, done };
}
const heard = () => avito.conversation(anna.id).flatMap(({ author, text }) => (author === 'business' ? [text] : []));

it('a login whose access ended is repeated: the same channel works again and sends what waited, once', async () => {
  const call = callAs(owner);
  const first = await logIn(owner);
  expect(first.done.body, first.done.text).toMatchObject({ status: 'done', channel: { id: first.id } });
  const channel = `/v1/channels/avito/${first.id}/`;
  avito.customerSends({ from: anna, text: 'Ещё продаёте?' });
  await waitUntil(() => heard().includes('re: Ещё продаёте?'));
  const twice = await logIn(owner);
  expect(twice.done.status).toBe(409);
  const own = { code: 'channels.already_connected', details: { channelId: first.id, channelType: 'avito' } };
  expect(twice.done.body).toMatchObject(own);

  avito.fail('revoked');
  const chat = `${avito.chatIdOf(anna.id)}_${first.id}`;
  await call('POST', `/v1/chat/messages/${encodeURIComponent(chat)}/`, { text: 'Да, приезжайте' });
  await waitUntil(async () => (await call('GET', channel)).body.inactiveReason !== null);
  avito.repair();
  const other = await app.signUp();
  const stranger = await logIn(other);
  expect([stranger.done.status, stranger.done.body.code]).toEqual([409, 'channels.already_connected']);
  expect(stranger.done.text).not.toContain(first.id);
  expect((await call('GET', channel)).body.inactiveReason).not.toBeNull();

  const again = await logIn(owner);
  expect(again.done.body, again.done.text).toMatchObject({
    status: 'done',
    channel: { id: first.id, inactiveReason: null },
  });
  await waitUntil(() => heard().includes('Да, приезжайте'));
  expect(heard().filter((text) => text === 'Да, приезжайте')).toHaveLength(1);
  expect(avito.subscriptions()).toEqual([expect.stringContaining(`/hooks/avito/${first.id}/`)]);
  expect(
    z.object({ connecting: z.array(begun) }).parse((await call('GET', '/v1/connecting/')).body).connecting,
  ).toEqual([expect.objectContaining({ id: twice.id })]);
  avito.customerSends({ from: anna, text: 'Еду' });
  await waitUntil(async () => (await messagesOf(app, owner, chat)).some(({ text }) => text === 'Еду'));
  expect(await listDialogs(app, owner)).toHaveLength(1);
});
