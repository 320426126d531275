import { afterAll, beforeAll, expect, it } from 'vitest';
import { receiveText } from '../../../testing/receive-text.ts';
import { buildAccount, buildTelegramChannel, type Core, startCore } from '../../../testing/start-core.ts';
import { findUnanswered } from './list-unanswered.ts';
import type { ReadMessage } from './unanswered-store.ts';

const NOON = new Date('2026-11-26T12:00:00Z');

function build(message: Partial<ReadMessage>): ReadMessage {
  return {
    ...{ chatId: '7', channelId: 'channel', author: 'customer', text: '', canceled: false },
    ...{ silence: null, decision: null, reason: null, hasSources: false, openQuestions: [], createdAt: NOON },
    ...message,
  };
}
const customer = (text: string, more: Partial<ReadMessage> = {}) => build({ text, ...more });
const assistant = (decision: string, more: Partial<ReadMessage> = {}) =>
  build({ author: 'assistant', decision, ...more });
const call = assistant('hand-over', { reason: 'not_known' });
const offer = assistant('clarify', { reason: 'not_known' });

it.each<[string, ReadMessage[], string[]]>([
  ['a call for a person', [customer('Есть ли гравировка?'), call], ['Есть ли гравировка?']],
  [
    'a burst is one question',
    [customer('Добрый день'), customer('Гравировка есть?'), call],
    ['Добрый день\nГравировка есть?'],
  ],
  ['silence while a person is waited for', [customer('А упаковка?', { silence: 'not_known' })], ['А упаковка?']],
  ['no base', [customer('Где вы?'), assistant('hand-over', { reason: 'no_knowledge' })], ['Где вы?']],
  [
    'of several those that stay open',
    [
      customer('Где вы и есть ли гравировка?'),
      assistant('hand-over', { reason: 'not_known', openQuestions: ['есть ли гравировка?'] }),
    ],
    ['есть ли гравировка?'],
  ],
  [
    'an offer that nobody picked',
    [customer('Гравировка?'), offer, assistant('hand-over', { reason: 'not_chosen' })],
    ['Гравировка?'],
  ],
  [
    'an offer that was meant',
    [customer('Гравировка?'), offer, customer('1'), assistant('answer', { hasSources: true })],
    [],
  ],
  ['who asks for a person', [customer('Оператора'), assistant('hand-over', { reason: 'customer_asked' })], []],
  ['an answer', [customer('Где вы?'), assistant('answer', { hasSources: true })], []],
  ['what was taken back', [customer('Гравировка?', { canceled: true }), call], []],
  ['signs alone', [customer('???'), call], []],
])('%s', (_, messages, questions) => {
  expect(findUnanswered(messages).map(({ question }) => question)).toEqual(questions);
});

let core: Core;
beforeAll(async () => {
  core = await startCore();
});
afterAll(() => core.close());

it('the newest first, of these channels and of this account alone, and of the time asked for', async () => {
  const accountId = await buildAccount(core);
  const [{ channelId }, other, foreign] = await Promise.all([
    buildTelegramChannel(core, accountId),
    buildTelegramChannel(core, accountId),
    buildTelegramChannel(core, await buildAccount(core)),
  ]);
  const start = core.clock.now();
  for (const [chatId, place, text] of [
    ['1', { accountId, channelId }, 'Есть ли гравировка?'],
    ['2', { accountId, channelId }, 'Есть ли лифт?'],
    ['3', { accountId, channelId: other.channelId }, 'Есть ли парковка?'],
    ['4', foreign, 'Есть ли кресла?'],
  ] as const) {
    await receiveText(core, place, { chatId, text });
  }
  await core.pool.query(
    `update messages m set silence = 'not_known', created_at = $1::timestamptz + d.chat_id::int * interval '1 second'
      from dialogs d where d.account_id = m.account_id and d.id = m.dialog_id`,
    [start],
  );
  await core.pool.query("update dialogs set last_at = last_at + interval '1 minute'");
  const ask = async (place: { accountId: string; channelId: string }, afterMs: number) => {
    const since = new Date(start.getTime() + afterMs);
    const found = await core.dialogs.unanswered({ accountId: place.accountId, channelIds: [place.channelId], since });
    return found.map(({ question }) => question);
  };
  expect(await ask({ accountId, channelId }, -1)).toEqual(['Есть ли лифт?', 'Есть ли гравировка?']);
  expect(await ask({ accountId, channelId }, 1500)).toEqual(['Есть ли лифт?']);
  expect(await ask({ accountId, channelId: foreign.channelId }, -1)).toEqual([]);
});

it('risk: many who write of other things push an open question out of the list', async () => {
  const accountId = await buildAccount(core);
  const { channelId } = await buildTelegramChannel(core, accountId);
  const place = { accountId, channelId };
  await receiveText(core, place, { chatId: '1', text: 'Есть ли гравировка?' });
  await core.pool.query("update messages set silence = 'not_known' where account_id = $1", [accountId]);
  for (let chat = 2; chat < 330; chat += 1) await receiveText(core, place, { chatId: `${chat}`, text: 'Здравствуйте' });
  const since = new Date(core.clock.now().getTime() - 3_600_000);
  const found = await core.dialogs.unanswered({ accountId, channelIds: [channelId], since });
  expect(found.map(({ question }) => question)).toEqual(['Есть ли гравировка?']);
});
