import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import {
  buildBase,
  buildWidget,
  listDialogs,
  startVisitor,
  until,
  type Visitor,
  visitorWrites,
} from '../testing/product/build-samples.ts';
import type { Person } from '../testing/product/sign-up-people.ts';
import { startTestApp, type TestApp } from '../testing/start-test-app.ts';

let app: TestApp;

beforeAll(async () => {
  app = await startTestApp({ modelKey: 'sk-flood-model-key-0123456789' });
});
afterAll(() => app.close());

async function openShop(): Promise<{ person: Person; channelId: string }> {
  const person = await app.signUp();
  const base = await buildBase(app, person, [['Сколько стоит доставка?', 'Доставка стоит 300 ₽.']]);
  return { person, ...(await buildWidget(app, person, { knowledgeBaseId: base.id })) };
}

const turnRow = z.object({
  answered: z.coerce.number(),
  extractive: z.coerce.number(),
  quota: z.coerce.number(),
  open: z.coerce.number(),
  used: z.number(),
});

async function countTurns(accountId: string) {
  const { rows } = await app.pool.query(
    `select (select count(*) from messages where account_id = $1 and author = 'assistant') as answered,
            (select count(*) from messages where account_id = $1 and author = 'assistant' and debug ->> 'model' = 'extractive') as extractive,
            (select count(*) from messages where account_id = $1 and author = 'customer' and silence = 'quota') as quota,
            (select count(*) from dialogs where account_id = $1 and answer_due_at is not null) as open,
            (select messages_used from accounts where id = $1) as used`,
    [accountId],
  );
  return turnRow.parse(rows[0]);
}

it('45 questions at once with 30 free answers get exactly 30 of the model; the base answers the others', async () => {
  const { person, channelId } = await openShop();
  const visitors: Visitor[] = [];
  for (let n = 0; n < 45; n += 1) visitors.push(await startVisitor(app, channelId));
  const sent = await Promise.all(visitors.map((visitor) => visitorWrites(app, visitor, 'Сколько стоит доставка?')));
  expect(sent.every(({ status }) => status === 202)).toBe(true);
  const counts = await until(async () => {
    const seen = await countTurns(person.accountId);
    return seen.answered + seen.quota >= 45 ? seen : undefined;
  });
  expect(counts).toEqual({ answered: 45, extractive: 15, quota: 0, open: 0, used: 30 });
  expect((await listDialogs(app, person)).filter(({ speaker }) => speaker === 'waiting')).toEqual([]);
});

describe('rates', () => {
  it('what is refused has a wait, is not stored and never reaches the model', async () => {
    const { person, channelId } = await openShop();
    const visitor = await startVisitor(app, channelId);
    const before = app.model.ledger.calls.length;
    const sent = await Promise.all(
      Array.from({ length: 40 }, (_, n) => visitorWrites(app, visitor, `Сколько стоит доставка? ${n}`)),
    );
    const refused = sent.filter(({ status }) => status === 429);
    expect(refused.length).toBeGreaterThanOrEqual(25);
    expect(refused.every(({ headers }) => Number(headers.get('retry-after')) >= 1)).toBe(true);
    const taken = sent.filter(({ status }) => status === 202).length;
    const countStored = async () => {
      const sql = "select count(*)::int as stored from messages where account_id = $1 and author = 'customer'";
      return z.object({ stored: z.number() }).parse((await app.pool.query(sql, [person.accountId])).rows[0]).stored;
    };
    await until(async () => {
      const { open, answered } = await countTurns(person.accountId);
      return open === 0 && answered > 0 && (await countStored()) >= taken ? true : undefined;
    });
    expect(await countStored()).toBe(taken);
    expect(app.model.ledger.calls.length - before).toBeLessThanOrEqual(taken * 2);
  });

  it('100 new visitors a second from one address are cut off, also with a forged address', async () => {
    const { channelId } = await openShop();
    const asked = await Promise.all(
      Array.from({ length: 100 }, (_, n) =>
        app.call('POST', `/widget/${channelId}/start`, {
          body: { locale: 'ru' },
          headers: { 'x-forwarded-for': `203.0.113.${n}` },
        }),
      ),
    );
    expect(asked.filter(({ status }) => status === 429).length).toBeGreaterThan(30);
    expect(asked.every(({ status }) => status === 200 || status === 429)).toBe(true);
  });
});

