import { afterAll, beforeAll, expect, it } from 'vitest';
import { receiveText } from '../../testing/receive-text.ts';
import { buildAccount, buildTelegramChannel, type Core, startCore } from '../../testing/start-core.ts';

let core: Core;
beforeAll(async () => {
  core = await startCore();
});
afterAll(() => core.close());

/** An account whose customers were told something, each in a dialog of his own. */
async function meet() {
  const { accountId, channelId } = await buildTelegramChannel(core, await buildAccount(core));
  let chats = 0;
  return {
    tell: async (text: string, passageIds: string[], decision = 'answer') => {
      const chatId = String(++chats);
      await receiveText(core, { accountId, channelId }, { chatId, text });
      await core.pool.query(
        `update messages m set decision = $1, sources = $2 from dialogs d
          where m.account_id = $3 and d.account_id = $3 and d.id = m.dialog_id and d.chat_id = $4`,
        [decision, JSON.stringify(passageIds.map((passageId) => ({ passageId }))), accountId, chatId],
      );
    },
    from: async (...passageIds: string[]) => {
      const since = new Date(core.clock.now().getTime() - 86_400_000);
      const answers = await core.dialogs.answersFrom({ accountId, since, passageIds });
      return answers.map((answer) => [answer.text, answer.passageIds]).sort();
    },
  };
}

it('an answer to several questions stood on the passage of each of them, and is one answer', async () => {
  const [one, other] = [await meet(), await meet()];
  await one.tell('Доставка 300 ₽. Работаем до 20:00.', ['delivery', 'hours']);
  await one.tell('До 20:00. Об остальном скажет оператор.', ['price', 'hours'], 'hand-over');
  await one.tell('О чём вы?', ['hours'], 'clarify');
  await one.tell('Адрес.', ['address']);
  await one.tell('Ничего.', []);
  await other.tell('До 22:00.', ['hours']);
  expect(await one.from('hours')).toEqual([
    ['До 20:00. Об остальном скажет оператор.', ['price', 'hours']],
    ['Доставка 300 ₽. Работаем до 20:00.', ['delivery', 'hours']],
  ]);
  expect(await one.from('delivery', 'hours', 'price')).toHaveLength(2);
  expect(await one.from('nothing')).toEqual([]);
});
