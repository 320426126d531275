type Place = {
  /** Where the open dialog stands; -1: not in the list. */ index: number /** Where it stood last. */;
  place: number;
};

/**
 * Where one step down or up leads. Where the dialog has left the list, as one that was answered leaves those who wait, the
 * next one has taken its place.
 */
export function stepFrom({ index, place, by }: Place & { by: 1 | -1 }): number {
  if (index >= 0) return index + by;
  return by === 1 ? place : Math.max(0, place - 1);
}
