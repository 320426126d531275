import { startSimulatedWhatsApp } from '@otvet/simulators';
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
import { waitUntil } from '../../testing/wait-until.ts';
import { signatureOf } from './fixtures/sample.ts';

const anna = { id: '79990000001', name: 'Анна' };
const boris = { id: '79990000002', name: 'Борис' };

const path = openChannelPath({ type: 'whatsapp', start: startSimulatedWhatsApp, customer: anna });
const { ask, channelNow, textsBy, gotBy, writes, operatorSends, deliveryOf } = path;

describe('connecting', () => {
  it('names what is wrong at its field', async () => {
    const { simulator, number, credentials } = path.platform;
    const another = simulator.registerApp();
    const temporary = simulator.issueToken(
      { ...another, id: credentials.appId ?? '' },
      { expiresAt: Date.now() + 3_600_000 },
    );
    const foreign = simulator.issueToken(another);
    const cases = [
      [{ accessToken: 'of-nobody' }, 'accessToken', 'token_invalid'],
      [{ accessToken: temporary.token }, 'accessToken', 'token_temporary'],
      [{ accessToken: foreign.token }, 'appId', 'other_app'],
      [{ appSecret: 'wrong' }, 'appSecret', 'app_secret_invalid'],
      [{ businessAccountId: '99999' }, 'businessAccountId', 'business_not_found'],
      [{ phoneNumberId: '99999' }, 'phoneNumberId', 'number_not_found'],
    ] as const;
    for (const [change, field, reason] of cases) {
      const refused = await ask('POST', '/v1/connect/whatsapp/', { ...credentials, ...change });
      expect([refused.status, refused.body.code, refused.body.details]).toEqual([
        400,
        'channels.credentials_invalid',
        expect.objectContaining({ [field]: reason }),
      ]);
    }
    expect(number.webhook).toBeNull();
  });

  it('sets everything up on the platform, and the channel works', async () => {
    const base = await buildBase(path.app, path.owner);
    const made = await ask('POST', '/v1/connect/whatsapp/', { ...path.platform.credentials, knowledgeBaseId: base.id });
    expect(made.status, made.text).toBe(200);
    path.channelId = z.string().parse(made.body.id);
    expect(path.platform.number.webhook?.url).toBe(`${PUBLIC_URL}/hooks/whatsapp/${path.channelId}`);
    expect(await channelNow()).toMatchObject({
      type: 'whatsapp',
      family: 'whatsapp',
      inactiveReason: null,
      inboundMode: 'webhook',
      accountName: path.platform.number.shown,
    });
  });
});

it('a customer writes and is answered', async () => {
  writes('Сколько стоит доставка?');
  await waitUntil(() => gotBy().length >= 1);
  expect(gotBy().at(-1)).toContain('300 ₽');
});

itTakesFiles(path, { types: ['image', 'voice', 'document', 'video'] });

it('an operator answers with a photo; then it is delivered and read', async () => {
  await sendPhoto(path, 'Вот диван');
  const { simulator, number } = path.platform;
  const entry = simulator.entriesOf(number, anna.id).find(({ text }) => text === 'Вот диван');
  expect(entry).toMatchObject({ type: 'image', state: 'delivered' });
  expect(entry?.media?.subarray(1, 4).toString()).toBe('PNG');
  simulator.customerReads({ number, from: anna });
  await waitUntil(async () => (await deliveryOf('Вот диван'))?.state === 'read');
});

itSurvivesFailures(path, boris);

it('a lost answer is not sent twice: the states of the message settle it', async () => {
  path.platform.fail('no-answer');
  await operatorSends({ text: 'один раз' }, boris);
  await waitUntil(async () => (await deliveryOf('один раз', boris))?.state === 'delivered');
  expect(gotBy(boris).filter((text) => text === 'один раз')).toHaveLength(1);
});

it('a refusal that comes later says why at its message, which another try sends again', async () => {
  path.platform.simulator.faults.add('refused-later');
  await operatorSends({ text: 'не дойдёт' }, boris);
  await waitUntil(async () => (await deliveryOf('не дойдёт', boris))?.state === 'rejected');
  expect(await deliveryOf('не дойдёт', boris)).toMatchObject({ reason: 'marketing_limit' });
  const copies = () => gotBy(boris).filter((text) => text === 'не дойдёт').length;
  const before = copies();
  const id = (await path.messages(boris)).find(({ text }) => text === 'не дойдёт')?.id;
  const again = await ask('POST', `/v1/chat/retry-message/${encodeURIComponent(path.uniqueIdOf(boris))}/${id}/`);
  expect(again.status, again.text).toBe(200);
  await waitUntil(() => copies() === before + 1);
});

itLoadsEndedLinksAgain(path);

it('a customer who takes a user name and hides the number stays the same dialog, and is answered there', async () => {
  const vera = { id: '79990000004', name: 'Вера' };
  writes('Первый вопрос', vera);
  await waitUntil(async () => (await textsBy('customer', vera)).length === 1);
  path.platform.simulator.customerSends({
    number: path.platform.number,
    from: { ...vera, userId: 'RU.Vera1' },
    text: 'Второй',
  });
  await waitUntil(async () => (await textsBy('customer', { id: 'RU.Vera1' })).length === 2);
  const hidden = { ...vera, userId: 'RU.Vera1', isHidden: true };
  path.platform.simulator.customerSends({ number: path.platform.number, from: hidden, text: 'Третий' });
  await waitUntil(async () => (await textsBy('customer', { id: 'RU.Vera1' })).length === 3);
  expect(
    (await listDialogs(path.app, path.owner)).filter(({ chatId }) => [vera.id, 'RU.Vera1'].includes(String(chatId))),
  ).toHaveLength(1);
  await operatorSends({ text: 'по имени' }, { id: 'RU.Vera1' });
  await waitUntil(async () => (await deliveryOf('по имени', { id: 'RU.Vera1' }))?.state === 'delivered');
});

