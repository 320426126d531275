import { triedAnswer } from '@otvet/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  buildWidget,
  expectOk,
  messagesOf,
  startVisitor,
  uniqueIdOf,
  until,
  visitorWrites,
} from '../../../testing/product/build-samples.ts';
import type { Person } from '../../../testing/product/sign-up-people.ts';
import { startTestApp, type TestApp } from '../../../testing/start-test-app.ts';
import { hotelPairs } from '../testing/hotel-pairs.ts';

const QUESTION = 'А щенка взять разрешите?';
const ANSWER = 'Да, небольшие живут у нас без доплаты.';

describe.each(['server', 'embedded'] as const)('vectors through the running product (%s)', (kind) => {
  let app: TestApp;
  beforeAll(async () => {
    app = await startTestApp({ kind, embeddingModel: 'embed-test' });
  });
  afterAll(() => app.close());

  const call = (person: Person, method: string, path: string, body?: object) =>
    app.api(method, path, { token: person.accessToken, ...(body && { body }) });

  async function buildHotel(person: Person): Promise<string> {
    const made = expectOk(await call(person, 'POST', '/v1/learning/create-knowledgebase/', { name: 'Отель' }));
    const id = String(made.body.id);
    const pairs = hotelPairs.map(({ question, phrasing, answer }) => ({ question, phrasings: [phrasing], answer }));
    expectOk(await call(person, 'POST', `/v1/learning/create-question-answers/${id}/`, { pairs }));
    return id;
  }

  const ask = async (person: Person, knowledgeBaseId: string, text = QUESTION) =>
    triedAnswer.parse((await call(person, 'POST', '/v1/chat/test-message/', { knowledgeBaseId, text })).body);
  const isEmbedded = async ({ accountId }: Person) => {
    const { done, total } = await app.app.domains.knowledge.embeddingProgress(accountId);
    return total > 0 && done === total ? true : undefined;
  };

  it('a question without a word of its pair is answered with its source, in the check and to a customer', async () => {
    const owner = await app.signUp();
    const baseId = await buildHotel(owner);
    await until(async () => {
      const { decision } = await app.app.domains.knowledge.retrieve({
        ...{ accountId: owner.accountId, knowledgeBaseId: baseId, query: QUESTION, limit: 1 },
      });
      return decision.kind === 'answer' ? true : undefined;
    });
    const answered = await ask(owner, baseId);
    expect(answered).toMatchObject({
      text: ANSWER,
      sources: [{ knowledgeBaseId: baseId, title: 'Можно приехать с собакой?' }],
    });
    expect(await isEmbedded(owner)).toBe(true);
    const { channelId } = await buildWidget(app, owner, { knowledgeBaseId: baseId });
    const visitor = await startVisitor(app, channelId);
    expectOk(await visitorWrites(app, visitor, QUESTION));
    const said = await until(async () =>
      (await messagesOf(app, owner, uniqueIdOf(visitor))).find(({ author }) => author === 'assistant'),
    );
    expect(said.text).toBe(ANSWER);
    // What no pair knows is still not answered.
    expect((await ask(owner, baseId, 'Вы ремонтируете подводные лодки?')).decision).not.toBe('answer');

    // The service is gone: the next new question is searched by words alone, and nobody waits for it.
    app.model.faults.add({ kind: 'no-answer', endpoint: 'embeddings', times: 50 });
    expect(await ask(owner, baseId, 'Можно приехать с большой собакой?')).toMatchObject({
      decision: 'answer',
      text: ANSWER,
    });
    expect((await ask(owner, baseId, 'Велик дадите?')).decision).not.toBe('answer');
    const isOpen = ({ path, isFinished }: { path: string; isFinished: boolean }) =>
      path === '/v1/embeddings' && !isFinished;
    expect(app.model.ledger.calls.filter(isOpen)).not.toEqual([]);
    const calls = app.model.ledger.calls.length;
    expect((await ask(owner, baseId, 'Колыбель найдётся?')).decision).not.toBe('answer');
    expect(app.model.ledger.calls.length).toBe(calls);
  });

  it('vectors without meaning count for nothing, and those of another account are not seen', async () => {
    app.model.faults.clear();
    app.model.setEmbedding({ mode: 'noise' });
    const [owner, other] = [await app.signUp(), await app.signUp()];
    const baseId = await buildHotel(owner);
    await until(() => isEmbedded(owner));
    const { rows } = await until(async () => {
      const found = await app.pool.query<{ weight: number }>(
        'select weight from knowledge_embeddings where account_id = $1 and measured_revision is not null',
        [owner.accountId],
      );
      return found.rows.length > 0 ? found : undefined;
    });
    expect(rows).toEqual([{ weight: 0 }]);
    expect((await ask(owner, baseId)).decision).not.toBe('answer');
    expect(await app.app.domains.knowledge.embeddingProgress(other.accountId)).toEqual({
      done: 0,
      total: 0,
      failedReason: null,
    });
  });
});
