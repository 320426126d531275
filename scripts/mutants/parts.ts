import { readFileSync } from 'node:fs';
import { join, relative } from 'node:path';

/**
 * What is tried at once: the readers in the folder of a channel (`telegram`), or those that channels of a vendor share
 * (`vendors/meta`). Paths are below the folder of connectors.
 */
export type Part = {
  name: string;
  files: string[];
  /** The channels that read through it: their tests have to notice. */
  channels: string[];
};

const readers = ['verify', 'parse', 'errors', 'payload'];

/** The parts of all channels. */
export function findParts(connectors: string, channels: readonly string[]): Part[] {
  const parts = new Map<string, { files: Set<string>; channels: Set<string> }>();
  for (const channel of channels) {
    for (const file of findReaders(connectors, channel)) {
      const name = file.startsWith('vendors/') ? file.split('/').slice(0, 2).join('/') : channel;
      const part = parts.get(name) ?? { files: new Set(), channels: new Set() };
      part.files.add(file);
      part.channels.add(channel);
      parts.set(name, part);
    }
  }
  return [...parts].map(([name, part]) => ({ name, files: [...part.files].sort(), channels: [...part.channels] }));
}

/** Those asked for by name; a channel brings the parts of its vendors along. All where nothing is asked. */
export function chooseParts(parts: readonly Part[], asked: readonly string[]): Part[] {
  const stranger = asked.find((name) => !parts.some((part) => part.name === name));
  if (stranger !== undefined)
    throw new Error(`There is no part ${stranger}: ${parts.map(({ name }) => name).join(' ')}`);
  const isAsked = ({ name, channels }: Part) => asked.includes(name) || channels.some((one) => asked.includes(one));
  return parts.filter((part) => asked.length === 0 || isAsked(part));
}

/**
 * The four readers of a channel and what they import of its folder and of its vendors, directly or through one another.
 * A module that waits for something (`await`) calls the platform: the tests of sending judge it.
 */
function findReaders(connectors: string, channel: string): string[] {
  const found = new Set<string>();
  const open = readers.map((reader) => `${channel}/${reader}.ts`);
  for (let file = open.pop(); file !== undefined; file = open.pop()) {
    const source = readFileSync(join(connectors, file), 'utf8');
    if (found.has(file) || /\bawait\b/.test(source)) continue;
    found.add(file);
    const imported = [...source.matchAll(/ from '(\.[^']+)'/g)].map(([, path = '']) =>
      relative(connectors, join(connectors, file, '..', path)),
    );
    open.push(...imported.filter((path) => path.startsWith(`${channel}/`) || path.startsWith('vendors/')));
  }
  return [...found];
}
