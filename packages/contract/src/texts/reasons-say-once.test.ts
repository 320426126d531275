import { expect, it } from 'vitest';
import { describeChannel, meaningOfReason, offeredChannelTypes } from '../index.ts';
import english from './en/channels.json' with { type: 'json' };
import englishDialogs from './en/dialogs.json' with { type: 'json' };
import russian from './ru/channels.json' with { type: 'json' };
import russianDialogs from './ru/dialogs.json' with { type: 'json' };

const texts: [locale: string, texts: Record<string, string>, asks: RegExp][] = [
  ['ru', russian, /замените|введите|подключите|вставьте|оплатите/i],
  ['en', english, /\b(replace it|enter them|connect (it|the channel)|paste|pay)\b/i],
];

/** Reasons for which a channel that worked stops, beside those that its descriptor declares. */
const common = ['token_revoked', 'secrets_damaged', 'login_needed', 'access_removed', 'webhook_conflict'];

it.each(texts)('risk: what to do about a broken channel is said twice, in %s', (_locale, words, asks) => {
  const twice = offeredChannelTypes.flatMap((type) => {
    const { reasons = {} }: { reasons?: object } = describeChannel(type);
    return [...common, ...Object.keys(reasons)].filter((reason) => {
      const { fix } = meaningOfReason(type, reason);
      const isSaid = ['replace', 'connect', 'anew', 'payment'].includes(fix);
      return isSaid && asks.test(words[`channels.reason.${reason}`] ?? '');
    });
  });
  expect([...new Set(twice)]).toEqual([]);
});

const dialogTexts: [locale: string, texts: Record<string, string>, asks: RegExp][] = [
  ['ru', russianDialogs, /замените|введите|подключите|вставьте/i],
  ['en', englishDialogs, /\b(replace|enter|connect|link the|paste)\b/i],
];

it.each(dialogTexts)(
  'risk: who answers is to mend a channel, which its card asks of others, in %s',
  (_locale, words, asks) => {
    const asked = [...common, 'token_invalid'].concat(
      offeredChannelTypes.flatMap((type) => Object.keys(describeChannel(type).reasons ?? {})),
    );
    const deeds = asked.filter((reason) => asks.test(words[`dialogs.delivery.reason.${reason}`] ?? ''));
    expect([...new Set(deeds)]).toEqual([]);
  },
);
