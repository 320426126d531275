import type pg from 'pg';
import type { ProductEvents } from '../../events/index.ts';
import type { Log } from '../../platform/log/logger.ts';
import type { Keyring } from '../../platform/secrets/keyring.ts';
import type { Signal } from '../../platform/signal/signal.ts';
import type { Files } from '../../platform/storage/index.ts';
import type { Clock } from '../../platform/time/clock.ts';
import type { NewId } from '../../platform/time/ids.ts';
import type { DraftLeases } from './draft-leases.ts';
import type { Connectors } from './registry-port.ts';

export type ChannelDeps = {
  pool: pg.Pool;
  keyring: Keyring;
  connectors: Connectors;
  clock: Clock;
  /** For what is due or taken by a node. */
  sharedClock: Pick<Clock, 'now'>;
  newId: NewId;
  leases: DraftLeases;
  files: Pick<Files, 'attach'>;
  log: Log;
  /** Public address of this installation, if it has one. */
  publicUrl: string | undefined;
  events: Pick<ProductEvents, 'publish'>;
  /** A session is to be opened, or is gone. */
  sessionsWanted: Signal<undefined>;
  /** The address by which browsers reach this installation: where platforms send them back to. */
  baseUrl(): string;
};
