import { createAtom, type ReadonlyAtom } from '@tanstack/react-store';
import { readStored, type StoredName, watchStored, writeStored } from './local-data.ts';

export type DeviceSetting<Value> = { value: ReadonlyAtom<Value>; change: (next: Value) => void };

/** A choice that this device keeps, in all its tabs; the first of the values stands where nothing was chosen. */
export function createDeviceSetting<Value extends string>(
  name: StoredName,
  values: readonly [Value, ...Value[]],
): DeviceSetting<Value> {
  const read = () => values.find((value) => value === readStored(name)) ?? values[0];
  const value = createAtom<Value>(read());
  watchStored(name, () => value.set(read()));
  return {
    value,
    change: (next) => {
      writeStored(name, next);
      value.set(next);
    },
  };
}
