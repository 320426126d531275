import { afterAll, beforeAll, expect, it } from 'vitest';
import { receiveText } from '../../testing/receive-text.ts';
import { buildAccount, buildTelegramChannel, type Core, startCore } from '../../testing/start-core.ts';

const DAY_MS = 86_400_000;
let core: Core;
beforeAll(async () => {
  core = await startCore();
});
afterAll(() => core.close());

/** An account with a base of three pairs, and a way to have customers answered with one of them. */
async function meet() {
  const { accountId, channelId } = await buildTelegramChannel(core, await buildAccount(core));
  const base = await core.knowledge.bases.create({ accountId, name: 'Магазин' });
  const texts = ['Первый?', 'Второй?', 'Третий?'].map((question) => ({ question, answer: 'Да.' }));
  const pairs = await core.knowledge.pairs.add({ accountId, knowledgeBaseId: base.id, pairs: texts });
  const idOf = (question: string) => pairs.find((pair) => pair.question === question)?.id ?? '';
  let chats = 0;
  return {
    accountId,
    baseId: base.id,
    answerWith: async (question: string, { daysAgo = 0, decision = 'answer' } = {}) => {
      const at = new Date(core.clock.now().getTime() - daysAgo * DAY_MS);
      const chatId = String(++chats);
      await receiveText(core, { accountId, channelId }, { chatId, text: question, at });
      await core.pool.query(
        `update messages m set decision = $1, created_at = $2, sources = json_build_array(json_build_object('passageId', $3::text))
          from dialogs d where m.account_id = $4 and d.account_id = $4 and d.id = m.dialog_id and d.chat_id = $5`,
        [decision, at, idOf(question), accountId, chatId],
      );
    },
    asked: async () => {
      const since = new Date(core.clock.now().getTime() - 30 * DAY_MS);
      const ids = await core.dialogs.answeredWith({ accountId, since, limit: 200 });
      return core.knowledge.pairs.questionsOf({ accountId, knowledgeBaseId: base.id, ids });
    },
  };
}

it('pairs by how often they answered in 30 days; older answers and questions back do not count', async () => {
  const { answerWith, asked } = await meet();
  expect(await asked()).toEqual([]);
  for (const question of ['Второй?', 'Третий?', 'Третий?']) await answerWith(question);
  for (let times = 0; times < 3; times += 1) {
    await answerWith('Первый?', { daysAgo: 31 });
    await answerWith('Второй?', { decision: 'clarify' });
  }
  expect(await asked()).toEqual(['Третий?', 'Второй?']);
});

it('nobody is shown what the customers of another account, or of another base, asked', async () => {
  const [one, other] = [await meet(), await meet()];
  await one.answerWith('Первый?');
  expect(await other.asked()).toEqual([]);
  const since = new Date(core.clock.now().getTime() - DAY_MS);
  const ids = await core.dialogs.answeredWith({ accountId: one.accountId, since, limit: 200 });
  expect(ids).toHaveLength(1);
  const foreign = { accountId: other.accountId, knowledgeBaseId: other.baseId, ids };
  expect(await core.knowledge.pairs.questionsOf(foreign)).toEqual([]);
  const stolen = { accountId: other.accountId, knowledgeBaseId: one.baseId, ids };
  expect(await core.knowledge.pairs.questionsOf(stolen)).toEqual([]);
});