describe('guessing', () => {
  it('no token, dialog id or neighbour of a token opens a dialog', async () => {
    const { channelId } = await openShopWithVisitor();
    const visitor = known;
    const last = visitor.token.at(-1) === 'A' ? 'B' : 'A';
    const guesses = [
      visitor.chatId,
      `${visitor.token.slice(0, -2)}${last}A`,
      visitor.token.toLowerCase(),
      `${visitor.token}A`,
      randomUUID(),
      'null',
      'undefined',
      '0',
    ];
    for (const guess of guesses) {
      for (const path of ['events', `files/${randomUUID()}`])
        expect([guess, (await app.call('GET', `/widget/${channelId}/${path}`, { token: guess })).status]).toEqual([
          guess,
          404,
        ]);
      expect((await visitorWrites(app, { ...visitor, token: guess }, 'Привет')).status).toBe(404);
    }
    expect(Buffer.from(visitor.token, 'base64url').length).toBeGreaterThanOrEqual(16);
  });
});

let known: Visitor = { channelId: '', token: '', chatId: '' };

/** The rate of new visitors is used up by now: the clock of the product is the machine's, so a row is written. */
async function openShopWithVisitor() {
  const shop = await openShop();
  const token = randomBytes(16).toString('base64url');
  const chatId = randomUUID();
  await app.pool.query(
    `insert into visitors (account_id, channel_id, id, token_hash, locale, created_at, last_seen_at) values ($1, $2, $3, $4, 'ru', now(), now())`,
    [shop.person.accountId, shop.channelId, chatId, createHash('sha256').update(token).digest()],
  );
  known = { channelId: shop.channelId, token, chatId };
  return shop;
}

describe('origins', () => {
  it('a site that is not listed gets nothing, and cannot read the refusal’s headers', async () => {
    const { person, channelId } = await openShop();
    const body = { options: { allowedOrigins: ['https://shop.example'] } };
    await app.api('PUT', `/v1/connect/widget/${channelId}/`, { token: person.accessToken, body });
    for (const origin of [
      'https://evil.example',
      'null',
      'https://shop.example.evil.example',
      'http://shop.example',
      'https://shop.example@evil.example',
    ]) {
      for (const [method, path] of [
        ['GET', 'config'],
        ['POST', 'start'],
        ['POST', 'messages'],
      ] as const) {
        const answer = await app.call(method, `/widget/${channelId}/${path}`, {
          headers: { origin },
          ...(method === 'POST' ? { body: {} } : {}),
        });
        expect([origin, path, answer.status]).toEqual([origin, path, 403]);
        expect(answer.headers.get('access-control-allow-origin')).toBeNull();
      }
    }
    const right = await app.call('GET', `/widget/${channelId}/config`, { headers: { origin: 'https://shop.example' } });
    expect([right.status, right.headers.get('access-control-allow-origin')]).toEqual([200, 'https://shop.example']);
    expect(right.headers.get('access-control-allow-credentials')).toBeNull();
  });

  it('the API itself is open to no other origin', async () => {
    const { person } = await openShop();
    const answer = await app.api('GET', '/v1/chat/init/', {
      token: person.accessToken,
      headers: { origin: 'https://evil.example' },
    });
    expect(answer.headers.get('access-control-allow-origin')).toBeNull();
    const preflight = await app.api('OPTIONS', '/v1/chat/init/', {
      headers: { origin: 'https://evil.example', 'access-control-request-method': 'GET' },
    });
    expect(preflight.headers.get('access-control-allow-origin')).toBeNull();
  });
});
