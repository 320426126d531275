import { networksOf } from '../network-of.ts';

/** Counts what lasts by network and by the blocks around it, each with its bound. */
export type NetworkCounts = {
  /** Counts one more and gives what takes it back; undefined: a network or a block has all that it may have. */
  add(address: string): (() => void) | undefined;
};

export function createNetworkCounts(max: number): NetworkCounts {
  const counts = new Map<string, number>();

  function remove(key: string): void {
    const left = (counts.get(key) ?? 1) - 1;
    if (left > 0) counts.set(key, left);
    else counts.delete(key);
  }

  return {
    add(address) {
      const networks = networksOf(address);
      if (networks.some(({ key, share }) => (counts.get(key) ?? 0) >= max * share)) return undefined;
      for (const { key } of networks) counts.set(key, (counts.get(key) ?? 0) + 1);
      return () => {
        for (const { key } of networks) remove(key);
      };
    },
  };
}
