import type { VisitorReading } from '../deps.ts';
import { type Around, toVisibleChange } from '../visible-message.ts';
import { formatEvent } from './event-format.ts';

export const PAGE_SIZE = 50;

export type ReadingWriter = {
  version(): number;
  /** Writes what changed, oldest change first, with the words about the wait for a person and the pictures of people by message; true when the page was cut and there is more to read. */
  write(reading: VisitorReading, around: Pick<Around, 'waiting'> & { pictures: Pictures }): boolean;
};

export type Pictures = ReadonlyMap<string, string>;

/** Turns readings of the store into events and keeps the place. */
export function createReadingWriter(after: number, send: (text: string) => void): ReadingWriter {
  const state = { version: after };
  const written = new Set<string>();

  const writeAnalytics = (reading: VisitorReading) => {
    const happened = { athena_first_user_message: reading.hasCustomerMessage, athena_complete: reading.isTriggered };
    for (const name of ['athena_first_user_message', 'athena_complete'] as const) {
      if (!happened[name] || written.has(name)) continue;
      written.add(name);
      send(formatEvent({ name: 'analytics', data: { name } }));
    }
  };

  return {
    version: () => state.version,
    write: (reading, { waiting, pictures }) => {
      const changed = reading.messages.toSorted((one, other) => one.version - other.version);
      for (const message of changed) {
        const change = toVisibleChange(message, { waiting, picture: pictures.get(message.id) ?? null });
        if (change !== undefined) send(formatChange(change));
      }
      // The first reading is the newest page of the history; what is older stays unread on purpose.
      const isCut = state.version > 0 && changed.length >= PAGE_SIZE;
      const reached = isCut ? (changed.at(-1)?.version ?? 0) : reading.version;
      state.version = Math.max(state.version, reached);
      if (!isCut) writeAnalytics(reading);
      return isCut;
    },
  };
}

function formatChange(change: NonNullable<ReturnType<typeof toVisibleChange>>): string {
  if (change.kind === 'message')
    return formatEvent({ name: 'message', data: change.message, id: change.message.version });
  const { id, version } = change;
  return formatEvent({ name: 'removed', data: { id, version }, id: version });
}
