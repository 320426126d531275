import { afterAll, beforeAll, expect, it } from 'vitest';
import { buildAccount, buildTelegramChannel, type Core, startCore } from '../../../testing/start-core.ts';
import { createUnanswered, groupSame } from './find-unanswered.ts';
import { hideQuestion } from './hidden-store.ts';

const at = (minute: number) => new Date(Date.UTC(2026, 10, 26, 12, minute));
const asked = (question: string, minute: number, chatId = '7') => ({
  chatId,
  channelId: 'channel',
  question,
  at: at(minute),
});

it('the same words are one question: counted, with the time and the dialog of the newest', () => {
  const groups = groupSame([
    asked('Есть ли ещё гравировка?', 30, '9'),
    asked('Лифт?', 20),
    asked('есть ли еще  гравировка 🙂', 10),
  ]);
  expect(groups).toEqual([
    expect.objectContaining({
      ...{ question: 'Есть ли ещё гравировка?', count: 2, lastAt: at(30).toISOString(), uniqueId: '9_channel' },
    }),
    expect.objectContaining({ question: 'Лифт?', count: 1, lastAt: at(20).toISOString(), uniqueId: '7_channel' }),
  ]);
  const fingerprintOf = (question: string) => groupSame([asked(question, 1)])[0]?.fingerprint;
  expect(fingerprintOf('лифт 🙂')).toBe(fingerprintOf('Лифт?'));
  expect(fingerprintOf('Лифт есть?')).not.toBe(fingerprintOf('Лифт?'));
});

let core: Core;
beforeAll(async () => {
  core = await startCore();
});
afterAll(() => core.close());

async function openBase() {
  const accountId = await buildAccount(core);
  const { id: knowledgeBaseId } = await core.knowledge.bases.create({ accountId, name: 'Посуда' });
  const { channelId } = await buildTelegramChannel(core, accountId, { knowledgeBaseId });
  const inputs: unknown[] = [];
  const told: unknown[] = [];
  const answers = [asked('Есть ли гравировка?', 30), asked('Лифт есть?', 20)];
  const unanswered = createUnanswered({
    ...core,
    noteChanged: (base) => told.push(base),
    unanswered: async (input) => {
      inputs.push(input);
      return answers;
    },
  });
  const base = { accountId, knowledgeBaseId };
  return { base, channelId, inputs, told, answers, unanswered };
}
const words = (questions: readonly { question: string }[]) => questions.map(({ question }) => question);

it('a question is gone once a pair is asked it, and a foreign base tells nothing', async () => {
  const { base, channelId, inputs, unanswered } = await openBase();
  const { accountId } = base;
  const questions = async () => words((await unanswered.list(base)).questions);
  expect(await questions()).toEqual(['Есть ли гравировка?', 'Лифт есть?']);
  expect(inputs).toEqual([expect.objectContaining({ accountId, channelIds: [channelId] })]);
  const pairs = [{ question: 'Делаете гравировку?', answer: 'Да.', phrasings: ['есть ли гравировка'] }];
  await core.knowledge.pairs.add({ ...base, pairs });
  expect(await questions()).toEqual(['Лифт есть?']);
  const foreign = unanswered.list({ ...base, accountId: await buildAccount(core) });
  await expect(foreign).rejects.toMatchObject({ code: 'knowledge.not_found' });
});

it('a question that is put away stays so when it is asked again, is counted there, and comes back when it is wanted', async () => {
  const { base, told, answers, unanswered } = await openBase();
  const [first] = (await unanswered.list(base)).questions;
  const fingerprint = first?.fingerprint ?? '';
  const away = await unanswered.setHidden({ ...base, fingerprint, isHidden: true });
  expect(away.count).toBe(1);
  expect(words(away.questions)).toEqual(['Лифт есть?']);
  expect(told).toEqual([base]);
  answers.unshift(asked('есть ли ГРАВИРОВКА', 40));
  await unanswered.setHidden({ ...base, fingerprint, isHidden: true });
  expect((await unanswered.list(base)).hidden).toMatchObject([{ fingerprint, count: 2, lastAt: at(40).toISOString() }]);
  const back = await unanswered.setHidden({ ...base, fingerprint, isHidden: false });
  expect(back).toMatchObject({ count: 2, hidden: [] });
});

it('risk: a question of another account is put away, or what is put away outlives its base', async () => {
  const { base, unanswered } = await openBase();
  const [first] = (await unanswered.list(base)).questions;
  const put = { fingerprint: first?.fingerprint ?? '', isHidden: true };
  const foreign = unanswered.setHidden({ ...base, accountId: await buildAccount(core), ...put });
  await expect(foreign).rejects.toMatchObject({ code: 'knowledge.not_found' });
  expect((await unanswered.list(base)).count).toBe(2);
  await unanswered.setHidden({ ...base, ...put });
  const stored = async () => (await core.pool.query('select 1 from knowledge_hidden_questions')).rowCount;
  const before = await stored();
  await core.knowledge.bases.remove(base.accountId, base.knowledgeBaseId);
  expect(await stored()).toBe((before ?? 0) - 1);
});

it('risk: of too many that were put away the newest go', async () => {
  const { base } = await openBase();
  const hide = (fingerprint: string, minute: number) =>
    hideQuestion.run(core.pool, { ...base, fingerprint, now: at(minute), max: 1 });
  await hide('first', 1);
  await hide('second', 2);
  await hide('third', 3);
  const left = 'select fingerprint from knowledge_hidden_questions where knowledge_base_id = $1 order by 1';
  const { rows } = await core.pool.query(left, [base.knowledgeBaseId]);
  expect(rows).toEqual([{ fingerprint: 'second' }, { fingerprint: 'third' }]);
});
