import { createHash } from 'node:crypto';
import type { Clock } from '../../platform/time/clock.ts';
import type { NewId } from '../../platform/time/ids.ts';

/** More than all calls of one step take together. */
const BUSY_MS = 120_000;
const PROCESS_DIGITS = 8;
const COUNT_DIGITS = 12;
const NODE_DIGITS = 12;

/** Who looks whether a draft is free. */
export type Looker = { now: Date; node: string; process: string };
/** What a statement needs that takes drafts. */
type Taking = Looker & { busyUntil: Date; lease: string };

export type DraftLeases = { look(): Looker; take(): Taking };

/**
 * Leases of the drafts that this process works on: each begins with the process and ends with the node. A node is one
 * process at a time, so what an earlier process of it left is free at once; another node waits until the lease is over.
 */
export function createDraftLeases(deps: {
  nodeId: string;
  sharedClock: Pick<Clock, 'now'>;
  newId: NewId;
}): DraftLeases {
  const node = digestOf(deps.nodeId).slice(0, NODE_DIGITS);
  const process = digestOf(deps.newId()).slice(0, PROCESS_DIGITS);
  let count = 0;
  const look = () => ({ now: deps.sharedClock.now(), node, process });
  return {
    look,
    take() {
      count += 1;
      const looker = look();
      const busyUntil = new Date(looker.now.getTime() + BUSY_MS);
      const digits = process + count.toString(16).padStart(COUNT_DIGITS, '0') + node;
      return { ...looker, busyUntil, lease: digits.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-') };
    },
  };
}

const digestOf = (text: string) => createHash('sha256').update(text).digest('hex');
