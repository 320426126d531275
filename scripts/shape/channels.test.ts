import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import {
  channelDescriptors,
  describeChannel,
  familyOf,
  offeredChannelTypes,
} from '../../packages/contract/src/index.ts';
import { connectors } from '../../packages/server/src/connectors/registry.ts';
import { suiteConnectors } from '../../packages/server/src/connectors/suite/suite-connectors.ts';

const root = join(import.meta.dirname, '../..');

function readTexts(locale: 'ru' | 'en'): Set<string> {
  const folder = join(root, `packages/contract/src/texts/${locale}`);
  const files = readdirSync(folder).map((name) => JSON.parse(readFileSync(join(folder, name), 'utf8')));
  return new Set(files.flatMap((texts) => Object.keys(texts)));
}

const texts = { ru: readTexts('ru'), en: readTexts('en') };

function titleOf(type: string, locale: 'ru' | 'en'): string {
  const file = join(root, `packages/contract/src/texts/${locale}/channels.json`);
  return String(JSON.parse(readFileSync(file, 'utf8'))[`channels.${type}.title`]);
}

/** Names of a typed field that the calls of the API have for something else. */
const RESERVED = new Set([
  'channelType',
  'id',
  'name',
  'knowledgeBaseId',
  'replaceWebhook',
  'options',
  'active',
  'role',
]);

describe('the five places of a channel', () => {
  it('are one list: descriptors, registry and folders', () => {
    const types = Object.keys(channelDescriptors).sort();
    expect([...offeredChannelTypes].sort()).toEqual(types);
    expect(Object.keys(connectors).sort()).toEqual(types);
  });

  it.each(offeredChannelTypes)('%s has its folder, its descriptor, its help page and its texts', (type) => {
    for (const path of [
      `packages/server/src/connectors/${type}/index.ts`,
      `packages/contract/src/channels/${type}.ts`,
      `docs/channels/${type}.md`,
      `docs/channels/${type}.en.md`,
    ])
      expect(existsSync(join(root, path)), path).toBe(true);
    expect(connectors[type]?.descriptor).toBe(describeChannel(type));
    const isOneOfSeveral = offeredChannelTypes.some((other) => other !== type && familyOf(other) === familyOf(type));
    const ofType = ['title', 'about', ...(isOneOfSeveral ? ['way', 'way_about'] : [])];
    const fixed = [`shell.channel.${type}`, ...ofType.map((key) => `channels.${type}.${key}`)];
    for (const key of [...fixed, ...keysOf(type)])
      for (const locale of ['ru', 'en'] as const) expect(texts[locale].has(key), `${locale} ${key}`).toBe(true);
  });

  it.each(Object.keys(suiteConnectors))('%s declares fields and keys that are usable as they are', (type) => {
    const connector = suiteConnectors[type];
    for (const { name, pattern } of connector?.descriptor.credentials ?? []) {
      expect(RESERVED.has(name), name).toBe(false);
      expect(() => new RegExp(pattern ?? '', 'u')).not.toThrow();
    }
    const names = (connector?.connect.steps ?? []).map(({ name }) => name);
    expect(new Set([...names, 'review']).size).toBe(names.length + 1);
    for (const key of Object.keys(connector?.environment.urls ?? {})) expect(key).toMatch(/_API_URL$/);
    const { keys = [], optionalKeys = [] } = connector?.environment ?? {};
    for (const key of [...keys, ...optionalKeys])
      expect(key).toMatch(/_(?:APP_ID|APP_SECRET|CLIENT_ID|CLIENT_SECRET|VERIFY_TOKEN)$/);
  });
});

/** Keys of texts that a descriptor and the steps of its connector name. */
function keysOf(type: (typeof offeredChannelTypes)[number]): string[] {
  const { before, warning, credentials, instructions } = describeChannel(type);
  const ofFields = credentials.flatMap(({ label, hint, wrongForm }) => [label, hint, wrongForm]);
  const ofSteps = (connectors[type]?.connect.steps ?? []).flatMap((step) => [step.title, ...(step.instructions ?? [])]);
  return [...before, warning, ...instructions, ...ofFields, ...ofSteps].filter(
    (key) => key !== null && key !== undefined,
  );
}

/** Where the specification's own calls and values name a platform; nothing else of the core does. */
const MAY_NAME = new Set([
  'packages/contract/src/channels/channel-types.ts',
  'packages/contract/src/channels/specified-types.ts',
  'packages/contract/src/channel-contacts.ts',
  'packages/contract/src/channel-settings.ts',
  'packages/contract/src/index.ts',
  'packages/contract/src/routes/channels.ts',
  'packages/contract/src/routes/numbers.ts',
  'packages/contract/src/user-values.ts',
  'packages/contract/src/channels/widget-values.ts',
  'packages/server/src/connectors/registry.ts',
  'packages/contract/src/passwords/common-words.ts',
  // Services that measure a site, one of which shares its name with a platform.
  'packages/contract/src/widget-protocol.ts',
  'packages/widget/src/session/analytics.ts',
  // Words of customers, not of the code.
  'packages/server/src/domains/assistant/writing/figures-guard.ts',
]);

/** Names in both languages, and those of what belongs to a platform: its library, its provider, its hosts. */
const NAMES = [
  /telegram|viber|vkontakte|avito|intercom|whatsapp|instagram|facebook|baileys|360dialog|fbsbx|lookaside/i,
  /\b(?:waba|vk)\b/i,
  /телеграм|вайбер|вконтакте|авито|интерком|в[ао]тс[ао]п|инстаграм|фейсбук/i,
];

const isNaming = (text: string): boolean => NAMES.some((names) => names.test(text));

describe('the core', () => {
  it.each(offeredChannelTypes.filter((type) => type !== 'widget'))(
    'would be caught naming %s in any language',
    (type) => {
      for (const name of [type, titleOf(type, 'ru'), titleOf(type, 'en')]) expect(isNaming(name), name).toBe(true);
    },
  );

  it('names no platform', () => {
    const isOwn = (path: string) =>
      path.includes('connectors/vendors/') ||
      offeredChannelTypes.some((type) => path.includes(`connectors/${type}/`) || path.endsWith(`channels/${type}.ts`));
    const folders = ['contract', 'server', 'web', 'widget'].map((name) => `packages/${name}/src`);
    const places = folders.flatMap((folder) =>
      readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
        .map((name) => `${folder}/${name.replaceAll('\\', '/')}`)
        .filter((path) => /\.tsx?$/.test(path) && !/\.test\.tsx?$|\/testing\/|\/connectors\/suite\//.test(path)),
    );
    expect(places.length).toBeGreaterThan(200);
    const naming = places.filter((path) => !isOwn(path) && isNaming(readFileSync(join(root, path), 'utf8')));
    expect(naming.filter((path) => !MAY_NAME.has(path))).toEqual([]);
  });
});
