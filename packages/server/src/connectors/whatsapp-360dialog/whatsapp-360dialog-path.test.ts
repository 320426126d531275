import { startSimulated360Dialog } from '@otvet/simulators';
import { expect, it } from 'vitest';
import { z } from 'zod';
import { openChannelPath, PUBLIC_URL } from '../../testing/channel-path/open-channel-path.ts';
import { itTakesFiles, sendPhoto } from '../../testing/channel-path/path-scenarios.ts';
import { buildBase } from '../../testing/product/build-samples.ts';
import { waitUntil } from '../../testing/wait-until.ts';

const anna = { id: '79990000001', name: 'Анна' };

const path = openChannelPath({ type: 'whatsapp', start: startSimulated360Dialog, customer: anna });
const { ask, channelNow, gotBy, messages, operatorSends, deliveryOf } = path;

it('a wrong key is named; another program’s address is asked about; then the channel works', async () => {
  const base = await buildBase(path.app, path.owner);
  const wrong = await ask('POST', '/v1/connect/whatsapp-360dialog/', { apiKey: 'of-nobody' });
  expect([wrong.status, wrong.body.details]).toEqual([400, expect.objectContaining({ apiKey: 'key_invalid' })]);
  path.platform.number.hosted = { url: 'https://other.example/secret/path', headers: {} };
  const typed = { ...path.platform.credentials, knowledgeBaseId: base.id };
  const refused = await ask('POST', '/v1/connect/whatsapp-360dialog/', typed);
  expect([refused.status, refused.body.details]).toEqual([409, { address: 'https://other.example' }]);
  const made = await ask('POST', '/v1/connect/whatsapp-360dialog/', { ...typed, replaceWebhook: true });
  expect(made.status, made.text).toBe(200);
  path.channelId = z.string().parse(made.body.id);
  expect(path.platform.number.hosted?.url).toMatch(
    new RegExp(`^${PUBLIC_URL}/hooks/whatsapp-360dialog/${path.channelId}/[\\w-]{20,}$`),
  );
  expect(await channelNow()).toMatchObject({ type: 'whatsapp-360dialog', family: 'whatsapp', inactiveReason: null });
});

it('a customer is answered through the provider', async () => {
  path.platform.customerSends({ from: anna, text: 'Сколько стоит доставка?' });
  await waitUntil(() => gotBy().length === 1);
  expect(gotBy()[0]).toContain('300 ₽');
});

itTakesFiles(path, { types: ['image', 'voice', 'document', 'video'] });

it('an operator’s photo goes out; a limit and an outage are waited for, a lost answer is settled by its state', async () => {
  await sendPhoto(path, 'Вот диван');
  for (const [fault, text] of [
    ['rate-limited', 'после паузы'],
    ['server-error', 'после сбоя'],
    ['no-answer', 'один раз'],
  ] as const) {
    path.platform.fail(fault);
    await operatorSends({ text });
    await waitUntil(async () => (await deliveryOf(text))?.state === 'delivered');
    expect(gotBy().filter((one) => one === text)).toHaveLength(1);
  }
});

it('a new key stops the channel; typed in, it sets the address again and what waited goes out', async () => {
  const { number } = path.platform;
  number.apiKey = 'd360-new-key-0123456789';
  number.hosted = null;
  await operatorSends({ text: 'после замены' });
  await waitUntil(async () => (await channelNow()).inactiveReason === 'token_revoked');
  const changed = await ask('PUT', `/v1/connect/whatsapp/${path.channelId}/`, { apiKey: number.apiKey });
  expect(changed.status, changed.text).toBe(201);
  expect(await channelNow()).toMatchObject({ inactiveReason: null });
  await waitUntil(() => gotBy().includes('после замены'));
  path.platform.customerSends({ from: anna, text: 'Слышно?' });
  await waitUntil(async () => (await messages()).some(({ text }) => text === 'Слышно?'));
});

it('events without the header or the secret address are refused, without a row', async () => {
  const value = {
    metadata: { phone_number_id: path.platform.number.id },
    messages: [{ id: 'wamid.forged', from: anna.id, timestamp: '1790000000', type: 'text', text: { body: 'x' } }],
  };
  const entry = [{ id: '1', changes: [{ field: 'messages', value }] }];
  const body = Buffer.from(JSON.stringify({ object: 'whatsapp_business_account', entry }));
  const { url = '', headers = {} } = path.platform.number.hosted ?? {};
  const address = new URL(url).pathname;
  const post = async (to: string, extra: Record<string, string>) =>
    (await path.app.call('POST', to, { body, headers: { 'content-type': 'application/json', ...extra } })).status;
  const statuses = [
    await post(address, {}),
    await post(address, { authorization: 'Bearer x' }),
    await post(`${address}x`, headers),
    await post(`/hooks/whatsapp-360dialog/${path.channelId}`, headers),
  ];
  expect(statuses).toEqual([401, 401, 401, 401]);
  expect((await messages()).some(({ text }) => text === 'x')).toBe(false);
});

it('an address that was dropped without a word is noticed and set again', async () => {
  path.platform.number.hosted = null;
  // Its minute of the hour has come.
  await path.app.pool.query('update channels set next_probe_at = $1 where id = $2', [new Date(0), path.channelId]);
  await path.app.app.domains.channels.probeWorking();
  await waitUntil(() => path.platform.number.hosted !== null);
});
