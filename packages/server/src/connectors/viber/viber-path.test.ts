import { startSimulatedViber } from '@otvet/simulators';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { openChannelPath, PUBLIC_URL } from '../../testing/channel-path/open-channel-path.ts';
import {
  itKeepsOrderInAStorm,
  itLoadsEndedLinksAgain,
  itSurvivesFailures,
  itTakesFiles,
  sendPhoto,
} from '../../testing/channel-path/path-scenarios.ts';
import { buildBase, listDialogs } from '../../testing/product/build-samples.ts';
import { startTestApp } from '../../testing/start-test-app.ts';
import { uncounted } from '../../testing/uncounted.ts';
import { waitUntil } from '../../testing/wait-until.ts';
import { signatureOf } from './fixtures/sample.ts';

/** As the platform makes them: nothing of it may be taken for a part of an address. */
const anna = { id: '01234567890A+/=', name: 'Анна' };
const boris = { id: 'Zm9v/bar+baz==', name: 'Борис' };

const path = openChannelPath({ type: 'viber', start: startSimulatedViber, customer: anna });
const { ask, channelNow, gotBy, writes, operatorSends, deliveryOf } = path;

it('is connected by name and token: the platform asks our address, and the channel works', async () => {
  const base = await buildBase(path.app, path.owner);
  const wrong = await ask('POST', '/v1/connect/viber/', { botName: 'Мебель', token: 'of-nobody' });
  expect([wrong.status, wrong.body.code]).toEqual([400, 'channels.credentials_invalid']);
  const made = await ask('POST', '/v1/connect/viber/', { ...path.platform.credentials, knowledgeBaseId: base.id });
  expect(made.status, made.text).toBe(200);
  path.channelId = z.string().parse(made.body.id);
  expect(path.platform.simulator.webhookOf(path.platform.token)).toBe(`${PUBLIC_URL}/hooks/viber/${path.channelId}`);
  expect(await channelNow()).toMatchObject({ type: 'viber', inactiveReason: null, inboundMode: 'webhook' });
});

it('who opens the chat is greeted by the answer to the webhook, once', async () => {
  path.platform.simulator.customerOpens({ token: path.platform.token, from: anna });
  await waitUntil(() => gotBy().length >= 1);
  expect(gotBy()).toEqual([expect.stringMatching(/^Здравствуйте/)]);
  expect(await listDialogs(path.app, path.owner)).toEqual([]);
});

it('a customer writes and is answered', async () => {
  writes('Сколько стоит доставка?');
  await waitUntil(() => gotBy().length >= 2);
  expect(gotBy().at(-1)).toContain('300 ₽');
});

itTakesFiles(path, {
  also: () =>
    path.platform.simulator.customerSends({
      token: path.platform.token,
      from: anna,
      message: { type: 'sticker', sticker_id: 46105 },
    }),
  types: ['image', 'audio', 'document', 'video', 'sticker'],
});

it('an operator answers with a photo, which the platform fetches from us; then it is delivered and read', async () => {
  await sendPhoto(path, 'Вот диван');
  const entry = path.platform.simulator
    .entriesOf(path.platform.token, anna.id)
    .find(({ text }) => text === 'Вот диван');
  expect(entry).toMatchObject({ type: 'picture', state: 'delivered' });
  expect(entry?.media?.subarray(1, 4).toString()).toBe('PNG');
  path.platform.simulator.customerReads({ token: path.platform.token, from: anna });
  await waitUntil(async () => (await deliveryOf('Вот диван'))?.state === 'read');
});

itSurvivesFailures(path, boris);

it('a webhook that the platform lost is set again, and what waited goes out', async () => {
  path.platform.simulator.faults.add('no-webhook', 1);
  await operatorSends({ text: 'после нового адреса' });
  await waitUntil(async () => (await channelNow()).inactiveReason === 'webhook_not_set');
  await path.app.app.domains.channels.probeBroken();
  await waitUntil(() => gotBy().includes('после нового адреса'));
});

