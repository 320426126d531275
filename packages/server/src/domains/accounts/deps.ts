import type { Pool } from 'pg';
import type { ProductEvents } from '../../events/index.ts';
import type { AuditEntry } from '../../platform/audit/index.ts';
import type { Config } from '../../platform/config/config.ts';
import type { Queryable } from '../../platform/database/queryable.ts';
import type { Log } from '../../platform/log/logger.ts';
import type { Mailer } from '../../platform/mail/mailer.ts';
import type { Keyring } from '../../platform/secrets/keyring.ts';
import type { Files } from '../../platform/storage/index.ts';
import type { Clock } from '../../platform/time/clock.ts';
import type { NewId, Random } from '../../platform/time/ids.ts';
import type { AttemptLimits } from './attempt-limits.ts';
import type { OneTimeTokens } from './one-time-tokens.ts';
import type { PasswordCost } from './passwords/hash-password.ts';
import type { HashTurns } from './passwords/hash-turns.ts';
import type { KnownDevices } from './sessions/known-devices.ts';
import type { SessionTokens } from './sessions/session-token.ts';
import type { SessionWatch } from './sessions/session-watch.ts';

export type AccountsDeps = {
  pool: Pool;
  keyring: Keyring;
  mailer: Mailer;
  clock: Clock;
  newId: NewId;
  random: Random;
  log: Log;
  files: Pick<Files, 'usage' | 'saveImage' | 'attach' | 'remove' | 'links'>;
  isSignupOpen: boolean;
  plans: Config['plans'];
  /** What a new hash takes: `PASSWORD_COST`, and next to nothing where a test is not about it. */
  passwordCost: PasswordCost;
  /** Without a model no answer is written by one. */
  hasModel: boolean;
  hasTranscription: boolean;
  /** `PUBLIC_URL`. */
  publicUrl: string | undefined;
  hasWebhookAddress: boolean;
  /** Begin of mailed links, without a slash at the end: the configured address, else the one listened on. */
  baseUrl: () => string;
  events: Pick<ProductEvents, 'publish'>;
};

export type UserDataChange = { accountId: string; userId: string };

/** What the use cases of this domain share. */
export type AccountsTools = AccountsDeps & {
  limits: AttemptLimits;
  tokens: OneTimeTokens;
  sessions: SessionWatch;
  sessionTokens: SessionTokens;
  knownDevices: KnownDevices;
  hashTurns: HashTurns;
  audit: (entry: AuditEntry, db: Queryable) => Promise<void>;
  announceChange: (change: UserDataChange) => void;
  /** Work that an answer does not wait for; `close` does. */
  inBackground: (work: Promise<void>) => void;
};

/** Who asks, as far as limits and the audit log care. */
export type Caller = { ip: string };

/** One whose work is dropped from its line when he has gone. */
export type PresentCaller = Caller & { gone?: AbortSignal };
