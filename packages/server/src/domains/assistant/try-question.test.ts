import { triedAnswer } from '@otvet/contract';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { serverTexts } from '../../platform/texts/texts.ts';
import { buildBase, buildWidget } from '../../testing/product/build-samples.ts';
import { dumpAccount } from '../../testing/product/dump-account.ts';
import { startTestApp, type TestApp } from '../../testing/start-test-app.ts';
import { silent } from './decision.ts';

const QUESTION = 'Здравствуйте! Вы продаёте живых страусов?';
let app: TestApp;

beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

it('what was missing is answered as soon as its pair is saved; a try leaves no trace', async () => {
  const owner = await app.signUp();
  const token = owner.accessToken;
  const base = await buildBase(app, owner);
  const { channelId } = await buildWidget(app, owner, { knowledgeBaseId: base.id });
  const ask = async (text = QUESTION) =>
    triedAnswer.parse((await app.api('POST', '/v1/chat/test-message/', { token, body: { channelId, text } })).body);
  expect(await ask()).toMatchObject({ decision: 'hand-over', reason: 'not_known', sources: [] });

  const body = { question: 'Вы продаёте живых страусов?', answer: 'Нет, только мебель.' };
  const added = await app.api('POST', `/v1/learning/create-question-answer/${base.id}/`, { token, body });
  const { id } = (await app.api('GET', `/v1/learning/pair/${String(added.body.id)}/`, { token })).body;
  const before = await dumpAccount(app.pool, owner.accountId);
  const answered = await ask();
  expect(answered).toMatchObject({
    decision: 'answer',
    text: 'Нет, только мебель.',
    sources: [{ passageId: id, knowledgeBaseId: base.id, title: body.question }],
  });
  expect(answered.confidence).toBeGreaterThan(0.8);
  expect(answered.openQuestions).toEqual([]);
  const half = await ask(`${body.question} Можно ли оплатить криптовалютой?`);
  expect(half).toMatchObject({ decision: 'hand-over', openQuestions: ['Можно ли оплатить криптовалютой?'] });
  expect((await ask('Привет')).text).toBe(serverTexts('ru', 'assistant.listening'));
  expect(await ask('Позовите менеджера')).toMatchObject({ decision: 'hand-over', reason: 'customer_asked' });
  expect(await dumpAccount(app.pool, owner.accountId)).toEqual(before);
});

it('a channel without a base says so, one that is not there is not found', async () => {
  const owner = await app.signUp();
  const token = owner.accessToken;
  const { channelId } = await buildWidget(app, owner);
  const call = (body: object) => app.api('POST', '/v1/chat/test-message/', { token, body });
  expect((await call({ channelId, text: QUESTION })).body).toMatchObject({ reason: 'no_knowledge' });
  const foreign = await buildWidget(app, await app.signUp());
  expect((await call({ channelId: foreign.channelId, text: QUESTION })).body).toMatchObject({
    code: 'channels.not_found',
  });
  expect((await call({ channelId, text: ' ' })).status).toBe(400);
});

it('a base is tried before any channel answers from it; a foreign one is not found', async () => {
  const owner = await app.signUp();
  const token = owner.accessToken;
  const base = await buildBase(app, owner);
  const call = (body: object) => app.api('POST', '/v1/chat/test-message/', { token, body });
  const before = await dumpAccount(app.pool, owner.accountId);
  const text = 'Сколько стоит доставка?';
  expect((await call({ knowledgeBaseId: base.id, text })).body).toMatchObject({
    decision: 'answer',
    text: 'Доставка стоит 300 ₽.',
    sources: [{ passageId: base.pairIds[0], knowledgeBaseId: base.id }],
  });
  expect(await dumpAccount(app.pool, owner.accountId)).toEqual(before);
  const foreign = await buildBase(app, await app.signUp());
  expect((await call({ knowledgeBaseId: foreign.id, text })).body).toMatchObject({ code: 'knowledge.not_found' });
  expect((await call({ text })).status).toBe(400);
  const { channelId } = await buildWidget(app, owner);
  expect((await call({ channelId, text })).body).toMatchObject({ reason: 'no_knowledge' });
  expect((await call({ knowledgeBaseId: base.id, channelId, text })).body).toMatchObject({ decision: 'answer' });
});

it('risk: an account whose answers are used up tries the model for nothing', async () => {
  const seen: string[] = [];
  const own = await startTestApp({
    decideTurn: async ({ turn }) => {
      seen.push(turn.allowance);
      return { ...silent('no_content'), tookMs: 0, debug: null };
    },
  });
  try {
    const owner = await own.signUp();
    const base = await buildBase(own, owner);
    const body = { knowledgeBaseId: base.id, text: QUESTION };
    const call = () => own.api('POST', '/v1/chat/test-message/', { token: owner.accessToken, body });
    await call();
    await own.pool.query('update accounts set messages_used = messages_limit where id = $1', [owner.accountId]);
    await call();
    expect(seen).toEqual(['ok', 'quota']);
    const statuses = await Promise.all(Array.from({ length: 25 }, async () => (await call()).status));
    expect(statuses.filter((status) => status === 429).length).toBeGreaterThan(5);
  } finally {
    await own.close();
  }
});
