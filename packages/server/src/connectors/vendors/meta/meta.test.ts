import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { makeIo } from '../../suite/build-connector-input.ts';
import { startVendorServer, type VendorAnswer, type VendorServer } from '../../suite/vendor-server.ts';
import type { RawRequest } from '../../webhook-port.ts';
import { callGraph, type GraphAccess, graphUrls } from './call-graph.ts';
import { readEnvelope } from './envelope.ts';
import { answerHandshake, eventReceived, refuseUnsigned } from './receive-meta.ts';
import { exchangeCode, exchangeToken, inspectToken, installationApp, requireCode } from './tokens.ts';

const SECRET = 'made-up-app-secret-0123456789';
/** As the platform writes it: letters beyond ASCII are escaped, and the signature is over these very bytes. */
const BODY =
  '{"object":"page","entry":[{"id":"1","time":1,"messaging":[{"message":{"mid":"m_1","text":"\\u041f\\u0440\\u0438\\u0432\\u0435\\u0442"}}]}]}';
/** Made by `openssl dgst -sha256 -hmac`. */
const SIGNATURE = 'sha256=275066dcb2c11e6cb6bf0915deaf492d048f4429308b7b27f361711fe0013d52';

const request = (fields: Partial<RawRequest>): RawRequest => {
  const headers = { 'x-hub-signature-256': SIGNATURE };
  return { method: 'POST', path: '', query: {}, headers, body: Buffer.from(BODY), ...fields };
};

const isSigned = (...given: Parameters<typeof refuseUnsigned>) => refuseUnsigned(...given) === undefined;

describe('the signature', () => {
  it('of another program’s HMAC over escaped bytes is known again', () => {
    expect(isSigned(request({}), [SECRET])).toBe(true);
    expect(isSigned(request({}), [undefined, '', 'another', SECRET])).toBe(true);
  });

  it('risk: the body was written anew on its way, or in part by another', () => {
    const rewritten = JSON.stringify(JSON.parse(BODY));
    for (const body of [rewritten, BODY.replace('m_1', 'm_2'), `${BODY} `, ''])
      expect(isSigned(request({ body: Buffer.from(body) }), [SECRET])).toBe(false);
  });

  it('of another secret, of the old kind, in capitals, or none at all is refused', () => {
    for (const secrets of [['another'], [''], [undefined], []]) expect(isSigned(request({}), secrets)).toBe(false);
    const bare = SIGNATURE.slice('sha256='.length);
    for (const given of [undefined, '', bare, `sha1=${bare}`, SIGNATURE.toUpperCase(), `${SIGNATURE}0`])
      expect(isSigned(request({ headers: { 'x-hub-signature-256': given } }), [SECRET])).toBe(false);
    expect(isSigned(request({ headers: { 'x-hub-signature': SIGNATURE } }), [SECRET])).toBe(false);
  });

  it('risk: without a secret everybody’s HMAC with an empty key would do', () => {
    const headers = {
      'x-hub-signature-256': 'sha256=b613679a0814d9ec772f95d778c35fc5ff1697c493715653c6c712144292c5ad',
    };
    expect(isSigned(request({ headers, body: Buffer.alloc(0) }), ['', undefined])).toBe(false);
  });
});

describe('the handshake', () => {
  const query = { 'hub.mode': 'subscribe', 'hub.verify_token': 'word', 'hub.challenge': '1158201444' };
  const ask = (change: Partial<RawRequest>, word: string | undefined = 'word') =>
    answerHandshake(request({ method: 'GET', query, ...change }), word);

  it('is answered with the challenge as plain text', () => {
    const reply = { status: 200, body: '1158201444', contentType: expect.stringContaining('text/plain') };
    expect(ask({})).toMatchObject({ kind: 'reply', reply });
  });

  it('is refused to who does not know the word, and where there is none', () => {
    const refused = { kind: 'refused' };
    expect(ask({}, 'other')).toEqual(refused);
    expect(ask({}, '')).toEqual(refused);
    expect(ask({ query: { ...query, 'hub.verify_token': '' } }, '')).toEqual(refused);
    expect(ask({ query: { ...query, 'hub.mode': 'unsubscribe' } })).toEqual(refused);
    expect(ask({ query: {} })).toEqual(refused);
    for (const method of ['POST', 'HEAD'] as const) expect(ask({ method })).toEqual(refused);
    expect(answerHandshake(request({ method: 'GET', query }), undefined)).toEqual(refused);
  });

  it('without a challenge there is nothing to repeat', () => {
    const { 'hub.challenge': _challenge, ...rest } = query;
    expect(ask({ query: rest })).toMatchObject({ kind: 'reply', reply: { status: 200, body: '' } });
  });

  it('events are acknowledged as the platform asks for', () => {
    expect(eventReceived).toMatchObject({ status: 200, body: 'EVENT_RECEIVED' });
  });
});