it('a lost answer is not sent twice, and is settled by the customer’s next message', async () => {
  path.platform.fail('no-answer');
  await operatorSends({ text: 'один раз' }, boris);
  await waitUntil(() => gotBy(boris).includes('один раз'));
  await waitUntil(async () => ['unknown', 'delivered'].includes((await deliveryOf('один раз', boris))?.state ?? ''));
  writes('Спасибо', boris);
  await waitUntil(async () => (await deliveryOf('один раз', boris))?.state === 'delivered');
  expect(gotBy(boris).filter((text) => text === 'один раз')).toHaveLength(1);
});

itLoadsEndedLinksAgain(path);

it('who blocks the bot cannot be reached, and can again after coming back', async () => {
  const isReachable = async () =>
    (await listDialogs(path.app, path.owner)).find(({ chatId }) => chatId === boris.id)?.isUnreachable === false;
  path.platform.simulator.customerSubscribes({ token: path.platform.token, from: boris, isSubscribed: false });
  await waitUntil(async () => !(await isReachable()));
  path.platform.simulator.customerSubscribes({ token: path.platform.token, from: boris, isSubscribed: true });
  await waitUntil(isReachable);
});

describe('what comes to the address', () => {
  /** Readings of what the assistant has answered go on coming. */
  const countRows = async () =>
    Number(
      (await path.app.pool.query("select count(*) from inbound_events where event_id ~ '^(message|unsubscribed):'"))
        .rows[0].count,
    );

  itKeepsOrderInAStorm(path, { from: { id: 'carol+1/=', name: 'Кира' }, rows: countRows });

  it('a foreign signature, a changed byte, another channel’s token and another channel: 401 and no row', async () => {
    const body = Buffer.from(
      JSON.stringify({ event: 'unsubscribed', message_token: 99, user_id: anna.id, timestamp: 1_790_000_000_000 }),
    );
    const hook = `/hooks/viber/${path.channelId}`;
    const before = await countRows();
    const statuses: number[] = [];
    for (const [bytes, signature] of [
      [body, signatureOf(body, 'another-token')],
      [Buffer.from(body.toString().replace('99', '98')), signatureOf(body, path.platform.token)],
      [body, ''],
    ] as const) {
      const headers = { 'x-viber-content-signature': signature, 'content-type': 'application/json' };
      statuses.push((await path.app.call('POST', hook, { body: bytes, headers })).status);
    }
    statuses.push((await path.app.call('POST', hook, { body })).status);
    expect(statuses).toEqual([401, 401, 401, 401]);
    expect(await countRows()).toBe(before);
  });
});

it('a bot that is connected here is no other program’s: another business is told, and nothing is changed', async () => {
  const { simulator, token } = path.platform;
  const before = simulator.webhookOf(token);
  const other = await path.app.signUp();
  const again = { token: other.accessToken, body: path.platform.credentials };
  const refused = await path.app.api('POST', '/v1/connect/viber/', again);
  expect([refused.status, refused.body.code]).toEqual([409, 'channels.already_connected']);
  expect(simulator.webhookOf(token)).toBe(before);
});

it('unlinking takes the webhook away', async () => {
  expect((await ask('DELETE', `/v1/connect/viber/${path.channelId}/`)).status).toBe(201);
  expect(path.platform.simulator.webhookOf(path.platform.token)).toBe('');
});

it('without a public address it is told in words, before anything is typed', async () => {
  const hidden = await startTestApp({ rates: uncounted, env: path.platform.environment });
  try {
    const person = await hidden.signUp();
    const started = await hidden.api('POST', '/v1/connecting/viber/', { token: person.accessToken, body: {} });
    expect([started.status, started.body.code]).toEqual([409, 'channels.public_address_needed']);
  } finally {
    await hidden.close();
  }
});
