import type { Chat } from '@otvet/contract';

/** The dialog that waits next: behind the open one, else the one that waits longest. `waiting` is in the order of the list. */
export function findNextWaiting(waiting: readonly Chat[], selected: string | undefined): Chat | undefined {
  const place = waiting.findIndex(({ uniqueId }) => uniqueId === selected);
  return waiting[place + 1] ?? waiting[0];
}
