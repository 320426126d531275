import { z } from 'zod';
import type { Queue } from '../../platform/jobs/index.ts';
import { createRates } from '../../platform/rates/index.ts';
import type { SpeechFailure, Transcriber, Transcription } from '../../platform/speech/index.ts';
import type { Clock } from '../../platform/time/clock.ts';
import type { GatewayDeps } from './deps.ts';

const speechJob = z.object({
  accountId: z.string(),
  channelId: z.string(),
  chatId: z.string(),
  dialogId: z.string(),
  seq: z.number(),
  attachmentId: z.string(),
  fileId: z.string(),
  contentType: z.string(),
});

/** Each call costs the host, whoever speaks: more than people say is not heard. */
const RATES = {
  'speech.dialog': { capacity: 15, perMinute: 1 },
  'speech.account': { capacity: 300, perMinute: 10 },
};

/** One voice message, loaded, whose words are asked for. */
export type SpeechJob = z.infer<typeof speechJob>;

type HearDeps = {
  channels: Pick<GatewayDeps['channels'], 'live'>;
  dialogs: Pick<GatewayDeps['dialogs'], 'keepWords' | 'failWords'>;
  files: Pick<GatewayDeps['files'], 'read'>;
  log: Pick<GatewayDeps['log'], 'warn'>;
  transcribe: Transcriber;
  clock: Pick<Clock, 'now'>;
};

const failed = (reason: SpeechFailure): Transcription => ({ kind: 'failed', reason, isLasting: true });

/** Turns voice messages into words: its own retried job, behind the one that loads the file. */
export function speechQueue(deps: HearDeps): Queue<SpeechJob> {
  const rates = createRates(deps.clock, RATES);
  /** Takes from both or from none. */
  function isTooMuch({ accountId, dialogId }: SpeechJob): boolean {
    const charges = [
      { limit: rates('speech.dialog'), key: `${accountId} ${dialogId}` },
      { limit: rates('speech.account'), key: accountId },
    ];
    if (charges.some(({ limit, key }) => limit.check(key) > 0)) return true;
    for (const { limit, key } of charges) limit.take(key);
    return false;
  }
  return {
    name: 'gateway.hear-speech',
    schema: speechJob,
    retries: 2,
    retryDelaySeconds: 3,
    retryDelayMaxSeconds: 20,
    expireSeconds: 90,
    concurrency: 4,
    // One account's long recordings must not keep the others waiting.
    share: { ofOne: 2, ownerOf: ({ accountId }) => accountId },
    handler: async (job, { attempt, isLastTry }) => {
      // A recording counts once, however often the server fails.
      const heard = attempt === 1 && isTooMuch(job) ? failed('too_often') : await listen(deps, job);
      if (heard.kind === 'heard') return await deps.dialogs.keepWords(job, heard.text);
      const { reason, isLasting } = heard;
      if (!isLasting && !isLastTry) throw new Error(`A voice message could not be turned into words: ${reason}`);
      deps.log.warn({ channelId: job.channelId, reason }, 'a voice message could not be turned into words');
      await deps.dialogs.failWords(job, reason);
    },
    onExhausted: (job) => deps.dialogs.failWords(job, 'unavailable'),
  };
}

async function listen(deps: HearDeps, job: SpeechJob): Promise<Transcription> {
  const { accountId, fileId, contentType } = job;
  const channel = await deps.channels.live(job.channelId);
  const bytes = await deps.files.read({ accountId, fileId });
  if (!channel || bytes === undefined) return failed('not_loaded');
  const { voiceLang } = channel.settings;
  // Servers take two letters: any other language is found out.
  const language = /^[a-z]{2}$/.test(voiceLang) ? voiceLang : null;
  return await deps.transcribe({ bytes, contentType, language });
}
