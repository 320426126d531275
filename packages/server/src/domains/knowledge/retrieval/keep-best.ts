/**
 * Puts an item among the best ones, which stand in their order; where these are `max` already, the last of them goes. Of
 * thousands of items few are the best: to sort all would take longer.
 */
export function keepBest<Item>(
  best: Item[],
  item: Item,
  { max, isBefore }: { max: number; isBefore: (one: Item, other: Item) => boolean },
): void {
  const last = best.at(-1);
  if (best.length >= max && last !== undefined && !isBefore(item, last)) return;
  let place = best.length;
  for (; place > 0; place -= 1) {
    const before = best[place - 1];
    if (before !== undefined && !isBefore(item, before)) break;
  }
  best.splice(place, 0, item);
  if (best.length > max) best.pop();
}
