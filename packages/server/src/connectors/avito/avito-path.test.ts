import { connectState } from '@otvet/contract';
import { type AvitoSimulator, startAvitoSimulator } from '@otvet/simulators';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { listDialogs, messagesOf, uploadPhoto } from '../../testing/product/build-samples.ts';
import type { Person } from '../../testing/product/sign-up-people.ts';
import { answerWith } from '../../testing/start-core.ts';
import { startTestApp, type TestApp } from '../../testing/start-test-app.ts';
import { uncounted } from '../../testing/uncounted.ts';
import { waitUntil } from '../../testing/wait-until.ts';

const PUBLIC_URL = 'https://shop.example';
const anna = { id: 'anna', name: 'Анна' };
const boris = { id: 'boris', name: 'Борис' };
const vera = { id: 'vera', name: 'Вера' };

let app: TestApp;
let avito: AvitoSimulator;
let owner: Person;
let channelId: string;
let lastAsked: { title: string | undefined; isWanted: boolean };

beforeAll(async () => {
  avito = await startAvitoSimulator({
    redirectUri: `${PUBLIC_URL}/connect-avito/`,
    fetch: (address, init) => fetch(String(address).replace(PUBLIC_URL, app.url), init),
  });
  app = await startTestApp({
    rates: uncounted,
    env: { PUBLIC_URL, ...avito.environment },
    decideTurn: async ({ turn, settings }) => {
      lastAsked = { title: turn.context?.title, isWanted: settings.parseContext };
      return answerWith(`re: ${turn.turn.map(({ text }) => text).join(' | ')}`);
    },
  });
  owner = await app.signUp();
});
afterAll(async () => {
  await app.close();
  await avito.close();
});

const ask = (method: string, path: string, body?: unknown) =>
  app.api(method, path, { token: owner.accessToken, ...(body === undefined ? {} : { body }) });
const stateOf = async (method: string, path: string, body: unknown) => {
  const answer = await ask(method, path, body);
  expect(answer.status, answer.text).toBe(200);
  return connectState.parse(answer.body);
};
const advance = (id: string, input: object) => stateOf('POST', `/v1/connecting/${id}/advance/`, { input });
const channelNow = async () => (await ask('GET', `/v1/channels/avito/${channelId}/`)).body;
const heard = ({ id }: { id: string }) =>
  avito.conversation(id).flatMap(({ author, text }) => (author === 'business' ? [text] : []));
const hasHeard = (person: { id: string }, text: string) => waitUntil(() => heard(person).includes(text));
const uniqueIdOf = (person: { id: string }) => `${avito.chatIdOf(person.id)}_${channelId}`;
const seen = z.object({
  id: z.string(),
  author: z.string(),
  text: z.string(),
  isCanceled: z.boolean(),
  attachments: z.array(z.object({ type: z.string(), state: z.string(), reason: z.string().nullable() })),
  delivery: z.object({ state: z.string() }).nullable(),
});
const messages = async (person = anna) => z.array(seen).parse(await messagesOf(app, owner, uniqueIdOf(person)));
const say = (body: object, person = anna) =>
  ask('POST', `/v1/chat/messages/${encodeURIComponent(uniqueIdOf(person))}/`, body);
const countRows = async () => {
  const { rows } = await app.pool.query<{ count: string }>(
    "select count(*) from inbound_events where event_id not like 'read:%'",
  );
  return Number(rows[0]?.count);
};

const loginStep = async () => {
  const begun = await stateOf('POST', '/v1/connecting/avito/', {});
  if (begun.status !== 'step') throw new Error('Nothing was begun');
  const next = await advance(begun.id, { kind: 'choice', step: 'way', value: 'login' });
  if (next.status !== 'step' || next.step.kind !== 'redirect') throw new Error('A login is expected');
  return { id: begun.id, url: next.step.url };
};
const comeBack = (address: string) =>
  ask('POST', '/v1/connect-return/', { query: Object.fromEntries(new URL(address).searchParams) });

