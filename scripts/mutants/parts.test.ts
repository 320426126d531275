import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { connectors } from '../../packages/server/src/connectors/registry.ts';
import { chooseParts, findParts } from './parts.ts';

const folder = join(import.meta.dirname, '../../packages/server/src/connectors');
const parts = findParts(folder, Object.keys(connectors));
const partOf = (name: string) => parts.find((part) => part.name === name);

describe('what is changed to try the tests of a channel', () => {
  it('has the four readers of every channel', () => {
    for (const channel of Object.keys(connectors)) {
      const readers = ['errors', 'parse', 'payload', 'verify'].map((reader) => `${channel}/${reader}.ts`);
      expect(partOf(channel)?.files).toEqual(expect.arrayContaining(readers));
    }
  });

  it('follows what they import of the folder and of the vendor, and no further', () => {
    expect(partOf('telegram')?.files).toEqual(expect.arrayContaining(['telegram/payload.ts']));
    expect(partOf('vendors/meta')?.files).toEqual(
      expect.arrayContaining(['envelope', 'messaging/parse-item'].map((name) => `vendors/meta/${name}.ts`)),
    );
    const files = parts.flatMap((part) => part.files);
    expect(new Set(files).size).toBe(files.length);
    expect(files.filter((file) => file.startsWith('..') || file.startsWith('calls/'))).toEqual([]);
  });

  it('leaves out what calls the platform', () => {
    expect(partOf('vendors/meta')?.files).not.toContain('vendors/meta/messaging/send-messages.ts');
  });

  it('judges what channels share by the tests of all of them', () => {
    expect(partOf('vendors/meta')?.channels).toEqual(expect.arrayContaining(['facebook', 'instagram', 'whatsapp']));
  });

  it('brings the parts of its vendors along with a channel, and refuses a name that nothing has', () => {
    const namesOf = (...asked: string[]) => chooseParts(parts, asked).map(({ name }) => name);
    expect(namesOf('telegram')).toEqual(['telegram']);
    expect(namesOf('facebook').sort()).toEqual(['facebook', 'vendors/meta']);
    expect(namesOf('vendors/meta')).toEqual(['vendors/meta']);
    expect(namesOf()).toHaveLength(parts.length);
    expect(() => namesOf('telegramm')).toThrow('telegramm');
  });
});
