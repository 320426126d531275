import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import * as contract from '../../packages/contract/src/index.ts';

const folder = join(import.meta.dirname, '../../packages/contract/src/texts');
const catalogue = z.record(z.string(), z.string());
const read = (language: string, file: string) =>
  catalogue.parse(JSON.parse(readFileSync(join(folder, language, file), 'utf8')));
const files = readdirSync(join(folder, 'ru')).sort();

/** Keys that the specification itself names (section 2, root shell). */
const NAMED = 'new_build.';

const forms = { ru: ['few', 'many', 'one', 'other'], en: ['one', 'other'] } as const;
const pluralEnd = /_(zero|one|two|few|many|other)$/;
const stemOf = (key: string) => key.replace(pluralEnd, '');
const placeholdersOf = (text: string) =>
  [...new Set([...text.matchAll(/\{\{\s*(\w+)\s*\}\}/g)].map((match) => match[1]))].sort();

/** Keys without their plural forms; a key that ends like a form but has no sisters is an ordinary one. */
function stemsOf(texts: Record<string, string>): Map<string, string[]> {
  const stems = new Map<string, string[]>();
  for (const key of Object.keys(texts)) {
    const isPlural = `${stemOf(key)}_other` in texts && pluralEnd.test(key);
    const stem = isPlural ? stemOf(key) : key;
    stems.set(stem, [...(stems.get(stem) ?? []), isPlural ? (pluralEnd.exec(key)?.[1] ?? '') : '']);
  }
  return stems;
}

it('both languages have the same files', () => {
  expect(readdirSync(join(folder, 'en')).sort()).toEqual(files);
});

describe.each(files)('%s', (file) => {
  const ru = read('ru', file);
  const en = read('en', file);

  it('the same keys in both languages, each under the name of its file', () => {
    expect([...stemsOf(en).keys()].sort()).toEqual([...stemsOf(ru).keys()].sort());
    const place = file.replace('.json', '.');
    expect(Object.keys(ru).filter((key) => !key.startsWith(place) && !key.startsWith(NAMED))).toEqual([]);
  });

  it('the same placeholders in both languages', () => {
    const russian = stemsOf(ru);
    const differing = [...stemsOf(en)].flatMap(([stem]) => {
      const pick = (texts: Record<string, string>) => placeholdersOf(texts[stem] ?? texts[`${stem}_other`] ?? '');
      return russian.has(stem) && pick(ru).join() !== pick(en).join() ? [stem] : [];
    });
    expect(differing).toEqual([]);
  });

  it.each(['ru', 'en'] as const)('plurals are complete in %s and count by the same placeholder', (language) => {
    const texts = language === 'ru' ? ru : en;
    for (const [stem, ends] of stemsOf(texts)) {
      if (ends[0] === '') continue;
      expect([stem, ...ends.sort()]).toEqual([stem, ...forms[language]]);
      for (const end of ends)
        expect([stem, placeholdersOf(texts[`${stem}_${end}`] ?? '')]).toEqual([
          stem,
          placeholdersOf(texts[`${stem}_other`] ?? ''),
        ]);
    }
  });

  it('no text is empty, and none is left in the other language', () => {
    expect(
      Object.entries({ ...ru, ...en })
        .filter(([, text]) => text.trim() === '')
        .map(([key]) => key),
    ).toEqual([]);
    expect(
      Object.entries(en)
        .filter(([key, text]) => /[а-яё]/i.test(text) && !/locale|language/.test(key))
        .map(([key]) => key),
    ).toEqual([]);
  });
});

describe('what the code can say has a text', () => {
  const all = {
    ...read('ru', 'errors.json'),
    ...read('ru', 'dialogs.json'),
    ...read('ru', 'channels.json'),
    ...read('ru', 'settings.json'),
    ...read('ru', 'auth.json'),
    ...read('ru', 'knowledge.json'),
  };
  const spoken: [what: string, keys: string[]][] = [
    ['error codes', contract.errorCodes.map((code) => `errors.${code}`)],
    ['reasons of silence', contract.silenceReasons.map((reason) => `dialogs.silence.${reason}`)],
    [
      'states of a delivery',
      contract.deliveryStates.filter((state) => state !== 'received').map((state) => `dialogs.delivery.${state}`),
    ],
    ['speakers', contract.speakers.map((speaker) => `dialogs.speaker.${speaker}`)],
    ['decisions', contract.decisionKinds.filter((kind) => kind !== 'silent').map((kind) => `dialogs.decision.${kind}`)],
    ['kinds of attachments', contract.attachment.shape.type.options.map((type) => `dialogs.media.${type}`)],
    [
      'states of a channel',
      contract.channelStates.flatMap((state) => [
        `dialogs.channel_state.${state}`,
        ...['', '.meaning', '.action'].map((part) => `channels.state.${state}${part}`),
      ]),
    ],
    ['what brings a channel back', contract.channelFixes.map((fix) => `channels.fix.${fix}`)],
    [
      'reasons that channels declare',
      contract.offeredChannelTypes.flatMap((type) =>
        Object.keys(contract.describeChannel(type).reasons ?? {}).map((reason) => `channels.reason.${reason}`),
      ),
    ],
    ['reasons of sources', contract.sourceReasons.map((reason) => `knowledge.source.reason.${reason}`)],
    ['channels', contract.offeredChannelTypes.map((type) => `channels.${type}.title`)],
    ['requested fields', contract.requestedFields.map((field) => `channels.widget.requested.${field}`)],
    ['social networks without a name of their own', ['channels.widget.network.site']],
    ['analytics', contract.analyticsTypes.map((type) => `channels.widget.analytics.${type}`)],
  ];
  it.each(spoken)('%s', (_what, keys) => {
    expect(keys.filter((key) => !(key in all))).toEqual([]);
  });

  const source = join(import.meta.dirname, '../../packages/server/src');
  const textOf = (path: string) => readFileSync(join(source, path), 'utf8');
  const codeUnder = (path: string) =>
    readdirSync(join(source, path), { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts') && !name.includes('testing'))
      .map((name) => textOf(join(path, name)))
      .join('\n');

  it('reasons that a connector or the gateway gives for a delivery', () => {
    const code = ['connectors/telegram', 'domains/gateway', 'domains/dialogs'].map(codeUnder).join('\n');
    const reasons = [...code.matchAll(/\breason: '([a-z_]+)'/g)].map((match) => match[1] ?? '');
    const known = new Set(Object.keys(all).map((key) => key.split('.').at(-1)));
    expect(reasons.length).toBeGreaterThan(5);
    expect([...new Set(reasons)].filter((reason) => !known.has(reason) && !(reason in notShown))).toEqual([]);
  });

  it('reasons for which the assistant calls a person', () => {
    const reasons = [...codeUnder('domains/assistant').matchAll(/handOver\([^)]*?reason: '([a-z_]+)'/gs)].map(
      (match) => match[1] ?? '',
    );
    expect(reasons.length).toBeGreaterThan(3);
    expect(reasons.filter((reason) => !(`dialogs.handover.${reason}` in all))).toEqual([]);
  });
});

/** Notes that no screen shows, each with where it goes. */
const notShown: Record<string, string> = {
  chat_moved: 'the message is sent again at once to the new id of the group',
};