it('what somebody types in the phone is the business’s, and the assistant pauses', async () => {
  path.platform.simulator.businessWrites({ number: path.platform.number, to: boris, text: 'Отвечаю с телефона' });
  await waitUntil(async () => (await textsBy('operator', boris)).includes('Отвечаю с телефона'));
});

it('an account that the platform restricts stops the channel, and starts it again', async () => {
  const { simulator, number } = path.platform;
  simulator.accountChanges({ number, event: 'ACCOUNT_RESTRICTION' });
  await waitUntil(async () => (await channelNow()).inactiveReason === 'account_blocked');
  simulator.accountChanges({ number, event: 'ACCOUNT_RECONNECTED' });
  await waitUntil(async () => (await channelNow()).inactiveReason === null);
});

describe('what comes to the address', () => {
  const countRows = async () =>
    Number(
      (await path.app.pool.query("select count(*) from inbound_events where event_id like 'message:%'")).rows[0].count,
    );

  itKeepsOrderInAStorm(path, { from: { id: '79990000005', name: 'Кира' }, rows: countRows });

  it('a foreign signature, a changed byte, none, and another number: no row', async () => {
    const message = { id: 'wamid.forged', from: anna.id, timestamp: '1790000000', type: 'text', text: { body: 'x' } };
    const bodyOf = (phone_number_id: string) => {
      const value = { metadata: { phone_number_id }, messages: [message] };
      const entry = [{ id: '1', changes: [{ field: 'messages', value }] }];
      return Buffer.from(JSON.stringify({ object: 'whatsapp_business_account', entry }));
    };
    const secret = path.platform.credentials.appSecret ?? '';
    const body = bodyOf(path.platform.number.id);
    const before = await countRows();
    const post = async (bytes: Buffer, signature: string) => {
      const headers = { 'content-type': 'application/json', ...(signature && { 'x-hub-signature-256': signature }) };
      return (await path.app.call('POST', `/hooks/whatsapp/${path.channelId}`, { body: bytes, headers })).status;
    };
    const changed = Buffer.from(body.toString().replace('forged', 'forgod'));
    const statuses = [
      await post(body, signatureOf(body, 'another-secret')),
      await post(changed, signatureOf(body, secret)),
      await post(body, ''),
      await post(bodyOf('424242'), signatureOf(bodyOf('424242'), secret)),
    ];
    // Events of the application's other numbers may come here: a refusal would bring them again for a week.
    expect(statuses).toEqual([401, 401, 401, 200]);
    expect(await countRows()).toBe(before);
  });
});

it('another business gets nothing of a number that is connected, and changes nothing', async () => {
  const other = await path.app.signUp();
  const { number, credentials } = path.platform;
  const ours = number.webhook;
  const body = credentials;
  const taken = await path.app.api('POST', '/v1/connect/whatsapp/', { token: other.accessToken, body });
  expect([taken.status, taken.body.code]).toEqual([409, 'channels.already_connected']);
  expect(number.webhook).toEqual(ours);
});

it('unlinking takes the addresses away; another program’s address is named before anything is changed', async () => {
  expect((await ask('DELETE', `/v1/connect/whatsapp/${path.channelId}/`)).status).toBe(201);
  const { number, credentials } = path.platform;
  expect(number.webhook).toBeNull();
  number.webhook = { url: 'https://other.example/hook?key=secret', verifyToken: 'w' };
  const refused = await ask('POST', '/v1/connect/whatsapp/', credentials);
  expect([refused.status, refused.body.code]).toEqual([409, 'channels.webhook_foreign']);
  expect(refused.body.details).toEqual({ address: 'https://other.example' });
  expect(number.webhook.url).toContain('other.example');
  number.webhook = null;
});

it('of several numbers one is chosen; a new one is registered by its PIN', async () => {
  const { simulator, number, credentials } = path.platform;
  const shown = '+7 495 000-00-02';
  const second = simulator.registerNumber({ businessId: number.businessId, shown, isRegistered: false });
  const { phoneNumberId: _first, ...typed } = credentials;
  const { body: begun } = await ask('POST', '/v1/connecting/whatsapp/', {});
  const step = `/v1/connecting/${begun.id}/advance/`;
  const values = { ...typed, pin: '123456' };
  const choice = await ask('POST', step, { input: { kind: 'fields', step: 'credentials', values } });
  expect(choice.body.step, choice.text).toMatchObject({
    kind: 'choice',
    choices: [{ value: number.id }, { title: shown }],
  });
  await ask('POST', step, { input: { kind: 'choice', step: 'number', value: second.id } });
  const done = await ask('POST', step, { input: { kind: 'review', step: 'review', replaceWebhook: true } });
  expect(done.body, done.text).toMatchObject({ status: 'done', channel: { accountName: shown } });
  expect([second.isRegistered, second.webhook?.url]).toEqual([true, `${PUBLIC_URL}/hooks/whatsapp/${begun.id}`]);
});
