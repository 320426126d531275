/**
 * Lists of numbers in one typed array: per key a run that moves to a doubled place when it is full.
 * Plain arrays or maps would take about ten times the memory at 100,000 passages.
 */
export type PostingLists = {
  starts: Int32Array;
  lengths: Int32Array;
  capacities: Int32Array;
  entries: Int32Array;
  counts: Uint8Array;
  used: number;
  /** Starts of left runs by the binary logarithm of their capacity, to be used again. */
  free: number[][];
};

const FIRST_CAPACITY = 2;
const LARGEST_COUNT = 255;

export function createPostingLists(): PostingLists {
  return {
    starts: new Int32Array(256),
    lengths: new Int32Array(256),
    capacities: new Int32Array(256),
    entries: new Int32Array(1024),
    counts: new Uint8Array(1024),
    used: 0,
    free: [],
  };
}

export function appendPosting(lists: PostingLists, posting: { key: number; entry: number; count: number }): void {
  const { key } = posting;
  if (key >= lists.starts.length) growKeys(lists, key + 1);
  const length = lists.lengths[key] ?? 0;
  if (length === (lists.capacities[key] ?? 0)) moveRun(lists, key);
  const place = (lists.starts[key] ?? 0) + length;
  lists.entries[place] = posting.entry;
  lists.counts[place] = Math.min(LARGEST_COUNT, posting.count);
  lists.lengths[key] = length + 1;
}

function growKeys(lists: PostingLists, needed: number): void {
  const size = Math.max(needed, lists.starts.length * 2);
  lists.starts = grownInts(lists.starts, size);
  lists.lengths = grownInts(lists.lengths, size);
  lists.capacities = grownInts(lists.capacities, size);
}

function moveRun(lists: PostingLists, key: number): void {
  const length = lists.lengths[key] ?? 0;
  const capacity = length === 0 ? FIRST_CAPACITY : length * 2;
  const start = lists.starts[key] ?? 0;
  const place = lists.free[Math.log2(capacity)]?.pop() ?? appendRun(lists, capacity);
  lists.entries.copyWithin(place, start, start + length);
  lists.counts.copyWithin(place, start, start + length);
  lists.starts[key] = place;
  lists.capacities[key] = capacity;
  if (length > 0) releaseRun(lists, { start, capacity: length });
}

function appendRun(lists: PostingLists, capacity: number): number {
  const place = lists.used;
  lists.used += capacity;
  if (lists.used > lists.entries.length) {
    const size = Math.max(lists.used, Math.ceil(lists.entries.length * 1.25));
    lists.entries = grownInts(lists.entries, size);
    const counts = new Uint8Array(size);
    counts.set(lists.counts);
    lists.counts = counts;
  }
  return place;
}

function releaseRun(lists: PostingLists, run: { start: number; capacity: number }): void {
  const size = Math.log2(run.capacity);
  const free = lists.free[size] ?? [];
  free.push(run.start);
  lists.free[size] = free;
}

export function grownInts(values: Int32Array, size: number): Int32Array<ArrayBuffer> {
  const grown = new Int32Array(size);
  grown.set(values);
  return grown;
}
