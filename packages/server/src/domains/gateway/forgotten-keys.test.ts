import { afterEach, expect, it } from 'vitest';
import type { Connector, SendOutcome } from '../../connectors/port.ts';
import { connectors } from '../../connectors/registry.ts';
import { telegramConnector } from '../../connectors/telegram/index.ts';
import {
  buildAccount,
  buildTelegramChannel,
  buildUpdate,
  type Core,
  type CoreOptions,
  startCore,
} from '../../testing/start-core.ts';
import { createTestClock } from '../../testing/test-clock.ts';

const MINUTE_MS = 60_000;
const CHAT = 1870;
const lost: SendOutcome = { kind: 'unknown', reason: 'no_answer', sentParts: [] };
const limited: SendOutcome = { kind: 'retry', reason: 'rate_limited', afterMs: 60_000, sentParts: [], scope: 'chat' };
const sent: SendOutcome = { kind: 'sent', vendorIds: ['v-1'] };

const open: Core[] = [];
afterEach(async () => {
  for (const core of open.splice(0).reverse()) await core.close();
});

/** A platform that drops repeats of a number for an hour; `answer` is what it says to the next sends. */
async function startShop({ first = lost, ...options }: Pick<CoreOptions, 'kind'> & { first?: SendOutcome } = {}) {
  const clock = createTestClock();
  const platform = { answer: first, sentAt: [] as number[] };
  const startedAt = clock.now().getTime();
  const telegram: Connector = {
    ...telegramConnector,
    descriptor: { ...telegramConnector.descriptor, isSendIdempotent: true, sendKeyMinutes: 55 },
    send: async () => {
      platform.sentAt.push((clock.now().getTime() - startedAt) / MINUTE_MS);
      return platform.answer;
    },
  };
  const core = await startCore({ ...options, clock, connectors: { ...connectors, telegram } });
  open.push(core);
  const { accountId, channelId } = await buildTelegramChannel(core, await buildAccount(core));
  const pass = async (minutes: number) => {
    for (let minute = 0; minute < minutes; minute += 1) {
      clock.advance(MINUTE_MS);
      await core.sweep();
      await core.idle();
    }
  };
  const question = buildUpdate({ updateId: 1, chatId: CHAT, messageId: 1, text: 'one' });
  await core.gateway.acceptEvents({ accountId, channelId, events: [question] });
  await core.idle();
  await core.sweep();
  await core.idle();
  const place = { accountId, channelId, chatId: String(CHAT) };
  const answer = async () =>
    (await core.dialogs.messages({ ...place, limit: 10, offset: 0 })).messages.find(
      ({ author }) => author === 'assistant',
    );
  return { platform, pass, answer, core, place };
}

it.each(['server', 'embedded'] as const)(
  'risk: an answer arrives twice, because the platform has forgotten its number (%s)',
  async (kind) => {
    const { platform, pass, answer, core, place } = await startShop({ kind });
    await pass(30);
    expect((await answer())?.delivery.state).toBe('retry');
    expect(platform.sentAt.length).toBeGreaterThan(4);
    await pass(300);
    expect(Math.max(...platform.sentAt)).toBeLessThan(60);
    // Nobody knows, whether the last try got no answer or was cut off.
    expect((await answer())?.delivery).toMatchObject({ state: 'unknown' });
    const before = platform.sentAt.length;
    platform.answer = sent;
    // A person knows that it may arrive twice.
    await core.dialogs.retry({ ...place, messageId: (await answer())?.id ?? '', userId: 'u1' });
    await pass(1);
    expect(platform.sentAt).toHaveLength(before + 1);
    expect((await answer())?.delivery.state).toBe('sent');
  },
);

it('a pause of the platform after a lost answer does not outlive the number', async () => {
  const { platform, pass, answer } = await startShop();
  platform.answer = limited;
  await pass(300);
  expect(Math.max(...platform.sentAt)).toBeLessThan(60);
  expect((await answer())?.delivery).toMatchObject({ state: 'unknown', reason: 'no_answer' });
});

it('what certainly did not arrive is tried for hours', async () => {
  const { platform, pass, answer } = await startShop({ first: limited });
  platform.answer = limited;
  await pass(180);
  platform.answer = sent;
  await pass(10);
  expect((await answer())?.delivery.state).toBe('sent');
});

it('a lost answer within the hour is asked for again, and is sent', async () => {
  const { platform, pass, answer } = await startShop();
  await pass(40);
  platform.answer = sent;
  await pass(10);
  expect((await answer())?.delivery.state).toBe('sent');
});
