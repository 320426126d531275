import { inverseLength, unpackVector } from './pack-vector.ts';

/** How near a text of a passage is to what is asked: 1 is the same direction. */
export type Near = { passageId: string; part: number; cosine: number };

export type PackedPart = { part: number; vector: Int8Array };

/** Measured on the heap of Node 24: an entry of the map with its list, beside the arrays. */
const PASSAGE_BYTES = 120;
const FIRST_ROWS = 64;

/** The vectors of one base and one model in memory, searched exactly. */
export type VectorSet = {
  readonly model: string;
  /** 0 while it is empty. */
  readonly dimensions: number;
  /** Passages that have vectors. */
  readonly passages: number;
  readonly vectors: number;
  readonly bytes: number;
  has(passageId: string): boolean;
  /** Puts the vectors of a passage in the place of its former ones; those of another size than the others are left out. */
  put(passageId: string, parts: readonly PackedPart[]): void;
  remove(passageId: string): void;
  /** The direction of one text of a passage. */
  of(passageId: string, part: number): Float32Array | undefined;
  /** At most so many passages, each by its nearest text, the nearest first; `isLeftOut`: texts that do not count. */
  nearest(
    asked: Float32Array,
    options: { limit: number; isLeftOut?: (passageId: string, part: number) => boolean },
  ): Near[];
};

/** Vectors beside each other in one array, each with the passage and the text that it is of. */
type Rows = {
  dimensions: number;
  numbers: Int8Array<ArrayBuffer>;
  /** One over the length of each. */
  inverse: Float32Array<ArrayBuffer>;
  parts: Int32Array<ArrayBuffer>;
  owners: string[];
};

export function createVectorSet(model: string): VectorSet {
  const rows: Rows = {
    dimensions: 0,
    numbers: new Int8Array(0),
    inverse: new Float32Array(0),
    parts: new Int32Array(0),
    owners: [],
  };
  const placesOf = new Map<string, number[]>();

  function remove(passageId: string): void {
    const places = placesOf.get(passageId) ?? [];
    placesOf.delete(passageId);
    for (const place of places.toSorted((a, b) => b - a)) {
      const moved = dropRow(rows, place);
      const others = moved === undefined ? undefined : placesOf.get(moved);
      if (others !== undefined) others[others.indexOf(rows.owners.length)] = place;
    }
  }

  return {
    model,
    get dimensions() {
      return rows.dimensions;
    },
    get passages() {
      return placesOf.size;
    },
    get vectors() {
      return rows.owners.length;
    },
    get bytes() {
      const { numbers, inverse, parts } = rows;
      return numbers.byteLength + inverse.byteLength + parts.byteLength + placesOf.size * PASSAGE_BYTES;
    },
    has: (passageId) => placesOf.has(passageId),
    put(passageId, given) {
      remove(passageId);
      if (rows.owners.length === 0) rows.dimensions = given[0]?.vector.length ?? 0;
      const usable = given.filter(({ vector }) => vector.length === rows.dimensions);
      if (usable.length > 0)
        placesOf.set(
          passageId,
          usable.map((each) => addRow(rows, { passageId, ...each })),
        );
    },
    remove,
    of(passageId, part) {
      const place = placesOf.get(passageId)?.find((each) => rows.parts[each] === part);
      if (place === undefined) return undefined;
      return unpackVector(rows.numbers.subarray(place * rows.dimensions, (place + 1) * rows.dimensions));
    },
    nearest(asked, { limit, isLeftOut }) {
      if (asked.length !== rows.dimensions) return [];
      const cosines = cosinesOf(asked, rows);
      const nearAt = (place: number): Near => ({
        passageId: rows.owners[place] ?? '',
        part: rows.parts[place] ?? 0,
        cosine: cosines[place] ?? 0,
      });
      return nearestOf(cosines, { nearAt, limit, isLeftOut });
    },
  };
}