describe('connecting', () => {
  it('without a tariff it is told in words before anything is connected', async () => {
    avito.setTariff(false);
    const begun = await stateOf('POST', '/v1/connecting/avito/', {});
    if (begun.status !== 'step') throw new Error('Nothing was begun');
    await advance(begun.id, { kind: 'choice', step: 'way', value: 'keys' });
    const input = { kind: 'fields', step: 'credentials', values: avito.credentials };
    const refused = await ask('POST', `/v1/connecting/${begun.id}/advance/`, { input });
    expect(refused.body).toMatchObject({ details: { reason: 'subscription_needed' } });
    avito.setTariff(true);
    const wrong = { ...input, values: { ...avito.credentials, clientSecret: 'x' } };
    expect((await ask('POST', `/v1/connecting/${begun.id}/advance/`, { input: wrong })).body).toMatchObject({
      details: { clientSecret: 'keys_refused' },
    });
    expect(await advance(begun.id, input)).toMatchObject({ step: { kind: 'review' } });
    await ask('DELETE', `/v1/connecting/${begun.id}/`);
  });

  it('a login that was refused, or lacks a right, can be tried again', async () => {
    const { id, url } = await loginStep();
    expect(new URL(url).searchParams.get('scope')).toBe('messenger:read,messenger:write,user:read');
    const state = new URL(url).searchParams.get('state') ?? '';
    const refused = await comeBack(`${PUBLIC_URL}/connect-avito/?error=access_denied&state=${state}`);
    expect(refused.body).toMatchObject({ details: { reason: 'login_refused' } });
    await ask('DELETE', `/v1/connecting/${id}/`);
  });

  it('signs in, comes back to the registered address and is connected; old addresses of ours go, others stay', async () => {
    const { id, url } = await loginStep();
    channelId = id;
    avito.addSubscription('https://crm.example/avito');
    avito.addSubscription(`https://old.example/hooks/avito/${id}/gone`);
    const back = avito.logIn(url);
    expect(back).toMatch(/^https:\/\/shop\.example\/connect-avito\/\?/);
    const returned = await comeBack(back);
    expect(returned.body, returned.text).toMatchObject({
      step: { kind: 'review', account: { title: 'Мебель «Дом»' }, foreignWebhook: null },
    });
    expect((await comeBack(back)).body.code).toBe('channels.return_unknown');
    const done = await advance(id, { kind: 'review', step: 'review' });
    expect(done).toMatchObject({ status: 'done', channel: { type: 'avito', inboundMode: 'webhook' } });
    expect(avito.subscriptions()).toEqual([
      'https://crm.example/avito',
      expect.stringMatching(new RegExp(`^${PUBLIC_URL}/hooks/avito/${id}/[\\w-]{40,}$`)),
    ]);
  });
});

