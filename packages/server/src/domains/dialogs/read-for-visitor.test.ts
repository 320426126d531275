import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { aroundStatements } from '../../testing/around-statements.ts';
import { receiveText } from '../../testing/receive-text.ts';
import { answerWith, buildAccount, buildTelegramChannel, type Core, startCore } from '../../testing/start-core.ts';

describe('what a visitor catches up on', () => {
  let core: Core;
  beforeAll(async () => {
    core = await startCore();
  });
  let stop: () => void = () => undefined;
  afterEach(() => stop());
  afterAll(() => core.close());

  async function ask() {
    const { accountId, channelId } = await buildTelegramChannel(core, await buildAccount(core));
    const place = { accountId, channelId, chatId: 'visitor' };
    await receiveText(core, place, { chatId: place.chatId, text: 'позовите человека' });
    const dialog = await core.dialogs.find(place);
    const turn = dialog && (await core.dialogs.claimTurn({ accountId, dialogId: dialog.id }));
    if (turn === undefined) throw new Error('no turn');
    const decision = answerWith('A person will answer', { kind: 'hand-over', reason: 'customer_asked' });
    return {
      callPerson: () => core.dialogs.commitTurn(turn, { state: 'sent', isCounted: false, sendsNow: false, decision }),
      read: (afterVersion: number) => core.dialogs.readForVisitor({ ...place, afterVersion, limit: 50 }),
    };
  }

  /** Once, right before the messages are read, which is after their dialog. */
  function beforeMessages(happen: () => Promise<unknown>): void {
    const todo = [happen];
    stop = aroundStatements(core.pool, async ({ text, run }) => {
      if (text.startsWith('select m.id')) await todo.pop()?.();
      return await run();
    });
  }

  it.each(['at first', 'later'])(
    'risk: a person is called between the look at the dialog and at its messages, and the wait is never told: %s',
    async (when) => {
      const { read, callPerson } = await ask();
      const after = when === 'later' ? (await read(0)).version : 0;
      beforeMessages(callPerson);
      const reading = await read(after);
      expect(reading.messages.map(({ decision }) => decision)).toContain('hand-over');
      expect(reading.isWaiting).toBe(true);
    },
  );
});
