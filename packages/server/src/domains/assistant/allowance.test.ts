import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  answerWith,
  buildAccount,
  buildTelegramChannel,
  buildUpdate,
  type Core,
  meetCustomer,
  startCore,
  type TelegramChannel,
} from '../../testing/start-core.ts';

/* What a plan sells is counted, and who writes when it is over gets words all the same. */

const HANDED_OVER = 'A person will answer you';
const PARALLEL = 40;
const LEFT = 30;

let free: Core;
let paid: Core;
let unlimited: Core;
let nextUpdate = 70_000;
let nextChat = 70_000;

/** A model while there is one to pay for, the base word for word afterwards: as `decide-turn` does it. */
const decideTurn: NonNullable<Parameters<typeof startCore>[0]>['decideTurn'] = async ({ turn }) => {
  const isWrittenByModel = turn.allowance === 'ok' && turn.turn.some(({ text }) => text !== 'verbatim');
  return answerWith(isWrittenByModel ? 'by the model' : 'from the base', { isWrittenByModel });
};

beforeAll(async () => {
  free = await startCore({ decideTurn });
  paid = await startCore({ beside: free, decideTurn, env: { STRIPE_SECRET_KEY: 'sk' } });
  unlimited = await startCore({ beside: free, decideTurn, env: { PLANS: 'off' } });
});
afterAll(async () => {
  await unlimited.close();
  await paid.close();
  await free.close();
});

type Shop = TelegramChannel & { core: Core };

async function buildShop(core: Core, account: Parameters<typeof buildAccount>[1]): Promise<Shop> {
  const accountId = await buildAccount(core, account);
  return { core, ...(await buildTelegramChannel(core, accountId, { handOverText: HANDED_OVER })) };
}

async function ask(shop: Shop, text: string): Promise<number> {
  const { core, accountId, channelId, bot } = shop;
  const chatId = nextChat++;
  meetCustomer(core, bot, chatId);
  const events = [buildUpdate({ updateId: nextUpdate++, chatId, messageId: 1, text })];
  await core.gateway.acceptEvents({ accountId, channelId, events });
  return chatId;
}

const heard = ({ core, bot }: Shop, chatId: number) =>
  core.telegram
    .messagesOf(chatId, bot.token)
    .flatMap((entry) => (entry.author === 'bot' ? [entry.message.text ?? ''] : []));

/** What customers who ask at the same time hear, sorted. */
async function askTogether(shop: Shop, { text, count = PARALLEL }: { text: string; count?: number }) {
  const chats = await Promise.all(Array.from({ length: count }, () => ask(shop, text)));
  await shop.core.idle();
  return chats.flatMap((chatId) => heard(shop, chatId)).sort();
}

async function usedOf({ core, accountId }: Shop): Promise<unknown> {
  const { rows } = await core.pool.query('select messages_used from accounts where id = $1', [accountId]);
  return rows[0]?.messages_used;
}

const waitingIn = async ({ core, accountId }: Shop) => (await core.dialogs.countUnread(accountId)).waiting;
const repeat = (text: string, count: number): string[] => Array.from({ length: count }, () => text);
const yesterday = () => new Date(free.clock.now().getTime() - 86_400_000);

describe('without a payment provider', () => {
  it(`${PARALLEL} answers word for word are given, whatever the trial of ${LEFT} says, and none is counted`, async () => {
    const shop = await buildShop(free, { plan: 'trial', messagesLimit: LEFT, messagesUsed: LEFT });
    expect(await askTogether(shop, { text: 'verbatim' })).toEqual(repeat('from the base', PARALLEL));
    expect(await usedOf(shop)).toBe(LEFT);
    expect(await waitingIn(shop)).toBe(0);
  });

  it(`risk: parallel questions pass the limit: exactly ${LEFT} of the model, the base answers the rest`, async () => {
    const shop = await buildShop(free, { plan: 'trial', messagesLimit: LEFT });
    expect(await askTogether(shop, { text: 'question' })).toEqual([
      ...repeat('by the model', LEFT),
      ...repeat('from the base', PARALLEL - LEFT),
    ]);
    expect(await usedOf(shop)).toBe(LEFT);
    expect(await waitingIn(shop)).toBe(0);
  });

  it('after the days of the trial the base goes on answering', async () => {
    const shop = await buildShop(free, { plan: 'trial', messagesLimit: LEFT, endsAt: yesterday() });
    expect(await askTogether(shop, { text: 'question', count: 1 })).toEqual(['from the base']);
  });

  it('risk: a free answer that is withdrawn gives back a message that it never took', async () => {
    const shop = await buildShop(free, { plan: 'trial', messagesLimit: LEFT, messagesUsed: 5 });
    const { core, bot } = shop;
    core.telegram.faults.add({
      kind: 'rate-limited',
      times: 2,
      retryAfter: 600,
      token: bot.token,
      method: 'sendMessage',
    });
    for (const [text, expected] of [
      ['verbatim', 5],
      ['question', 6],
    ] as const) {
      const chatId = await ask(shop, text);
      await core.idle();
      expect(await usedOf(shop)).toBe(expected);
      await core.dialogs.pause({ ...shop, chatId: String(chatId) });
      expect(await usedOf(shop)).toBe(5);
    }
  });
});

describe('with a payment provider', () => {
  it(`every answer counts: ${LEFT} of ${PARALLEL} are answered, the rest hears that a person will answer`, async () => {
    const shop = await buildShop(paid, { plan: 'trial', messagesLimit: LEFT });
    expect(await askTogether(shop, { text: 'verbatim' })).toEqual([
      ...repeat(HANDED_OVER, PARALLEL - LEFT),
      ...repeat('from the base', LEFT),
    ]);
    expect(await usedOf(shop)).toBe(LEFT);
    expect(await waitingIn(shop)).toBe(PARALLEL - LEFT);
  });

  it.each([
    ['plan', { plan: 'trial', messagesLimit: LEFT, endsAt: new Date(0) }],
    ['quota', { plan: 'starter', messagesLimit: LEFT, messagesUsed: LEFT }],
  ])('the owner reads why: %s', async (reason, account) => {
    const shop = await buildShop(paid, account);
    const chatId = await ask(shop, 'question');
    await paid.idle();
    expect(heard(shop, chatId)).toEqual([HANDED_OVER]);
    const found = await paid.dialogs.find({ ...shop, chatId: String(chatId) });
    expect(found?.chat).toMatchObject({ speaker: 'waiting', handOverReason: reason });
  });
});

it('where plans are off nothing ends', async () => {
  const shop = await buildShop(unlimited, {
    plan: 'trial',
    messagesLimit: LEFT,
    messagesUsed: LEFT,
    endsAt: yesterday(),
  });
  expect(await askTogether(shop, { text: 'question', count: 2 })).toEqual(repeat('by the model', 2));
  expect(await usedOf(shop)).toBe(LEFT);
});