/** Gives its place. */
function addRow(rows: Rows, { passageId, part, vector }: PackedPart & { passageId: string }): number {
  const place = rows.owners.length;
  if (place >= rows.inverse.length) growRows(rows);
  rows.owners.push(passageId);
  rows.numbers.set(vector, place * rows.dimensions);
  rows.inverse[place] = inverseLength(vector);
  rows.parts[place] = part;
  return place;
}

function growRows(rows: Rows): void {
  const { dimensions, owners } = rows;
  const room = Math.max(FIRST_ROWS, Math.ceil(owners.length * 1.25) + 1);
  const numbers = new Int8Array(room * dimensions);
  numbers.set(rows.numbers.subarray(0, owners.length * dimensions));
  const inverse = new Float32Array(room);
  inverse.set(rows.inverse.subarray(0, owners.length));
  const parts = new Int32Array(room);
  parts.set(rows.parts.subarray(0, owners.length));
  Object.assign(rows, { numbers, inverse, parts });
}

/** The last row takes the place of one that goes; gives whose that is. */
function dropRow(rows: Rows, place: number): string | undefined {
  const last = rows.owners.length - 1;
  const moved = rows.owners.pop();
  if (place === last || moved === undefined) return undefined;
  const { dimensions, numbers, inverse, parts } = rows;
  numbers.copyWithin(place * dimensions, last * dimensions, (last + 1) * dimensions);
  inverse[place] = inverse[last] ?? 0;
  parts[place] = parts[last] ?? 0;
  rows.owners[place] = moved;
  return moved;
}

/** Equal ones by their ids, so that the order is the same on every node. */
export const byNearness = (left: Near, right: Near): number =>
  right.cosine - left.cosine || (left.passageId < right.passageId ? -1 : 1);

type Choice = {
  nearAt(row: number): Near;
  limit: number;
  isLeftOut: ((passageId: string, part: number) => boolean) | undefined;
};

const ROWS_PER_PASSAGE = 2;
const MORE = 4;

/** A level that about as many rows reach as are needed keeps the rest from being sorted; a lower one where they were too few. */
function nearestOf(cosines: Float32Array, { nearAt, limit, isLeftOut }: Choice): Near[] {
  const rising = cosines.toSorted();
  for (let rows = limit * ROWS_PER_PASSAGE; ; rows *= MORE) {
    const level = rows < rising.length ? (rising[rising.length - rows] ?? 0) : Number.NEGATIVE_INFINITY;
    const best = new Map<string, Near>();
    cosines.forEach((cosine, row) => {
      if (cosine < level) return;
      const near = nearAt(row);
      const known = best.get(near.passageId);
      if (known !== undefined && known.cosine >= cosine) return;
      if (isLeftOut?.(near.passageId, near.part) !== true) best.set(near.passageId, near);
    });
    if (best.size >= limit || rows >= rising.length) return [...best.values()].sort(byNearness).slice(0, limit);
  }
}

const AT_ONCE = 4;

/** Four sums beside each other: one alone waits for each of its additions, which takes 1.6 times as long. */
function cosinesOf(asked: Float32Array, { numbers, inverse, owners }: Rows): Float32Array {
  const cosines = new Float32Array(owners.length);
  const even = asked.length - (asked.length % AT_ONCE);
  for (let row = 0; row < owners.length; row += 1) {
    const start = row * asked.length;
    let [first, second, third, fourth] = [0, 0, 0, 0];
    for (let place = 0; place < even; place += AT_ONCE) {
      first += (numbers[start + place] ?? 0) * (asked[place] ?? 0);
      second += (numbers[start + place + 1] ?? 0) * (asked[place + 1] ?? 0);
      third += (numbers[start + place + 2] ?? 0) * (asked[place + 2] ?? 0);
      fourth += (numbers[start + place + 3] ?? 0) * (asked[place + 3] ?? 0);
    }
    for (let place = even; place < asked.length; place += 1)
      first += (numbers[start + place] ?? 0) * (asked[place] ?? 0);
    cosines[row] = (first + second + third + fourth) * (inverse[row] ?? 0);
  }
  return cosines;
}