describe('messages', () => {
  it('words, a photo, a voice message and a file come in; the name is looked up; the operator sends a photo and a file', async () => {
    avito.customerSends({ from: anna, text: 'Ещё продаёте?' });
    await hasHeard(anna, 're: Ещё продаёте?');
    await waitUntil(async () => (await listDialogs(app, owner)).some(({ dialogName }) => dialogName === 'Анна'));
    expect((await listDialogs(app, owner)).find(({ dialogName }) => dialogName === 'Анна')).toMatchObject({
      context: { title: 'Диван «Норд»', text: '45 000 ₽', url: expect.stringMatching(/^https:\/\/avito\.ru\//) },
    });
    for (const attachment of ['photo', 'voice', 'file'] as const) avito.customerSends({ from: anna, attachment });
    await waitUntil(async () => {
      const files = (await messages()).flatMap(({ author, attachments }) => (author === 'customer' ? attachments : []));
      return files.length === 3 && files.every(({ state }) => state === 'ready');
    });
    const files = (await messages()).flatMap(({ author, attachments }) => (author === 'customer' ? attachments : []));
    expect(files.map(({ type }) => type)).toEqual(['image', 'voice', 'document']);
    const photo = await uploadPhoto(app, owner);
    expect((await say({ text: 'Вот диван', urls: [photo.id] })).status).toBe(200);
    await hasHeard(anna, 'Вот диван');
    expect(
      avito.conversation(anna.id).filter(({ author, attachment }) => author === 'business' && attachment === 'photo'),
    ).toHaveLength(1);
  });

  it('risk: the assistant answers itself: echoes of ours change nothing, an answer of staff takes the dialog over', async () => {
    await avito.settled();
    const before = await messages();
    expect(before.filter(({ text }) => text === 'Вот диван')).toHaveLength(1);
    expect(before.filter(({ author }) => author === 'customer')).toHaveLength(4);
    expect(await channelNow()).toMatchObject({ inactiveReason: null });
    avito.staffSends(anna.id, 'Приезжайте смотреть');
    await waitUntil(async () => (await messages()).some(({ text }) => text === 'Приезжайте смотреть'));
    const now = await messages();
    expect(now.find(({ text }) => text === 'Приезжайте смотреть')).toMatchObject({ author: 'operator' });
    expect(now.filter(({ author }) => author === 'assistant').length).toBe(
      before.filter(({ author }) => author === 'assistant').length,
    );
  });

  it('a message that is taken away is taken away here', async () => {
    avito.customerSends({ from: boris, text: 'Сотру это' });
    await hasHeard(boris, 're: Сотру это');
    const [first = ''] = avito.idsOf(boris.id);
    avito.customerDeletes(boris.id, first);
    await waitUntil(async () => (await messages(boris))[0]?.isCanceled === true);
  });

  it('an ended link of a photo is looked up again; what is gone today may be there tomorrow', async () => {
    avito.fail('expired-media');
    avito.fail('missing-media');
    avito.customerSends({ from: boris, attachment: 'photo' });
    await waitUntil(async () =>
      (await messages(boris)).some(({ attachments }) => attachments.some(({ state }) => state === 'failed')),
    );
    const failed = (await messages(boris)).find(({ attachments }) => attachments.length > 0);
    expect(failed?.attachments[0]?.reason).toBe('file_gone');
    const path = `/v1/chat/retry-media/${encodeURIComponent(uniqueIdOf(boris))}/${failed?.id}/`;
    expect((await ask('POST', path, {})).status).toBe(200);
    await waitUntil(async () =>
      (await messages(boris)).some(({ attachments }) => attachments.some(({ state }) => state === 'ready')),
    );
  });
});

it('the advert of the chat is at hand for an answer, and the setting says whether it is wanted', async () => {
  avito.customerSends({ from: vera, text: 'Ещё продаёте?' });
  await hasHeard(vera, 're: Ещё продаёте?');
  expect(lastAsked.isWanted).toBe(false);
  await waitUntil(async () => (await listDialogs(app, owner)).some(({ dialogName }) => dialogName === 'Вера'));
  const saved = await ask('PUT', `/v1/connect/avito/${channelId}/`, { parseContext: true });
  expect(saved.body, saved.text).toMatchObject({ parseContext: true });
  avito.customerSends({ from: vera, text: 'А он новый?' });
  await hasHeard(vera, 're: А он новый?');
  expect(lastAsked).toEqual({ title: 'Диван «Норд»', isWanted: true });
  expect((await ask('PUT', `/v1/connect/avito/${channelId}/`, { parseContext: 'yes' })).status).toBe(400);
});

describe('failures', () => {
  it('a limit, an outage and a lost answer lose nothing and double nothing', async () => {
    for (const fault of ['rate-limited', 'server-error', 'no-answer'] as const) {
      avito.fail(fault);
      await say({ text: `Текст: ${fault}` });
      await hasHeard(anna, `Текст: ${fault}`);
    }
    await waitUntil(async () =>
      (await messages()).every(({ delivery }) => delivery?.state !== 'queued' && delivery?.state !== 'sending'),
    );
    expect(heard(anna).filter((text) => text.startsWith('Текст'))).toEqual([
      'Текст: rate-limited',
      'Текст: server-error',
      'Текст: no-answer',
    ]);
    const sent = (await messages()).filter(({ text }) => text.startsWith('Текст'));
    expect(sent.map(({ delivery }) => delivery?.state)).toEqual(['sent', 'sent', 'sent']);
  });

  it('a revoked access stops the channel, which says so; keys of the account repair it, and what waited goes out once', async () => {
    avito.fail('revoked');
    await say({ text: 'После отзыва' });
    await say({ text: 'И ещё' });
    await waitUntil(async () => (await channelNow()).inactiveReason === 'token_revoked');
    expect(heard(anna)).not.toContain('После отзыва');
    avito.repair();
    const repaired = await ask('PUT', `/v1/connect/avito/${channelId}/`, avito.credentials);
    expect(repaired.status, repaired.text).toBe(201);
    await hasHeard(anna, 'И ещё');
    expect((await channelNow()).inactiveReason).toBeNull();
    const own = ['После отзыва', 'И ещё'];
    expect(heard(anna).filter((text) => own.includes(text))).toEqual(own);
  });

  it('a token that ended before its time is asked for again: nobody notices', async () => {
    avito.endTokens();
    await say({ text: 'Ключи помогли' });
    await hasHeard(anna, 'Ключи помогли');
    expect((await channelNow()).inactiveReason).toBeNull();
  });

  it('a subscription that ended is told, and the channel comes back when it is paid', async () => {
    avito.setTariff(false);
    await say({ text: 'После оплаты' });
    await waitUntil(async () => (await channelNow()).inactiveReason === 'subscription_needed');
    avito.setTariff(true);
    await app.app.domains.channels.probeBroken();
    await hasHeard(anna, 'После оплаты');
    expect(heard(anna).filter((text) => text === 'После оплаты')).toHaveLength(1);
  });

  it('who blocked the business cannot be reached, until he writes', async () => {
    const isUnreachable = async () =>
      (await listDialogs(app, owner)).find(({ chatId }) => chatId === avito.chatIdOf(boris.id))?.isUnreachable;
    avito.customerBlocks(boris.id);
    await say({ text: 'Вы тут?' }, boris);
    await waitUntil(async () => (await isUnreachable()) === true);
    expect((await channelNow()).inactiveReason).toBeNull();
    avito.customerSends({ from: boris, text: 'Я тут' });
    await waitUntil(async () => (await isUnreachable()) === false);
  });
});

describe('what comes to the address', () => {
  it('a storm of repeats in any order makes one row each and keeps the order', async () => {
    const carol = { id: 'carol', name: 'Кира' };
    const asked = Array.from({ length: 20 }, (_, at) => `вопрос ${at}`);
    for (const text of asked) avito.customerSends({ from: carol, text });
    const textsBy = async () =>
      (await messages(carol)).filter(({ author }) => author === 'customer').map(({ text }) => text);
    await waitUntil(async () => (await textsBy()).length === asked.length);
    await avito.settled();
    await waitUntil(async () =>
      (await messages(carol)).every(({ delivery }) => delivery?.state !== 'queued' && delivery?.state !== 'sending'),
    );
    await avito.settled();
    const before = await countRows();
    const shuffled = (count: number) => Array.from({ length: count * 2 }, (_, at) => (at * 7919) % count);
    await avito.redeliver(shuffled);
    expect(await countRows()).toBe(before);
    expect(await textsBy()).toEqual(asked);
  });

  it('a wrong end of the address, another account’s message and another channel’s secret: 401 and no row', async () => {
    const hook = `/hooks/avito/${channelId}`;
    const [, ours = ''] = avito.subscriptions();
    const secret = ours.split('/').at(-1) ?? '';
    const value = {
      id: 'forged',
      chat_id: 'u2i-1',
      user_id: 7,
      author_id: 8,
      created: 1,
      type: 'text',
      content: { text: 'x' },
    };
    const body = { id: 'd', version: 'v3.0.0', timestamp: 1, payload: { type: 'message', value } };
    const statuses: number[] = [];
    for (const path of ['', '/', `/${secret.slice(0, -1)}x`, `/${secret}x`, `/${secret}`])
      statuses.push((await app.call('POST', `${hook}${path}`, { body })).status);
    expect(statuses).toEqual([401, 401, 401, 401, 401]);
    const { rows } = await app.pool.query("select 1 from inbound_events where event_id = 'forged'");
    expect(rows).toEqual([]);
  });
});

it('unlinking takes our address away and no other', async () => {
  expect((await ask('DELETE', `/v1/connect/avito/${channelId}/`)).status).toBe(201);
  expect(avito.subscriptions()).toEqual(['https://crm.example/avito']);
});