describe('the envelope', () => {
  it('gives everything of every entry, in order', () => {
    const entry = [
      { id: '1', messaging: [{ a: 1 }, { a: 2 }], standby: [{ a: 3 }] },
      { id: 17841400000000000n.toString(), changes: [{ field: 'messages' }] },
      { id: 7 },
    ];
    expect(readEnvelope({ object: 'page', entry })).toEqual({
      object: 'page',
      entries: [
        {
          id: '1',
          items: [
            { from: 'messaging', payload: { a: 1 } },
            { from: 'messaging', payload: { a: 2 } },
            { from: 'standby', payload: { a: 3 } },
          ],
        },
        { id: '17841400000000000', items: [{ from: 'changes', payload: { field: 'messages' } }] },
        { id: '7', items: [] },
      ],
    });
  });

  it.each([undefined, null, 'text', [], {}, { object: 'page' }, { object: 'page', entry: [{}] }])(
    'what is none is none: %j',
    (body) => expect(readEnvelope(body)).toBeUndefined(),
  );

  it('a part that is not a list costs nothing else', () => {
    const entry = [{ id: '1', messaging: 'x', changes: [1] }];
    expect(readEnvelope({ object: 'page', entry })?.entries[0]?.items).toEqual([{ from: 'changes', payload: 1 }]);
  });
});

