import type { ChannelSettings } from '@otvet/contract';
import type pg from 'pg';
import type { LateCommits } from '../../platform/database/late-commits.ts';
import type { DefinedQueue } from '../../platform/jobs/index.ts';
import type { Log } from '../../platform/log/logger.ts';
import type { Files } from '../../platform/storage/index.ts';
import type { Clock } from '../../platform/time/clock.ts';
import type { Random } from '../../platform/time/ids.ts';
import type { Channels, Connectors } from '../channels/index.ts';
import type { Dialogs } from '../dialogs/index.ts';
import type { SpeechJob } from './hear-speech.ts';
import type { ProfileJobs } from './load-profile.ts';

export type GatewayDeps = {
  pool: pg.Pool;
  lateCommits: LateCommits;
  /** All that it compares is due, held or claimed. */
  sharedClock: Clock;
  random: Random;
  log: Log;
  mediaJobs: DefinedQueue<MediaJob>;
  profileJobs: ProfileJobs;
  /** Undefined where nothing turns speech into words. */
  speechJobs: DefinedQueue<SpeechJob> | undefined;
  files: Files;
  connectors: Connectors;
  channels: Channels;
  dialogs: Dialogs;
  nodeId: string;
  publicUrl: string | undefined;
  /** What the assistant says to an answered question that was edited, where the new text asks for a person. */
  answerEdit(edit: { text: string; settings: ChannelSettings }): string | null;
};

/** One attachment to fetch from a platform. */
export type MediaJob = {
  accountId: string;
  channelId: string;
  chatId: string;
  dialogId: string;
  seq: number;
  attachmentId: string;
  vendorRef: string;
  /** It is a voice message whose words are waited for. */
  isHeard?: boolean | undefined;
};
