import type pg from 'pg';
import type { Clock } from '../../platform/time/clock.ts';
import type { NewId } from '../../platform/time/ids.ts';
import type { Channels } from '../channels/index.ts';

export type KnowledgeDeps = {
  pool: pg.Pool;
  clock: Clock;
  newId: NewId;
  /** Bound of one search copy in memory; a test sets a smaller one. */
  maxBaseBytes?: number;
  channels: Pick<Channels, 'list' | 'detachBase' | 'noteChanged'>;
};
