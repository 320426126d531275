import pLimit from 'p-limit';
import { z } from 'zod';
import { ConnectorError } from '../../connectors/port.ts';
import type { DefinedQueue, Queue } from '../../platform/jobs/index.ts';
import type { GatewayDeps } from './deps.ts';

const profileJob = z.object({
  accountId: z.string(),
  channelId: z.string(),
  chatId: z.string(),
  senderId: z.string(),
});
export type ProfileJob = z.infer<typeof profileJob>;

/** A customer whose platform tells names only when asked is asked about at his first message, by a job that delays nothing. */
export function profileQueue(
  deps: Pick<GatewayDeps, 'channels' | 'connectors' | 'dialogs' | 'log'>,
): Queue<ProfileJob> {
  return {
    name: 'gateway.load-profile',
    schema: profileJob,
    retries: 4,
    retryDelaySeconds: 5,
    retryDelayMaxSeconds: 300,
    expireSeconds: 60,
    concurrency: 4,
    handler: async ({ senderId, ...place }, { isLastTry }) => {
      const channel = await deps.channels.live(place.channelId);
      if (!channel?.connector.fetchProfile) return;
      const person = { chatId: place.chatId, senderId };
      try {
        const profile = await channel.connector.fetchProfile(person, channel.self, deps.connectors.io);
        if (profile) await deps.dialogs.updateProfile({ ...place, profile });
      } catch (error) {
        const isLasting = error instanceof ConnectorError && error.kind !== 'retry' && error.kind !== 'rate-limited';
        if (!isLasting && !isLastTry) throw error;
        // The next message asks again.
        deps.log.warn({ err: error, channelId: place.channelId }, 'a customer’s name could not be looked up');
      }
    },
  };
}

export type ProfileJobs = Pick<DefinedQueue<ProfileJob>, 'enqueue'>;

/** Each takes a connection for itself, and nobody waits for a name. */
const ASKED_AT_ONCE = 2;

/** Outside of a transaction, which has its connection already, a few at once are asked for. */
export function askingFew({ enqueue }: ProfileJobs): ProfileJobs {
  const amongFew = pLimit(ASKED_AT_ONCE);
  return {
    enqueue: (job, options) => (options?.tx ? enqueue(job, options) : amongFew(() => enqueue(job, options))),
  };
}

/** At most one waits for each customer. */
export async function askForProfile(
  jobs: ProfileJobs,
  job: ProfileJob,
  tx: Parameters<ProfileJobs['enqueue']>[1] = {},
): Promise<void> {
  await jobs.enqueue(job, { ...tx, singletonKey: `${job.channelId} ${job.chatId}` });
}
