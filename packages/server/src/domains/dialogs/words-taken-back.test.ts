import type { DebugRecord } from '@otvet/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { withTransaction } from '../../platform/database/with-transaction.ts';
import {
  answerWith,
  buildAccount,
  buildTelegramChannel,
  type Core,
  startCore,
  type TelegramChannel,
} from '../../testing/start-core.ts';
import type { ClaimedTurn } from './index.ts';

const SECRET = 'wedding';
const RECORD: DebugRecord = {
  ...{ role: 'assistant', promptTokens: 0, completionTokens: 0, totalTokens: 0, isEstimated: false },
  ...{ model: 'extractive', tookMs: 1 },
  steps: [
    'retrieval: answer, confidence 0.90',
    `retrieval: answer, confidence 0.80, of a ${SECRET}, of June`,
    'extractive: answer',
  ],
  content: `a ${SECRET} in June`,
  keywords: [SECRET, 'june'],
  openQuestions: [`is a ${SECRET} possible`],
};
/** An answer reads so many messages. */
const REACH = 24;

describe.each(['server', 'embedded'] as const)(
  'risk: the record of an answer keeps what the customer took back (%s)',
  (kind) => {
    let core: Core;
    let channel: TelegramChannel;
    let chatId = '0';
    let nextMessage = 0;
    beforeAll(async () => {
      core = await startCore({ kind });
      channel = await buildTelegramChannel(core, await buildAccount(core, { plan: 'starter', messagesLimit: null }));
    });
    afterAll(() => core.close());

    const origin = () => ({ accountId: channel.accountId, channelId: channel.channelId });
    const chat = () => ({ id: chatId, isGroup: false, title: '' });
    const startChat = () => {
      chatId = String(Number(chatId) + 1);
    };

    /** Gives the id of the message on the platform. */
    async function write(text: string): Promise<string> {
      nextMessage += 1;
      const messageId = String(nextMessage);
      const sender = { id: chatId, name: 'Customer', firstName: '', userName: null, language: null, phone: null };
      await core.dialogs.receiveMessage(core.pool, {
        ...origin(),
        message: {
          ...{ kind: 'message', chat: chat(), sender, messageId, sentAt: core.clock.now(), text, attachments: [] },
          ...{ replyTo: null, albumId: null, isOwn: false, isAddressed: true, clientId: null },
        },
        ...{ silence: null, dueAt: core.clock.now(), comeBackAt: null, isMediaStored: false },
      });
      return messageId;
    }

    async function claim(): Promise<ClaimedTurn> {
      const dialogId = (await core.dialogs.find({ ...origin(), chatId }))?.id ?? '';
      const turn = await core.dialogs.claimTurn({ accountId: channel.accountId, dialogId });
      if (turn === undefined) throw new Error('nothing is due');
      return turn;
    }

    const commit = async (turn: ClaimedTurn, state: 'queued' | 'sent' = 'sent') =>
      (
        await core.dialogs.commitTurn(turn, {
          ...{ state, isCounted: false, sendsNow: false },
          decision: answerWith('answer', { debug: RECORD }),
        })
      ).result.kind;

    const answer = async (state: 'queued' | 'sent' = 'sent') => await commit(await claim(), state);

    const edit = (messageId: string, text: string) =>
      withTransaction(core.pool, (tx) =>
        core.dialogs.applySideEvent(tx, {
          ...origin(),
          event: { kind: 'edit', chat: chat(), messageId, text, editedAt: core.clock.now() },
        }),
      );
    const remove = (messageId: string) =>
      withTransaction(core.pool, (tx) =>
        core.dialogs.applySideEvent(tx, {
          ...origin(),
          event: { kind: 'delete', chat: chat(), messageIds: [messageId] },
        }),
      );
    const WAYS: Record<string, (messageId: string) => Promise<unknown>> = {
      'is edited': (messageId) => edit(messageId, 'a birthday'),
      'is deleted': remove,
    };

    const answers = async () =>
      (await core.dialogs.messages({ ...origin(), chatId, limit: 200, offset: 0 })).messages.filter(
        ({ author }) => author === 'assistant',
      );
    const keeping = async () => (await answers()).map(({ debug }) => JSON.stringify(debug).includes(SECRET));

    it.each(Object.entries(WAYS))('a question that %s', async (_way, takeBack) => {
      startChat();
      const question = await write(`a ${SECRET}`);
      await answer();
      const [before] = await answers();
      await takeBack(question);
      const [after] = await answers();
      const { openQuestions, ...kept } = RECORD;
      const steps = ['retrieval: answer, confidence 0.90', 'retrieval: answer, confidence 0.80', 'extractive: answer'];
      expect(after?.debug).toEqual({ ...kept, steps, content: '', keywords: [] });
      expect(after?.version).toBeGreaterThan(before?.version ?? 0);
    });

    it.each(Object.entries(WAYS))(
      'a question that %s, when its answer has not left and is made again',
      async (_way, takeBack) => {
        startChat();
        const question = await write(`a ${SECRET}`);
        await answer('queued');
        await takeBack(question);
        expect(await keeping()).toEqual([false]);
      },
    );

    it.each(Object.entries(WAYS))('a question that %s, after later answers stood on it', async (_way, takeBack) => {
      startChat();
      await write('hello');
      await answer();
      const question = await write(`a ${SECRET}`);
      for (const later of ['and how much?', 'and in winter?']) {
        await answer();
        await write(later);
      }
      await answer();
      await takeBack(question);
      expect(await keeping()).toEqual([true, false, false, false]);
    });

    it.each(Object.entries(WAYS))(
      'a question that %s, while an answer that has read it is made',
      async (_way, takeBack) => {
        startChat();
        const question = await write(`a ${SECRET}`);
        await answer();
        await write('and how much?');
        const turn = await claim();
        await takeBack(question);
        expect(await commit(turn)).toBe('dropped');
        expect((await claim()).history.map(({ text }) => text)).not.toContain(`a ${SECRET}`);
        expect(await keeping()).toEqual([false]);
      },
    );

    it('risk: an edit of nothing that an answer in preparation reads has it made again', async () => {
      startChat();
      const old = await write('hello');
      await answer();
      for (let count = 0; count < REACH; count += 1) {
        await write('more');
        await answer();
      }
      const question = await write(`a ${SECRET}`);
      const turn = await claim();
      await edit(question, `a ${SECRET}`);
      await edit(old, 'good day');
      expect(await commit(turn)).toBe('committed');
    });

    it.each(Object.entries(WAYS))('the first question of a burst that %s', async (_way, takeBack) => {
      startChat();
      const question = await write(`a ${SECRET}`);
      for (let count = 0; count < 2 * REACH; count += 1) await write('and more');
      const turn = await claim();
      await takeBack(question);
      expect(await commit(turn)).toBe('dropped');
      const other = await write(`a ${SECRET}`);
      for (let count = 0; count < 2 * REACH; count += 1) await write('and more');
      await answer();
      await takeBack(other);
      expect(await keeping()).toEqual([false]);
    });

    it('answers that were too far away to read it keep their records', async () => {
      startChat();
      const question = await write(`a ${SECRET}`);
      await answer();
      for (let count = 0; count < REACH; count += 1) {
        await write('more');
        await answer();
      }
      await remove(question);
      const kept = await keeping();
      expect(kept.slice(0, REACH / 2)).not.toContain(true);
      expect(kept.at(-1)).toBe(true);
    });

    it('an edit that says the same leaves them as they are', async () => {
      startChat();
      const question = await write(`a ${SECRET}`);
      await answer();
      await edit(question, `a ${SECRET}`);
      expect(await keeping()).toEqual([true]);
    });
  },
);
