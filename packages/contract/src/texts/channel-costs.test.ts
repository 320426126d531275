import { expect, it } from 'vitest';
import { describeChannel, offeredChannelTypes } from '../channels/channel-types.ts';
import english from './en/channels.json' with { type: 'json' };
import russian from './ru/channels.json' with { type: 'json' };

const catalogues: Record<'ru' | 'en', Record<string, string>> = { ru: russian, en: english };
const cost = { ru: /бесплатн|не берёт|платн|евро|долларов/i, en: /\bfree\b|charges nothing|\bpaid\b|euros|dollars/i };
const ofPlatforms = offeredChannelTypes.filter((type) => describeChannel(type).panel === 'account');

it.each(ofPlatforms)('who connects %s reads what it costs', (type) => {
  const { before, instructions } = describeChannel(type);
  for (const locale of ['ru', 'en'] as const) {
    const words = [...before, ...instructions].map((key) => catalogues[locale][key] ?? '');
    expect(words.join(' ')).toMatch(cost[locale]);
  }
});

const atMeta = {
  ru: [/^Страница Facebook/, /^Приложение Meta.*App Review/],
  en: [/^A Facebook page/, /^A Meta app.*App Review/],
};

it.each(['facebook', 'instagram'] as const)(
  'who connects %s reads before anything else what it takes at Meta',
  (type) => {
    for (const locale of ['ru', 'en'] as const) {
      const words = describeChannel(type).before.map((key) => catalogues[locale][key] ?? '');
      for (const need of atMeta[locale]) expect(words.filter((line) => need.test(line))).toHaveLength(1);
    }
  },
);
