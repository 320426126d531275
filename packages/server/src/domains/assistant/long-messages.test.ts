import { expect, it } from 'vitest';
import { useTalks } from './testing/open-talk.ts';

/* What strangers can make the assistant compute: a message of the greatest length beside a long price list. */

const ROWS = Array.from(
  { length: 150 },
  (_, at) => `Диск литой R${13 + (at % 9)}, вес от ${at} до ${at + 10} кг, XS, S, M, L, XL — ${1000 + at * 10} ₽`,
);
const pieces = Array.from({ length: 10 }, (_, at) => ROWS.slice(at * 15, at * 15 + 15).join('\n'));
const { ask } = useTalks({
  shop: { file: pieces.join('\n\n') },
  odd: { file: '# Диски\nДиск R14 — 900 ₽\nДиск детский до 5до 5 дюймов — 700 ₽\nДиск R16 — 1100 ₽' },
});

const MAX_CHARACTERS = 4000;
const message = (word: (at: number) => string) =>
  `Сколько стоит диск ${Array.from({ length: 1000 }, (_, at) => word(at)).join(' ')}`.slice(0, MAX_CHARACTERS);
/** So many times what a message of words as long as this one takes; without bounds it was up to 150 times. */
const MOST_TIMES = 10;

const cpuOf = async (question: string): Promise<number> => {
  const begin = process.cpuUsage();
  await ask('shop', question);
  return process.cpuUsage(begin).user;
};

it.each([
  ['radii', (at: number) => `R${10 + (at % 89)}`],
  ['ranges', (at: number) => `от ${at} до ${at + 1} кг`],
  ['weights', (at: number) => `${at} кг`],
  ['codes', (at: number) => `A${at}B`],
  ['sizes', (at: number) => `${[256, 64, 16, 4, 1].map((step) => 'xхXХ'[Math.floor(at / step) % 4]).join('')}л`],
  ['counted sizes', (at: number) => `${1 + (at % 99)}xl`],
  ['words', (at: number) => `диск${at.toString(36)}`],
])('risk: one message of %s keeps all others waiting', async (_title, word) => {
  const usual = message((at) => ['литой', 'привезите', 'завтра', 'утром', 'спасибо'][at % 5] ?? '');
  await cpuOf(usual);
  const plain = await cpuOf(`${usual}.`);
  expect(await cpuOf(message(word))).toBeLessThan(plain * MOST_TIMES);
});

it.each(['Сколько стоит диск до 5до 5 дюймов?', 'Диск R14 цена'])(
  'risk: a range that begins within another one ends the turn: «%s»',
  async (question) => {
    expect((await ask('odd', question)).kind).not.toBe('silent');
  },
);
