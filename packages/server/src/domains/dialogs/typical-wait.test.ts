import { afterAll, beforeAll, expect, it } from 'vitest';
import {
  answerWith,
  buildAccount,
  buildTelegramChannel,
  type Core,
  startCore,
  type TelegramChannel,
} from '../../testing/start-core.ts';
import { createTestClock } from '../../testing/test-clock.ts';

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;
const clock = createTestClock();
let core: Core;
let nextChat = 1;

beforeAll(async () => {
  core = await startCore({ clock });
});
afterAll(() => core.close());

const openChannel = async () =>
  buildTelegramChannel(core, await buildAccount(core, { plan: 'starter', messagesLimit: null }));

type At = Pick<TelegramChannel, 'accountId' | 'channelId'>;

/** A customer who asks for a person, once more for each further number, and is answered after the last. */
async function call(
  { accountId, channelId }: At,
  { waits, isAnswered = true }: { waits: number[]; isAnswered?: boolean },
) {
  const chatId = String(nextChat++);
  const place = { accountId, channelId, chatId };
  for (const [index, minutes] of waits.entries()) {
    await core.dialogs.receiveMessage(core.pool, {
      ...{ accountId, channelId, silence: null, dueAt: clock.now(), comeBackAt: null, isMediaStored: false },
      message: {
        kind: 'message',
        chat: { id: chatId, isGroup: false, title: '' },
        sender: { id: chatId, name: 'Customer', firstName: '', userName: null, language: null, phone: null },
        ...{ messageId: String(index), sentAt: clock.now(), text: 'call a person', attachments: [], replyTo: null },
        ...{ albumId: null, isOwn: false, isAddressed: true, clientId: null },
      },
    });
    const dialog = await core.dialogs.find(place);
    const turn = dialog && (await core.dialogs.claimTurn({ accountId, dialogId: dialog.id }));
    if (turn === undefined) throw new Error('no turn');
    const decision = answerWith('A person will answer', { kind: 'hand-over', reason: 'customer_asked' });
    await core.dialogs.commitTurn(turn, { state: 'sent', isCounted: false, sendsNow: false, decision });
    clock.advance(minutes * MINUTE_MS);
  }
  const words = { userId: 'u1', userName: 'Anna', text: 'Hello', urls: [], clientId: null, replyToId: null };
  if (isAnswered) await core.dialogs.send({ ...place, ...words, state: 'sent' });
}

it('the median until the first words of a person, from the first call; fewer than three calls say nothing', async () => {
  const channel = await openChannel();
  await call(channel, { waits: [2] });
  await call(channel, { waits: [3, 4] });
  expect(await core.dialogs.typicalWaitSeconds(channel)).toBeUndefined();
  await call(channel, { waits: [30] });
  expect(await core.dialogs.typicalWaitSeconds(channel)).toBe(7 * 60);
});

it('who was never answered counts, who called just now not yet, and two weeks later nothing of it', async () => {
  const channel = await openChannel();
  await call(channel, { waits: [5] });
  await call(channel, { waits: [5] });
  await call(channel, { waits: [0], isAnswered: false });
  expect(await core.dialogs.typicalWaitSeconds(channel)).toBeUndefined();
  clock.advance(120 * MINUTE_MS);
  expect(await core.dialogs.typicalWaitSeconds(channel)).toBe(5 * 60);
  await call(channel, { waits: [600], isAnswered: false });
  expect(await core.dialogs.typicalWaitSeconds(channel)).toBe(5 * 60);
  await call(channel, { waits: [600], isAnswered: false });
  expect(await core.dialogs.typicalWaitSeconds(channel)).toBeGreaterThan(9 * 3600);
  clock.advance(15 * DAY_MS);
  expect(await core.dialogs.typicalWaitSeconds(channel)).toBeUndefined();
});

it('another channel and another account have figures of their own', async () => {
  const [fast, slow] = [await openChannel(), await openChannel()];
  for (let count = 0; count < 3; count += 1) {
    await call(fast, { waits: [1] });
    await call(slow, { waits: [90] });
  }
  expect(await core.dialogs.typicalWaitSeconds(fast)).toBe(60);
  expect(await core.dialogs.typicalWaitSeconds(slow)).toBe(90 * 60);
  const foreign = { accountId: fast.accountId, channelId: slow.channelId };
  expect(await core.dialogs.typicalWaitSeconds(foreign)).toBeUndefined();
});