describe('calls', () => {
  let vendor: VendorServer;
  beforeAll(async () => {
    vendor = await startVendorServer();
  });
  afterAll(() => vendor.close());
  beforeEach(() => {
    vendor.requests.length = 0;
  });

  const io = () => makeIo({ vendorUrls: { ...graphUrls, GRAPH_API_URL: `${vendor.url}/` } });
  const app = { id: '4242', secret: SECRET };
  const answer = (body: unknown, status = 200, headers: Record<string, string> = {}): VendorAnswer => {
    return { status, body, headers };
  };
  const failed = (error: object, status = 400) => answer({ error: { message: 'made up', ...error } }, status);
  const ok = z.object({ ok: z.literal(true) });
  async function failureOf(given: VendorAnswer, options: Partial<GraphAccess> & { isEffect?: boolean } = {}) {
    vendor.answerWith(() => given);
    const { isEffect = true, ...rest } = options;
    const call = callGraph({ token: 'made-up-token', io: io(), ...rest }, { path: 'me', isEffect, result: ok });
    return await call.then(
      () => undefined,
      (error: unknown) => error,
    );
  }

  it('bear the version in the path and the token in a header', async () => {
    vendor.answerWith(() => answer({ ok: true }));
    const call = { method: 'POST', path: '1/messages', query: { a: 'б' }, body: { text: 'в' }, result: ok } as const;
    expect(await callGraph({ token: 'made-up-token', io: io() }, call)).toEqual({ ok: true });
    const [asked] = vendor.requests;
    expect(asked?.path).toMatch(/^\/v\d+\.0\/1\/messages\?a=%D0%B1$/);
    expect(asked?.headers).toMatchObject({ authorization: 'Bearer made-up-token', 'content-type': 'application/json' });
    expect(asked?.body.toString()).toBe('{"text":"в"}');
  });

  it.each([
    [{ code: 190, error_subcode: 463 }, 401, 'unauthorized', 'token_revoked'],
    [{ code: 190 }, 400, 'unauthorized', 'token_revoked'],
    [{ code: 10 }, 403, 'unauthorized', 'no_rights'],
    [{ code: 230 }, 403, 'unauthorized', 'no_rights'],
    [{ code: 299 }, 400, 'unauthorized', 'no_rights'],
    [{ code: 368 }, 400, 'unauthorized', 'account_blocked'],
    [{ code: 4 }, 403, 'rate-limited', 'rate_limited'],
    [{ code: 613 }, 400, 'rate-limited', 'rate_limited'],
    [{ code: 1 }, 500, 'retry', 'vendor_error'],
    [{ code: 2 }, 503, 'retry', 'vendor_error'],
    [{ code: 1200 }, 400, 'retry', 'vendor_error'],
    [{ code: 7777, is_transient: true }, 400, 'retry', 'vendor_error'],
    [{ code: 7777 }, 500, 'retry', 'vendor_error'],
    [{ code: 300 }, 400, 'rejected', 'refused'],
    [{ code: 199 }, 400, 'rejected', 'refused'],
    [{ code: 100, error_subcode: 33 }, 400, 'rejected', 'refused'],
  ])('%j with status %i: %s, %s', async (error, status, kind, reason) => {
    expect(await failureOf(failed(error, status))).toMatchObject({ kind, reason });
  });

  it('a product’s own meaning comes first, that of a subcode before that of its code', async () => {
    const failures = {
      '10/2018278': { kind: 'rejected', reason: 'window_closed' },
      10: { kind: 'unsupported', reason: 'refused' },
      80006: { kind: 'rate-limited', reason: 'rate_limited', limitScope: 'channel' },
    } as const;
    const windowClosed = failed({ code: 10, error_subcode: 2018278 });
    expect(await failureOf(windowClosed, { failures })).toMatchObject({ kind: 'rejected', reason: 'window_closed' });
    const another = failed({ code: 10, error_subcode: 1 });
    expect(await failureOf(another, { failures })).toMatchObject({ kind: 'unsupported' });
    const limit = { kind: 'rate-limited', limitScope: 'channel', retryAfterMs: null };
    expect(await failureOf(failed({ code: 80006 }), { failures })).toMatchObject(limit);
  });

  it('a pause is read where one is named', async () => {
    const limited = answer({ error: { message: 'made up', code: 4 } }, 400, { 'retry-after': '7' });
    expect(await failureOf(limited)).toMatchObject({ kind: 'rate-limited', retryAfterMs: 7000, limitScope: 'unsaid' });
  });

  it('a page in the platform’s place, an unfit success and a late gateway leave what was sent unknown', async () => {
    const strange: VendorAnswer[] = [
      answer('<html>', 502),
      answer({ ok: false }),
      answer('<html>'),
      failed({ code: 2 }, 504),
      'drop',
    ];
    for (const given of strange) {
      expect(await failureOf(given)).toMatchObject({ kind: 'unknown' });
      expect(await failureOf(given, { isEffect: false })).toMatchObject({ kind: 'retry' });
    }
    expect(await failureOf(answer('<html>', 403))).toMatchObject({ kind: 'retry', reason: 'vendor_unexpected' });
  });

  it('a login becomes a token that lives for weeks', async () => {
    vendor.answerWith(({ path }) => answer({ access_token: path.includes('fb_exchange_token') ? 'long' : 'short' }));
    const token = await exchangeCode(io(), { app, code: 'c&1', returnUrl: 'https://shop.example/connect-return/' });
    expect(token).toBe('short');
    expect(await exchangeToken(io(), { app, token })).toBe('long');
    const queries = vendor.requests.map(({ path }) => Object.fromEntries(new URL(path, 'http://x').searchParams));
    const known = { client_id: '4242', client_secret: SECRET };
    expect(queries).toEqual([
      { ...known, redirect_uri: 'https://shop.example/connect-return/', code: 'c&1' },
      { ...known, grant_type: 'fb_exchange_token', fb_exchange_token: 'short' },
    ]);
    expect(vendor.requests.every(({ headers }) => headers.authorization === undefined)).toBe(true);
  });

  it('a spent code is a refused login, not a revoked channel', async () => {
    for (const code of [100, 190]) {
      vendor.answerWith(() => failed({ code }));
      const tried = exchangeCode(io(), { app, code: 'spent', returnUrl: 'https://shop.example/' });
      await expect(tried).rejects.toMatchObject({ kind: 'unauthorized', reason: 'login_refused' });
    }
    expect(() => requireCode({ error: 'access_denied' })).toThrow(/login_refused/);
    expect(requireCode({ code: 'c' })).toBe('c');
  });

  it('a token is looked into: the earlier of its two ends counts, zero is none', async () => {
    const data = { app_id: 4242, is_valid: true, expires_at: 1_900_000_000, data_access_expires_at: 1_800_000_000 };
    const granular = { scopes: ['a'], granular_scopes: [{ scope: 'a', target_ids: ['1', 2] }, { scope: 'b' }] };
    vendor.answerWith(() => answer({ data: { ...data, ...granular } }));
    expect(await inspectToken(io(), { app, token: 'made-up-token' })).toEqual({
      appId: '4242',
      isValid: true,
      endsAt: new Date(1_800_000_000_000),
      scopes: ['a'],
      targets: [
        { scope: 'a', ids: ['1', '2'] },
        { scope: 'b', ids: [] },
      ],
    });
    expect(vendor.requests[0]?.headers.authorization).toBe(`Bearer 4242|${SECRET}`);
    vendor.answerWith(() => answer({ data: { ...data, expires_at: 0, data_access_expires_at: 0, is_valid: false } }));
    const inspected = await inspectToken(io(), { app, token: 'made-up-token' });
    expect(inspected).toMatchObject({ isValid: false, endsAt: null, scopes: [], targets: [] });
  });

  it('no secret of the application stands in an error', async () => {
    vendor.answerWith(() => 'drop');
    const tried = exchangeCode(io(), { app, code: 'made-up-code', returnUrl: 'https://shop.example/' });
    const error = await tried.catch((thrown: unknown) => thrown);
    expect(`${error} ${error instanceof Error ? error.cause : ''}`).not.toMatch(/made-up/);
  });

  it('an installation has an application when all its keys are set', () => {
    const vendorKeys = { META_APP_ID: '1', META_APP_SECRET: 's', META_VERIFY_TOKEN: 'w' };
    expect(installationApp({ vendorKeys })).toEqual({ id: '1', secret: 's' });
    for (const key of Object.keys(vendorKeys))
      expect(installationApp({ vendorKeys: { ...vendorKeys, [key]: '' } })).toBeUndefined();
    expect(installationApp({ vendorKeys: {} })).toBeUndefined();
  });
});
