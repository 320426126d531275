import { limits } from '@otvet/contract';
import { z } from 'zod';
import { ConnectorError } from '../../connectors/port.ts';
import { AppError } from '../../platform/errors/app-error.ts';
import type { Queue } from '../../platform/jobs/index.ts';
import type { GatewayDeps, MediaJob } from './deps.ts';

const mediaJob = z.object({
  accountId: z.string(),
  channelId: z.string(),
  chatId: z.string(),
  dialogId: z.string(),
  seq: z.number(),
  attachmentId: z.string(),
  vendorRef: z.string(),
  isHeard: z.boolean().optional(),
});

/** A failure that another try cannot fix. */
const lasting = new Set(['rejected', 'unauthorized', 'unsupported', 'chat-closed']);
/** A host that does not answer holds a worker for long: after so many tries a person asks again. */
const SLOW_TRIES = 2;

/** Why a file did not load, in a key of `dialogs.media.reason.*`. */
export function readLoadFailure(error: unknown): { reason: string; isLasting: boolean } {
  if (error instanceof ConnectorError) return { reason: error.reason, isLasting: lasting.has(error.kind) };
  if (error instanceof AppError && error.status < 500) return { reason: error.code, isLasting: error.status !== 429 };
  return { reason: 'unreachable', isLasting: false };
}

type LoadDeps = Pick<GatewayDeps, 'channels' | 'connectors' | 'dialogs' | 'files' | 'log' | 'speechJobs'>;

async function loadMedia(deps: LoadDeps, job: MediaJob): Promise<void> {
  const channel = await deps.channels.live(job.channelId);
  if (!channel?.connector.fetchMedia) throw new ConnectorError('rejected', { reason: 'channel_unlinked' });
  const media = await channel.connector.fetchMedia(job.vendorRef, channel.self, deps.connectors.io);
  const stored = await deps.files.saveFile({
    accountId: job.accountId,
    bytes: media.bytes,
    name: media.name ?? 'file',
    maxBytes: limits.mediaBytes,
    by: { kind: 'platform' },
  });
  const isImage = stored.contentType.startsWith('image/');
  await deps.dialogs.updateAttachment({
    ...job,
    patch: {
      url: stored.id,
      state: 'ready',
      reason: null,
      size: stored.size,
      contentType: isImage ? 'application/img' : stored.contentType,
    },
  });
  if (!job.isHeard) return;
  const { vendorRef: _ref, isHeard: _heard, ...place } = job;
  const speech = { ...place, fileId: stored.id, contentType: stored.contentType };
  if (deps.speechJobs) await deps.speechJobs.enqueue(speech, { singletonKey: job.attachmentId });
  else await deps.dialogs.failWords(job, 'unavailable');
}

/** Fetches attachments into our storage: its own retried job, so that a slow platform delays no message. */
export function mediaQueue(deps: LoadDeps): Queue<MediaJob> {
  return {
    name: 'gateway.load-media',
    schema: mediaJob,
    retries: 5,
    retryDelaySeconds: 5,
    retryDelayMaxSeconds: 300,
    expireSeconds: 120,
    concurrency: 6,
    // Hosts that customers of one account name must not stop the files of all.
    share: { ofOne: 2, ownerOf: ({ accountId }) => accountId },
    handler: async (job, { attempt, isLastTry }) => {
      try {
        await loadMedia(deps, job);
      } catch (error) {
        const { reason, isLasting } = readLoadFailure(error);
        const isTooSlow = reason === 'no_answer' && attempt >= SLOW_TRIES;
        if (!isLasting && !isTooSlow && !isLastTry) throw error;
        deps.log.warn({ err: error, channelId: job.channelId, reason }, 'an attachment could not be loaded');
        await deps.dialogs.updateAttachment({ ...job, patch: { state: 'failed', reason } });
        if (job.isHeard) await deps.dialogs.failWords(job, 'not_loaded');
      }
    },
    // The last try may have died just after it loaded the file.
    onExhausted: async (job) => {
      const patch = { state: 'failed', reason: 'unreachable' } as const;
      await deps.dialogs.updateAttachment({ ...job, isLoadingOnly: true, patch });
      if (job.isHeard) await deps.dialogs.failWords(job, 'not_loaded');
    },
  };
}

type RetryDeps = Pick<GatewayDeps, 'speechJobs'> & {
  mediaJobs: Pick<GatewayDeps['mediaJobs'], 'enqueue'>;
  dialogs: Pick<GatewayDeps['dialogs'], 'failedMedia' | 'askAgain'>;
};

/** A person asks to load the failed attachments of a message again, and for the words of those that have none. */
export async function retryMedia(
  deps: RetryDeps,
  input: { accountId: string; channelId: string; chatId: string; messageId: string },
): Promise<void> {
  const { dialogId, seq, media, unheard } = await deps.dialogs.failedMedia(input);
  const { accountId, channelId, chatId } = input;
  for (const item of media) {
    const job = { ...item, accountId, channelId, chatId, dialogId, seq };
    await deps.dialogs.askAgain({ ...job, isLost: true }, (tx) => deps.mediaJobs.enqueue(job, { tx }));
  }
  const { speechJobs } = deps;
  if (!speechJobs) {
    if (media.length === 0 && unheard.length > 0) throw new AppError('dialogs.no_transcription');
    return;
  }
  for (const item of unheard) {
    const job = { ...item, accountId, channelId, chatId, dialogId, seq };
    await deps.dialogs.askAgain({ ...job, isLost: false }, (tx) => speechJobs.enqueue(job, { tx }));
  }
}
