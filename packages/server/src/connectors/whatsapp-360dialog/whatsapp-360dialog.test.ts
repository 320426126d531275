import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildMessage, makeIo } from '../suite/build-connector-input.ts';
import { startVendorServer, type VendorAnswer, type VendorServer } from '../suite/vendor-server.ts';
import { sample } from './fixtures/sample.ts';
import { whatsapp360DialogConnector } from './index.ts';

const { send, fetchMedia, receive } = whatsapp360DialogConnector;
const { channel } = sample;

let vendor: VendorServer;
beforeAll(async () => {
  vendor = await startVendorServer();
});
afterAll(() => vendor.close());

const io = () => makeIo({ vendorUrls: { D360_API_URL: `${vendor.url}/` } });
const sendWith = (answer: VendorAnswer) => {
  vendor.requests.length = 0;
  vendor.answerWith(() => answer);
  return send(buildMessage({ chatId: sample.chatId, text: 'Да' }), channel, io());
};

describe('calls', () => {
  it('bear the key in a header; no number and no version stand in the path', async () => {
    vendor.requests.length = 0;
    vendor.answerWith(sample.accept);
    await send(buildMessage({ chatId: 'RU.A1', text: 'Да' }), channel, io());
    const [request] = vendor.requests;
    expect([request?.path, request?.headers['d360-api-key'], request?.headers.authorization]).toEqual([
      '/messages',
      channel.credentials.apiKey,
      undefined,
    ]);
    expect(JSON.parse(request?.body.toString() ?? '')).toMatchObject({
      recipient: 'RU.A1',
      messaging_product: 'whatsapp',
    });
  });

  it.each([
    [401, { meta: { developer_message: 'Invalid api_key' } }, 'channel-broken', 'token_revoked'],
    [400, { error: 'Unpaid invoices' }, 'channel-broken', 'payment_needed'],
    [400, { error: 'The number is disabled' }, 'channel-broken', 'account_blocked'],
    [400, { error: 'Rate limit reached' }, 'retry', 'rate_limited'],
    [400, { error: 'something new' }, 'rejected', 'refused'],
    [403, { error: 'Forbidden' }, 'rejected', 'no_rights'],
    [404, { error: 'Not found' }, 'rejected', 'refused'],
    [429, { error: 'slow' }, 'retry', 'rate_limited'],
    [502, { error: 'bad gateway' }, 'retry', 'vendor_error'],
    [504, { error: 'timeout' }, 'unknown', 'no_answer'],
    [400, { error: { code: 131_047, message: 'x' } }, 'rejected', 'window_closed'],
    [400, { error: { code: 131_042, message: 'x' } }, 'channel-broken', 'payment_needed'],
  ])('%i %j: %s, %s', async (status, body, kind, reason) => {
    expect(await sendWith({ status, body })).toMatchObject({ kind, reason });
  });
});

describe('files', () => {
  const info = (url: string) => ({ url, mime_type: 'image/jpeg', file_size: '4' });
  const fetchFrom = (url: string) => {
    vendor.requests.length = 0;
    vendor.answerWith(({ path }) => ({ status: 200, body: path === '/77' ? info(url) : 'four' }));
    return fetchMedia?.('77', channel, io());
  };

  it('are asked of the provider at the path of the platform', async () => {
    const url = 'https://lookaside.fbsbx.com/whatsapp_business/attachments/?mid=1&ext=2&hash=a%2Fb';
    // The test’s server calls every text a page.
    await expect(fetchFrom(url)).rejects.toMatchObject({ kind: 'rejected', reason: 'file_is_page' });
    expect(vendor.requests.map(({ path }) => path)).toEqual([
      '/77',
      '/whatsapp_business/attachments/?mid=1&ext=2&hash=a%2Fb',
    ]);
    expect(vendor.requests.every(({ headers }) => headers['d360-api-key'] === channel.credentials.apiKey)).toBe(true);
  });

  it.each([
    'https://evil.example/x',
    'http://lookaside.fbsbx.com/x',
    'https://lookaside.fbsbx.com.evil.example/x',
    'no address',
  ])('risk: the key goes to another host: %s', async (url) => {
    await expect(fetchFrom(url)).rejects.toMatchObject({ reason: 'file_gone' });
    expect(vendor.requests).toHaveLength(1);
  });

  it('risk: more than five failed tries in an hour close the door: what was lost before is not asked for', async () => {
    vendor.requests.length = 0;
    await expect(fetchMedia?.('lost', channel, io())).rejects.toMatchObject({ reason: 'file_lost' });
    expect(vendor.requests).toEqual([]);
  });
});

it('an event needs both the header and the address', () => {
  const request = sample.sign({ field: 'messages', value: {} });
  expect(receive(request, channel)).toMatchObject({ kind: 'events', events: [] });
  for (const forged of [
    { ...request, path: '' },
    { ...request, headers: {} },
    { ...request, method: 'GET' as const },
  ])
    expect(receive(forged, channel)).toEqual({ kind: 'refused' });
});
