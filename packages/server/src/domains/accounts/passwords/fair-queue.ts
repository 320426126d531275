/** A queue in which every owner has a turn before any of them has a second one. */
export type FairQueue<Item> = {
  readonly size: number;
  /** False when its owner already waits with as many as he may. */
  add(owner: string, item: Item): boolean;
  shift(): Item | undefined;
  /** Takes the newest one of whoever waits with the most. */
  dropOfLongest(): Item | undefined;
  /** False when it does not wait here. */
  remove(item: Item): boolean;
};

/** Whoever did not wait before comes ahead of those that had a turn and still wait: a crowd costs him next to nothing. */
export function createFairQueue<Item>({ maxOfOne }: { maxOfOne: number }): FairQueue<Item> {
  // Each in the order of the next turn; an owner without items has no entry.
  const arrived = new Map<string, Item[]>();
  const returned = new Map<string, Item[]>();
  let size = 0;

  function take(owner: string, at: number): Item | undefined {
    const items = arrived.get(owner) ?? returned.get(owner) ?? [];
    const [item] = items.splice(at, 1);
    if (item !== undefined) size -= 1;
    if (items.length > 0) return item;
    arrived.delete(owner);
    returned.delete(owner);
    return item;
  }

  return {
    get size() {
      return size;
    },
    add(owner, item) {
      const items = arrived.get(owner) ?? returned.get(owner) ?? [];
      if (items.length >= maxOfOne) return false;
      if (items.length === 0) arrived.set(owner, items);
      items.push(item);
      size += 1;
      return true;
    },
    shift() {
      const [next] = arrived.size > 0 ? arrived : returned;
      if (next === undefined) return undefined;
      const [owner, items] = next;
      const item = take(owner, 0);
      for (const owners of [arrived, returned]) owners.delete(owner);
      if (items.length > 0) returned.set(owner, items);
      return item;
    },
    dropOfLongest() {
      const [longest] = [...arrived, ...returned].sort(([, one], [, other]) => other.length - one.length);
      return longest && take(longest[0], -1);
    },
    remove(item) {
      for (const [owner, items] of [...arrived, ...returned]) {
        const at = items.indexOf(item);
        if (at >= 0) return take(owner, at) !== undefined;
      }
      return false;
    },
  };
}
