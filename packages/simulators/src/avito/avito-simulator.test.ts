import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { type AvitoSimulator, startAvitoSimulator } from './start.ts';

let avito: AvitoSimulator;
let token = '';
beforeAll(async () => {
  avito = await startAvitoSimulator({
    redirectUri: 'https://shop.example/connect-avito/',
    fetch: async (address) => {
      if (String(address).includes('slow')) throw new Error('no answer');
      return new Response(null, { status: 200 });
    },
  });
  avito.customerSends({ from: { id: 'anna', name: 'Анна' }, text: 'Здравствуйте' });
});
afterAll(() => avito.close());

const answer = z.record(z.string(), z.unknown());
const ask = async (form: Record<string, string>) => {
  const response = await fetch(`${avito.url}/token`, { method: 'POST', body: new URLSearchParams(form) });
  return { status: response.status, body: answer.parse(await response.json()) };
};
const ownKeys = () => ({
  client_id: avito.credentials.clientId ?? '',
  client_secret: avito.credentials.clientSecret ?? '',
});
const appKeys = () => {
  const { AVITO_CLIENT_ID = '', AVITO_CLIENT_SECRET = '' } = avito.environment;
  return { client_id: AVITO_CLIENT_ID, client_secret: AVITO_CLIENT_SECRET };
};
const call = async (method: string, path: string, body?: object | FormData) => {
  const isForm = body instanceof FormData;
  const response = await fetch(`${avito.url}${path}`, {
    method,
    headers: { authorization: `Bearer ${token}`, ...(body && !isForm && { 'content-type': 'application/json' }) },
    ...(body && { body: isForm ? body : JSON.stringify(body) }),
  });
  return { status: response.status, body: answer.parse(await response.json()) };
};
const ofAccount = (version: number) => `/messenger/v${version}/accounts/${avito.account.id}`;
const chatPath = () => `${ofAccount(1)}/chats/${avito.chatIdOf('anna').replace('~', '%7E')}`;

describe('tokens', () => {
  it('are given for keys, refused for wrong ones', async () => {
    expect((await ask({ grant_type: 'client_credentials', ...ownKeys(), client_secret: 'x' })).status).toBe(400);
    expect((await ask({ grant_type: 'client_credentials', ...ownKeys(), scope: 'x' })).status).toBe(400);
    const { body } = await ask({ grant_type: 'client_credentials', ...ownKeys() });
    expect(body).toMatchObject({ expires_in: 86_400, token_type: 'Bearer' });
    expect(body.refresh_token).toBeUndefined();
    token = String(body.access_token);
  });

  it('a code and a refresh token are good once', async () => {
    const asked = new URLSearchParams({
      response_type: 'code',
      client_id: appKeys().client_id,
      scope: 'messenger:read,messenger:write,user:read',
      state: 's-1',
    });
    const back = new URL(avito.logIn(`${avito.url}/oauth?${asked}`));
    expect(back.href).toMatch(/^https:\/\/shop\.example\/connect-avito\/\?code=\w+&state=s-1$/);
    const grant = { grant_type: 'authorization_code', ...appKeys(), code: back.searchParams.get('code') ?? '' };
    const first = await ask(grant);
    expect((await ask(grant)).status).toBe(400);
    const refresh = { grant_type: 'refresh_token', ...appKeys(), refresh_token: String(first.body.refresh_token) };
    const second = await ask(refresh);
    expect(second.body.refresh_token).not.toBe(first.body.refresh_token);
    expect(await ask(refresh)).toMatchObject({ status: 400, body: { error: 'invalid_grant' } });
    expect(() => avito.logIn(`${avito.url}/oauth?client_id=other`)).toThrow(/not one of this application/);
  });
});

describe('calls', () => {
  it('refuse a dead token, another account, a bare tilde and a wrong version', async () => {
    const known = token;
    token = 'x';
    expect((await call('GET', '/core/v1/accounts/self')).status).toBe(401);
    token = known;
    expect((await call('GET', '/core/v1/accounts/self')).status).toBe(200);
    expect((await call('GET', '/messenger/v2/accounts/7/chats')).status).toBe(403);
    const chat = `${ofAccount(2)}/chats/${avito.chatIdOf('anna')}`;
    expect((await call('GET', chat)).status).toBe(404);
    expect((await call('GET', chat.replace('~', '%7E'))).status).toBe(200);
    expect((await call('GET', chat.replace('~', '%7E').replace('v2', 'v1'))).status).toBe(404);
    expect((await call('GET', `${ofAccount(2)}/chats?limit=101`)).status).toBe(400);
  });

  it('take a text of up to 1000 characters in the documented form alone', async () => {
    const text = (length: number) => ({ message: { text: 'я'.repeat(length) }, type: 'text' });
    expect((await call('POST', `${chatPath()}/messages`, text(1001))).status).toBe(400);
    expect((await call('POST', `${chatPath()}/messages`, { ...text(5), url: 'x' })).status).toBe(400);
    expect((await call('POST', `${chatPath()}/messages`, text(1000))).body).toMatchObject({ direction: 'out' });
  });

  it('take pictures alone, in the documented field, and send only what was uploaded', async () => {
    const form = (field: string, bytes: number[]) => {
      const body = new FormData();
      body.append(field, new Blob([new Uint8Array(bytes)], { type: 'image/jpeg' }), 'a.jpg');
      return body;
    };
    const upload = (body: FormData) => call('POST', `${ofAccount(1)}/uploadImages`, body);
    expect((await upload(form('file', [0xff, 0xd8, 0xff]))).status).toBe(400);
    expect((await upload(form('uploadfile[]', [1, 2, 3]))).status).toBe(400);
    const taken = await upload(form('uploadfile[]', [0xff, 0xd8, 0xff]));
    const [imageId = ''] = Object.keys(taken.body);
    expect((await call('POST', `${chatPath()}/messages/image`, { image_id: 'other' })).status).toBe(400);
    expect((await call('POST', `${chatPath()}/messages/image`, { image_id: imageId })).status).toBe(200);
    expect(avito.conversation('anna').at(-1)).toEqual({ author: 'business', text: '', attachment: 'photo' });
  });

  it('refuse what is not paid for, whoever blocked the business, and an address that does not answer', async () => {
    avito.setTariff(false);
    expect((await call('GET', `${ofAccount(2)}/chats`)).status).toBe(402);
    avito.repair();
    avito.customerBlocks('anna');
    expect((await call('POST', `${chatPath()}/messages`, { message: { text: 'Да' }, type: 'text' })).status).toBe(403);
    const subscribe = (url: string) => call('POST', '/messenger/v3/webhook', { url });
    expect((await subscribe('https://shop.example/slow')).status).toBe(400);
    expect((await subscribe('https://shop.example/hook')).status).toBe(200);
    expect((await subscribe('https://shop.example/hook')).status).toBe(409);
    expect((await call('POST', '/messenger/v1/webhook/unsubscribe', { url: 'https://other' })).status).toBe(400);
  });
});
