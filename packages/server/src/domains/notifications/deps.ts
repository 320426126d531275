import type pg from 'pg';
import type { DefinedQueue } from '../../platform/jobs/index.ts';
import type { Log } from '../../platform/log/logger.ts';
import type { Mailer } from '../../platform/mail/mailer.ts';
import type { Keyring } from '../../platform/secrets/keyring.ts';
import type { Clock } from '../../platform/time/clock.ts';
import type { NewId, Random } from '../../platform/time/ids.ts';
import type { Accounts } from '../accounts/index.ts';
import type { Channels, Connectors } from '../channels/index.ts';
import type { ChatJob } from './send-to-chat.ts';

export type NotificationDeps = {
  pool: pg.Pool;
  accounts: Pick<Accounts, 'ownerOf'>;
  channels: Pick<Channels, 'find' | 'list' | 'live'>;
  connectors: Connectors;
  mailer: Mailer;
  chatJobs: DefinedQueue<ChatJob>;
  keyring: Keyring;
  clock: Clock;
  newId: NewId;
  random: Random;
  log: Log;
  /** The address that links begin with. */
  baseUrl(): string;
};
