import { afterAll, beforeAll, expect, it } from 'vitest';
import { z } from 'zod';
import type { RunningServer } from '../http/serve.ts';
import type { SimulatedPlatform } from '../simulated-platform.ts';
import { startCustomersPage } from './start.ts';

type Sent = Parameters<SimulatedPlatform['customerSends']>[0];

const sent: Sent[] = [];
const failed: string[] = [];
const platform: SimulatedPlatform = {
  url: '',
  environment: {},
  credentials: {},
  customerSends: (message) => void sent.push(message),
  conversation: (customerId) => {
    if (customerId === '2') throw new Error('has written nothing yet');
    return [{ author: 'business', text: 'См. https://otvet.demo/a', attachment: null, choices: ['Да', 'Нет'] }];
  },
  fail: (fault) => void failed.push(fault),
  repair: () => void failed.push('repaired'),
  close: async () => undefined,
};
const customers = [
  { id: '1', name: 'Анна' },
  { id: '2', name: 'Борис' },
];

let page: RunningServer;
beforeAll(async () => {
  const shown = { type: 'courier', title: 'Courier', customers, platform };
  const openable = (text: string) => text.replace('https://otvet.demo', 'http://here');
  page = await startCustomersPage({ host: '127.0.0.1', platforms: [shown], openable });
});
afterAll(() => page.close());

const list = z.array(z.looseObject({ fault: z.string().nullable(), customers: z.array(z.unknown()) }));
const read = async () => list.parse(await (await fetch(`${page.url}/_demo/platforms`)).json());
const post = async (path: string, body: object, type = 'application/json') => {
  const headers = { 'content-type': type };
  return (await fetch(`${page.url}/_demo/${path}`, { method: 'POST', headers, body: JSON.stringify(body) })).status;
};

it('shows every platform with its customers and what stands in their chats', async () => {
  expect(await read()).toEqual([
    {
      type: 'courier',
      title: 'Courier',
      fault: null,
      customers: [
        {
          ...customers[0],
          messages: [{ author: 'business', text: 'См. http://here/a', attachment: null, choices: ['Да', 'Нет'] }],
        },
        { ...customers[1], messages: [] },
      ],
    },
  ]);
});

it('writes as a customer, words or a file; refuses what is neither, and whom nobody knows', async () => {
  const place = { type: 'courier', customer: '1' };
  expect(await post('messages', { ...place, text: ' Да ' })).toBe(200);
  expect(await post('messages', { ...place, attachment: 'photo' })).toBe(200);
  expect(sent).toEqual([
    { from: customers[0], text: 'Да' },
    { from: customers[0], attachment: 'photo' },
  ]);
  for (const wrong of [
    place,
    { ...place, text: ' ' },
    { ...place, customer: '3', text: 'x' },
    { type: 'x', text: 'x' },
  ])
    expect(await post('messages', wrong)).toBe(400);
  expect(sent).toHaveLength(2);
});

it('a page of another site cannot write: a form is no JSON', async () => {
  expect(await post('messages', { type: 'courier', customer: '1', text: 'x' }, 'text/plain')).toBe(400);
  expect(sent).toHaveLength(2);
});

it('lets the platform fail; a revoked access is shown until it is repaired', async () => {
  const set = (fault: string | null) => post('fault', { type: 'courier', fault });
  expect(await set('rate-limited')).toBe(200);
  expect((await read())[0]?.fault).toBeNull();
  expect(await set('revoked')).toBe(200);
  expect((await read())[0]?.fault).toBe('revoked');
  expect(await set(null)).toBe(200);
  expect((await read())[0]?.fault).toBeNull();
  expect(await set('earthquake')).toBe(400);
  expect(failed).toEqual(['rate-limited', 'revoked', 'repaired']);
});

it('serves its page with a policy, and nothing beside it', async () => {
  const answer = await fetch(page.url);
  expect(answer.headers.get('content-security-policy')).toContain("default-src 'none'");
  expect((await fetch(`${page.url}/start.ts`)).status).toBe(404);
});
