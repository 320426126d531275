import { grownInts } from './posting-lists.ts';

/** A growing list of whole numbers in a typed array. */
export type IntList = {
  values: Int32Array;
  length: number;
};

export function createIntList(): IntList {
  return { values: new Int32Array(64), length: 0 };
}

export function pushInt(list: IntList, value: number): void {
  if (list.length === list.values.length) list.values = grownInts(list.values, Math.ceil(list.length * 1.5));
  list.values[list.length] = value;
  list.length += 1;
}

export function intAt(list: IntList, place: number): number {
  return list.values[place] ?? 0;
}

export function addToInt(list: IntList, change: { place: number; by: number }): void {
  while (list.length <= change.place) pushInt(list, 0);
  list.values[change.place] = intAt(list, change.place) + change.by;
}
