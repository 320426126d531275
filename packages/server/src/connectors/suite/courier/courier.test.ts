import { describe, expect, it } from 'vitest';
import { makeIo } from '../build-connector-input.ts';
import { startVendorServer } from '../vendor-server.ts';
import { sample } from './fixtures/sample.ts';
import { courierConnector } from './index.ts';

const { receive } = courierConnector;
const post = (body: unknown) => ({ ...sample.sign({}), body: Buffer.from(JSON.stringify(body)) });
const { identity, credentials } = sample.channel;

describe('receive', () => {
  it('answers the confirmation of its own page with the stored text', () => {
    const asked = { type: 'confirmation', secret: credentials.webhookSecret, page: identity };
    expect(receive(post(asked), sample.channel)).toMatchObject({
      kind: 'reply',
      reply: { status: 200, body: credentials.confirmation },
    });
    for (const wrong of [
      { ...asked, page: 'page-2' },
      { ...asked, secret: 'x' },
    ])
      expect(receive(post(wrong), sample.channel)).toEqual({ kind: 'refused' });
  });

  it('refuses an event of another page', () => {
    const event = { id: 'm-1', chat: 'c', text: 'x', at: 1 };
    const entries = [{ page: 'page-2', events: [event] }];
    expect(receive(post({ type: 'events', secret: credentials.webhookSecret, entries }), sample.channel)).toEqual({
      kind: 'refused',
    });
  });
});

describe('pull', () => {
  it('gives events with the cursor behind them', async () => {
    const vendor = await startVendorServer();
    vendor.answerWith(() => ({ status: 200, body: { events: [{ id: 'm-9', text: 'x' }], cursor: '9' } }));
    const io = makeIo({ vendorUrls: { COURIER_API_URL: vendor.url } });
    const options = { signal: new AbortController().signal, waitSeconds: 0 };
    expect(await courierConnector.pull?.(sample.channel, '8', options, io)).toEqual({
      events: [{ eventId: 'm-9', payload: { message: { id: 'm-9', text: 'x' } } }],
      cursor: '9',
    });
    await vendor.close();
  });
});

it('says whether its webhook still stands', async () => {
  const vendor = await startVendorServer();
  let webhook: string | null = 'https://shop.example/hooks/courier/c-1';
  vendor.answerWith(() => ({ status: 200, body: { id: 'page-1', title: 'Page', webhook } }));
  const io = makeIo({ vendorUrls: { COURIER_API_URL: vendor.url } });
  const options = { webhookUrl: webhook, isFirst: false };
  const isDelivering = () => courierConnector.connect.isDelivering?.(sample.channel, options, io);
  expect(await isDelivering()).toBe(true);
  webhook = null;
  expect(await isDelivering()).toBe(false);
  await vendor.close();
});
