import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import {
  describeChannel,
  familyOf,
  groupFamilies,
  hasOtherWays,
  isOfferedName,
  needsWebhookAddress,
  offeredChannelTypes,
  signingFieldOf,
} from './channel-types.ts';

const read = (path: string) => readFileSync(new URL(path, import.meta.url), 'utf8');

it('ways to one platform are one entry, at the place of the first', () => {
  const families: Record<string, string> = { pigeon: 'bird', 'pigeon-express': 'bird', swift: 'bird' };
  const types = ['pigeon', 'courier', 'pigeon-express', 'swift'];
  expect(groupFamilies(types, (type) => families[type] ?? type)).toEqual([
    { family: 'bird', types: ['pigeon', 'pigeon-express', 'swift'] },
    { family: 'courier', types: ['courier'] },
  ]);
});

it('a platform with several ways lets its owner go back to the choice', () => {
  expect(offeredChannelTypes.filter(hasOtherWays)).toEqual(['whatsapp', 'whatsapp-360dialog', 'whatsapp-web']);
  expect(hasOtherWays('of-no-build')).toBe(false);
});

it('a type needs an address of the internet where nothing can be asked for or is kept open', () => {
  const needing = offeredChannelTypes.filter(needsWebhookAddress);
  expect(needing).toEqual(['instagram', 'facebook', 'whatsapp', 'whatsapp-360dialog', 'viber', 'intercom']);
});

it('every offered type stands in the gallery once, and its address is known', () => {
  expect(groupFamilies(offeredChannelTypes).flatMap(({ types }) => types)).toHaveLength(offeredChannelTypes.length);
  for (const type of offeredChannelTypes)
    expect([isOfferedName(type), isOfferedName(familyOf(type))]).toEqual([true, true]);
  expect([familyOf('of-no-build'), isOfferedName('of-no-build')]).toEqual(['of-no-build', false]);
});

it('risk: two channels look alike in a list: each has a mark of its own, one or two characters long', () => {
  const marks = offeredChannelTypes.map((type) => describeChannel(type).badge.letter);
  expect(new Set(marks.map((mark) => mark.toLowerCase())).size, marks.join(' ')).toBe(offeredChannelTypes.length);
  for (const mark of marks) expect(mark.length).toBeLessThanOrEqual(2);
});

it('the secret that a platform signs with is one of the fields that its owner types', () => {
  const signing = offeredChannelTypes.flatMap((type) => signingFieldOf(type) ?? []);
  expect(signing.map(({ kind, label }) => `${kind} ${label}`)).toEqual([
    'secret channels.instagram.app_secret',
    'secret channels.facebook.app_secret',
    'secret channels.whatsapp.secret',
    'secret channels.intercom.secret',
  ]);
});

it('the command that fetches a library is the same wherever it is said', () => {
  const commands = offeredChannelTypes.flatMap((type) => describeChannel(type).install ?? []);
  expect(commands).toHaveLength(1);
  for (const command of commands) {
    for (const locale of ['ru', 'en']) expect(read(`../texts/${locale}/channels.json`)).toContain(command);
    for (const guide of ['whatsapp-web.md', 'whatsapp-web.en.md'])
      expect(read(`../../../../docs/channels/${guide}`)).toContain(`\n${command}\n`);
  }
});
