import type pg from 'pg';
import type { ProductEvents } from '../../events/index.ts';
import type { LateCommits } from '../../platform/database/late-commits.ts';
import type { Queryable } from '../../platform/database/queryable.ts';
import type { Log } from '../../platform/log/logger.ts';
import type { Clock } from '../../platform/time/clock.ts';
import type { NewId } from '../../platform/time/ids.ts';
import type { Channels } from '../channels/index.ts';

/** Something in a dialog changed and is committed. */
export type DialogChange = {
  accountId: string;
  channelId: string;
  chatId: string;
  uniqueId: string;
  version: number;
  isNew: boolean;
};

export type DialogTyping = {
  accountId: string;
  channelId: string;
  chatId: string;
  uniqueId: string;
  by: 'customer' | 'assistant' | 'operator';
  name: string | null;
  /** Who of the business types; null: nobody of it. */
  userId: string | null;
};

export type DialogDeps = {
  /** This node: owner of leases and claims. */
  nodeId: string;
  pool: pg.Pool;
  lateCommits: LateCommits;
  clock: Clock;
  /** For what is due, held or claimed; what people see is in the time of `clock`. */
  sharedClock: Clock;
  newId: NewId;
  log: Log;
  events: Pick<ProductEvents, 'publish'>;
  channels: Pick<Channels, 'describe' | 'live' | 'setup'>;
  /** Marks stored files as used, in the transaction that refers to them; gives those that are there. */
  attachFiles(files: { accountId: string; fileIds: string[] }, tx: Queryable): Promise<string[]>;
  /** A signed address for a stored file. */
  signFile(file: { accountId: string; fileId: string }): string;
  /** Facts of a stored file of this account; undefined when there is none. */
  describeFile(file: {
    accountId: string;
    fileId: string;
  }): Promise<{ contentType: string; size: number; name: string } | undefined>;
};
