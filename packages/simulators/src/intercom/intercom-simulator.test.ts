import { createHmac } from 'node:crypto';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { type IntercomSimulator, startIntercomSimulator } from './start.ts';

const anna = { id: '6a1', name: 'Анна' };
let told: { method: string; body: string; signature: string | null }[] = [];
let answers: number[] = [];
let intercom: IntercomSimulator;

beforeEach(async () => {
  told = [];
  answers = [];
  const reach: typeof fetch = async (_address, init) => {
    const headers = new Headers(init?.headers);
    told.push({
      method: init?.method ?? 'GET',
      body: String(init?.body ?? ''),
      signature: headers.get('x-hub-signature'),
    });
    return new Response(null, { status: answers.shift() ?? 200 });
  };
  intercom = await startIntercomSimulator({ fetch: reach, retryMs: 1 });
});
afterEach(() => intercom.close());

async function call(path: string, options: { body?: object; headers?: Record<string, string>; region?: string } = {}) {
  const { body, headers, region = 'us' } = options;
  const answer = await fetch(`${intercom.url}/${region}/${path}`, {
    method: body ? 'POST' : 'GET',
    headers: {
      authorization: `Bearer ${intercom.credentials.accessToken}`,
      'intercom-version': '2.15',
      ...headers,
    },
    ...(body && { body: JSON.stringify(body) }),
  });
  return { status: answer.status, body: JSON.parse(await answer.text()) };
}

const reply = { message_type: 'comment', type: 'admin', admin_id: '7001', body: 'Да' };
async function meet(): Promise<string> {
  await intercom.saveWebhook('https://shop.example/hooks');
  intercom.customerSends({ from: anna, text: 'Здравствуйте' });
  await intercom.settle();
  return JSON.parse(told.at(-1)?.body ?? '{}').data.item.id;
}

it('tries an address by HEAD before it keeps it, then tells it a ping', async () => {
  answers = [410];
  expect(await intercom.saveWebhook('https://shop.example/hooks')).toEqual({ head: 410, ping: 0 });
  expect(await intercom.saveWebhook('https://shop.example/hooks')).toEqual({ head: 200, ping: 200 });
  expect(told.map(({ method }) => method)).toEqual(['HEAD', 'HEAD', 'POST']);
});

it('signs each notification and repeats it, the same, until it is taken', async () => {
  await intercom.saveWebhook('https://shop.example/hooks');
  answers = [500, 503];
  intercom.customerSends({ from: anna, text: 'Здравствуйте' });
  intercom.customerSends({ from: anna, attachment: 'photo' });
  await intercom.settle();
  const [first, second, third, later] = told.slice(2);
  expect([second?.body, third?.body]).toEqual([first?.body, first?.body]);
  const secret = intercom.credentials.clientSecret ?? '';
  expect(first?.signature).toBe(
    `sha1=${createHmac('sha1', secret)
      .update(first?.body ?? '')
      .digest('hex')}`,
  );
  expect(JSON.parse(first?.body ?? '')).toMatchObject({
    topic: 'conversation.user.created',
    data: { item: { source: { body: 'Здравствуйте', author: { name: 'Анна' } }, admin_assignee_id: null } },
  });
  expect(JSON.parse(later?.body ?? '')).toMatchObject({
    topic: 'conversation.user.replied',
    data: { item: { conversation_parts: { conversation_parts: [{ attachments: [{ content_type: 'image/png' }] }] } } },
  });
});

it.each([
  ['an unknown field', { ...reply, text: 'x' }, 400],
  ['a comment without words', { ...reply, body: undefined }, 400],
  ['eleven files', { ...reply, attachment_files: Array.from({ length: 11 }, () => ({})) }, 400],
  ['data that is no base64', { ...reply, attachment_files: [{ content_type: 'a/b', data: '***', name: 'a' }] }, 400],
  ['a number for an admin', { ...reply, admin_id: 7001 }, 400],
  ['an unknown admin', { ...reply, admin_id: '9' }, 404],
])('refuses %s', async (_name, body, status) => {
  const id = await meet();
  expect((await call(`conversations/${id}/reply`, { body })).status).toBe(status);
  expect(intercom.conversation(anna.id)).toHaveLength(1);
});

it('refuses another token, another region and a call without a version', async () => {
  expect((await call('me', { headers: { authorization: 'Bearer x' } })).status).toBe(401);
  expect((await call('me', { region: 'eu' })).status).toBe(401);
  expect((await call('me', { headers: { 'intercom-version': '1' } })).status).toBe(400);
  expect((await call('me')).body.app).toMatchObject({ region: 'US' });
  expect((await call('conversations/1/reply', { body: reply })).status).toBe(404);
});

it('plays its faults', async () => {
  const id = await meet();
  const send = () => call(`conversations/${id}/reply`, { body: reply });
  for (const fault of ['rate-limited', 'server-error'] as const) intercom.fail(fault);
  expect([(await send()).status, (await send()).status]).toEqual([429, 500]);
  intercom.fail('no-answer');
  await expect(send()).rejects.toThrow();
  expect(intercom.conversation(anna.id)).toHaveLength(2);
  intercom.fail('revoked');
  expect((await send()).status).toBe(401);
  intercom.repair();
  expect((await send()).status).toBe(200);
});

it('gives files at addresses that end', async () => {
  const id = await meet();
  intercom.customerSends({ from: anna, attachment: 'file' });
  const read = async () => {
    const { body } = await call(`conversations/${id}`);
    return await fetch(body.conversation_parts.conversation_parts[0].attachments[0].url);
  };
  intercom.fail('expired-media');
  expect([(await read()).status, (await read()).status]).toEqual([403, 200]);
});
