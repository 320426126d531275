import { afterEach, describe, expect, it } from 'vitest';
import { systemClock } from '../../platform/time/clock.ts';
import { createSharedClock } from '../../platform/time/shared-clock.ts';
import {
  answerWith,
  buildAccount,
  buildTelegramChannel,
  buildUpdate,
  type Core,
  meetCustomer,
  startCore,
} from '../../testing/start-core.ts';
import { createTestClock } from '../../testing/test-clock.ts';

const CHATS = Array.from({ length: 20 }, (_, index) => 400 + index);
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const DELAY_SECONDS = 5;

let open: Core[] = [];
afterEach(async () => {
  for (const core of open.reverse()) await core.close();
  open = [];
});

async function buildShop(core: Core) {
  const channel = await buildTelegramChannel(core, await buildAccount(core, { plan: 'starter', messagesLimit: null }), {
    dialogDelay: DELAY_SECONDS,
  });
  for (const chatId of CHATS) meetCustomer(core, channel.bot, chatId);
  return channel;
}

type Shop = Awaited<ReturnType<typeof buildShop>>;

let nextUpdate = 1;
async function ask(core: Core, { accountId, channelId }: Shop, chatId: number): Promise<void> {
  nextUpdate += 1;
  const events = [buildUpdate({ updateId: nextUpdate, chatId, messageId: nextUpdate, text: 'one' })];
  await core.gateway.acceptEvents({ accountId, channelId, events });
  await core.idle();
}

const seen = (core: Core, { bot }: Shop, chatId: number) =>
  core.telegram
    .messagesOf(chatId, bot.token)
    .flatMap((entry) => (entry.author === 'bot' ? [entry.message.text ?? ''] : []));

async function settle(): Promise<void> {
  for (const core of open) {
    await core.idle();
    await core.sweep();
    await core.idle();
  }
}

describe.each(['server', 'embedded'] as const)(
  'risk: the clock of the host is set while answers are due (%s)',
  (kind) => {
    it.each([
      ['an hour back', [-HOUR_MS]],
      ['a day ahead and back', [DAY_MS, -DAY_MS]],
    ])('%s: every dialog is answered once, when it is due', async (_title, jumps) => {
      // Shared time passes by the monotonic clock alone, as it does in the product.
      const time = createTestClock();
      let passedMs = 0;
      const clock = createTestClock();
      const core = await startCore({
        kind,
        clock,
        sharedClock: {
          now: () => new Date(time.now().getTime() + passedMs),
          after: clock.after,
          sync: async () => undefined,
        },
      });
      open.push(core);
      const shop = await buildShop(core);
      for (const chatId of CHATS) await ask(core, shop, chatId);
      for (const jump of jumps) {
        clock.jump(jump);
        await settle();
      }
      expect(CHATS.flatMap((chatId) => seen(core, shop, chatId))).toEqual([]);
      passedMs += DELAY_SECONDS * 1000;
      clock.advance(DELAY_SECONDS * 1000);
      await settle();
      for (const chatId of CHATS) expect(seen(core, shop, chatId)).toEqual(['re: one']);
    });
  },
);

describe('risk: two nodes whose clocks differ by an hour', () => {
  it('agree on what is due: one answer, and no lease is stolen', async () => {
    const early = await startCore({ clock: systemClock });
    open.push(early);
    const shared = async (core: Core) => {
      const clock = createSharedClock({ pool: core.pool, clock: systemClock });
      await clock.sync();
      return clock;
    };
    let isThinking = true;
    let asked = 0;
    const decideTurn = async () => {
      asked += 1;
      await expect.poll(() => isThinking).toBe(false);
      return answerWith('re: one');
    };
    const lateClock = { ...systemClock, now: () => new Date(Date.now() + HOUR_MS) };
    const one = await startCore({ beside: early, clock: systemClock, sharedClock: await shared(early), decideTurn });
    const late = await startCore({ beside: early, clock: lateClock, sharedClock: await shared(early), decideTurn });
    open.push(one, late);
    const shop = await buildTelegramChannel(early, await buildAccount(early, { plan: 'starter', messagesLimit: null }));
    const [chatId = 0] = CHATS;
    meetCustomer(early, shop.bot, chatId);
    nextUpdate += 1;
    await one.gateway.acceptEvents({
      ...shop,
      events: [buildUpdate({ updateId: nextUpdate, chatId, messageId: nextUpdate, text: 'one' })],
    });
    await expect.poll(() => asked).toBe(1);
    await late.sweep();
    expect(asked).toBe(1);
    isThinking = false;
    await settle();
    expect(asked).toBe(1);
    expect(seen(early, shop, chatId)).toEqual(['re: one']);
  });
});
