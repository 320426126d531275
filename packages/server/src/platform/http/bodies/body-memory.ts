import { type NetworkShare, networksOf } from '../network-of.ts';

export type BodyMemoryBounds = {
  /** Of all bodies together. */
  all: number;
  /** Of the bodies of one network; the blocks around it have larger bounds. */
  ofNetwork: number;
  /** The same for a network that is not trusted. */
  ofDoubtful: number;
};

/** One body in memory. */
export type HeldBody = {
  /** Whether it may take so many bytes in all. */
  grow(bytes: number): boolean;
  release(): void;
};

type Entry = { networks: readonly NetworkShare[]; bytes: number; end: () => void };

/** What bodies of strangers take in memory while they arrive and are worked on. */
export type BodyMemory = {
  /** `end` is called when the body has to make room: it is released then. */
  hold(body: { ip: string; isDoubtful: boolean; end: () => void }): HeldBody;
  /** Bytes of all bodies now. */
  readonly bytes: number;
};

/**
 * Counts what has arrived, never what is announced: nobody takes a place with a promise. When all is full, whoever asks
 * gets the place of the network that holds most, unless he is that network.
 */
export function createBodyMemory(bounds: BodyMemoryBounds): BodyMemory {
  const held = new Map<string, NetworkShare & { bytes: number }>();
  const entries = new Set<Entry>();
  let all = 0;

  function change(entry: Entry, by: number): void {
    all += by;
    entry.bytes += by;
    for (const network of entry.networks) {
      const bytes = (held.get(network.key)?.bytes ?? 0) + by;
      if (bytes > 0) held.set(network.key, { ...network, bytes });
      else held.delete(network.key);
    }
  }

  function release(entry: Entry): void {
    if (entries.delete(entry)) change(entry, -entry.bytes);
  }

  const weightAfter = ({ networks }: Entry, by: number) =>
    Math.max(...networks.map(({ key, share }) => ((held.get(key)?.bytes ?? 0) + by) / share));

  function makeRoom(asking: Entry, by: number): boolean {
    let heaviest = { key: '', weight: weightAfter(asking, by) };
    for (const { key, share, bytes } of held.values())
      if (bytes / share > heaviest.weight) heaviest = { key, weight: bytes / share };
    const oldest = [...entries].find(({ networks }) => networks.some(({ key }) => key === heaviest.key));
    if (oldest === undefined || oldest === asking) return false;
    release(oldest);
    oldest.end();
    return true;
  }

  return {
    hold({ ip, isDoubtful, end }) {
      const entry: Entry = { networks: networksOf(ip), bytes: 0, end };
      entries.add(entry);
      const max = isDoubtful ? bounds.ofDoubtful : bounds.ofNetwork;
      return {
        grow(bytes) {
          const by = bytes - entry.bytes;
          if (!entries.has(entry) || weightAfter(entry, by) > max) return false;
          while (all + by > bounds.all) if (!makeRoom(entry, by)) return false;
          change(entry, by);
          return true;
        },
        release: () => release(entry),
      };
    },
    get bytes() {
      return all;
    },
  };
}
