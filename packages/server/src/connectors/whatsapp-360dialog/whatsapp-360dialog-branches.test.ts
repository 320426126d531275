import { describe, expect, it } from 'vitest';
import { ConnectorError } from '../port.ts';
import { blameKey, readFailure } from './errors.ts';
import { sample } from './fixtures/sample.ts';
import { whatsapp360DialogConnector } from './index.ts';
import { health, webhookSetting } from './payload.ts';

const { channel } = sample;
const { receive } = whatsapp360DialogConnector;

describe('who sends an event', () => {
  const request = sample.sign({ field: 'messages', value: {} });

  it.each([
    ['header', 'webhookSecret', { ...request, headers: { authorization: 'Bearer ' } }],
    ['address', 'webhookPath', { ...request, path: '' }],
  ])('risk: a channel without a %s takes what is proven with nothing', (_what, name, forged) => {
    const { [name]: _gone, ...credentials } = channel.credentials;
    for (const one of [credentials, { ...credentials, [name]: '' }])
      expect(receive(forged, { ...channel, credentials: one })).toEqual({ kind: 'refused' });
  });
});

describe('failures', () => {
  const failed = (status: number, body: unknown, headers: Record<string, string> = {}) =>
    readFailure({ status, headers, body, isEffect: true });

  it.each(['Rate limit reached', 'Too many requests'])('%s: a limit under another status', (error) => {
    const headers = { 'retry-after': '7' };
    expect(failed(400, { error }, headers)).toMatchObject({ kind: 'rate-limited', retryAfterMs: 7000 });
    expect(failed(403, { error }, headers)).toMatchObject({ kind: 'rejected', reason: 'no_rights' });
  });

  it.each([
    [400, 'Unpaid invoices', 'unauthorized', 'payment_needed'],
    [400, 'The number is suspended', 'unauthorized', 'account_blocked'],
    [400, 'something new', 'rejected', 'refused'],
    [401, 'Invalid api_key', 'unauthorized', 'token_revoked'],
    [403, 'Forbidden', 'rejected', 'no_rights'],
    [404, 'Not found', 'rejected', 'refused'],
  ])('%i %s means the same in both forms: %s, %s', (status, words, kind, reason) => {
    expect(failed(status, { error: words })).toMatchObject({ kind, reason });
    expect(failed(status, { meta: { developer_message: words } })).toMatchObject({ kind, reason });
  });

  it('a refusal in the platform’s form is the platform’s', () => {
    expect(failed(400, { error: { code: 131_047, message: 'x' } })).toMatchObject({ reason: 'window_closed' });
    expect(failed(403, undefined)).toMatchObject({ kind: 'retry', reason: 'vendor_unexpected' });
  });
});

describe('a refused key while a channel is connected', () => {
  it('is what was typed', () => {
    const named = { kind: 'unauthorized', reason: 'key_invalid', field: 'apiKey' };
    expect(blameKey(new ConnectorError('unauthorized', { reason: 'token_revoked' }))).toMatchObject(named);
  });

  it('another failure is not', () => {
    for (const error of [new ConnectorError('unauthorized', { reason: 'payment_needed' }), new Error('token_revoked')])
      expect(blameKey(error)).toBe(error);
    expect(blameKey({ reason: 'token_revoked' })).toEqual({ reason: 'token_revoked' });
  });
});

it('the answers of our calls say where events go, and what the key is of', () => {
  expect(webhookSetting.parse({ url: 'https://a' })).toEqual({ url: 'https://a' });
  const entities = [
    { entity_type: 'PHONE_NUMBER', id: '1' },
    { entity_type: 'WABA', id: '2' },
  ];
  const answer = { health_status: { entities: [entities[0], { ...entities[1], id: 2 }] } };
  expect(health.parse(answer)).toEqual({ health_status: { entities } });
  expect(health.safeParse({}).success).toBe(false);
});
