import { z } from 'zod';
import type { Queue } from '../../platform/jobs/index.ts';
import type { LiveChannel } from '../channels/index.ts';
import type { NotificationDeps } from './deps.ts';
import { CONTENT_PURPOSE } from './notify.ts';
import { findQueued, settleNotification } from './store.ts';

/** `channelId`: the channel that the notice is about, where it is about one. */
const chatJob = z.object({ accountId: z.string(), id: z.string(), channelId: z.string().optional() });
export type ChatJob = z.infer<typeof chatJob>;

type Deps = Omit<NotificationDeps, 'chatJobs' | 'mailer' | 'accounts' | 'baseUrl' | 'newId' | 'random'>;

/** A notice goes to a chat through a channel of the account that can begin one with who wrote to it once. */
export function chatQueue(deps: Deps): Queue<ChatJob> {
  return {
    name: 'notifications.send-to-chat',
    schema: chatJob,
    retries: 10,
    retryDelaySeconds: 5,
    retryDelayMaxSeconds: 1800,
    expireSeconds: 120,
    concurrency: 2,
    handler: async (job, { isLastTry }) => {
      const queued = await findQueued.first(deps.pool, job);
      if (!queued) return;
      const text = deps.keyring.open(queued.content, { accountId: job.accountId, purpose: CONTENT_PURPOSE });
      const failure = await send(deps, { ...job, chatId: queued.receiver, text });
      if (failure?.isPassing && !isLastTry) throw new Error(`A notice was not sent (${failure.reason})`);
      const status = failure ? 'failed' : 'sent';
      await settleNotification.run(deps.pool, { ...job, status, error: failure?.reason ?? null });
      if (failure) deps.log.warn({ reason: failure.reason }, 'a notice could not be sent to a chat');
    },
  };
}

type Failure = { reason: string; isPassing: boolean } | undefined;

async function send(deps: Deps, message: ChatJob & { chatId: string; text: string }): Promise<Failure> {
  // The one that broke may be the only one: repaired, it still tells.
  let failure: Failure = { reason: 'no_channel', isPassing: true };
  for (const carrier of await listCarriers(deps, message)) {
    failure = await sendThrough(deps, carrier, message);
    // Who never wrote to this bot may have written to another one; what is only late is tried again as a whole.
    if (failure === undefined || failure.isPassing) return failure;
  }
  return failure;
}

async function sendThrough(
  deps: Deps,
  carrier: LiveChannel,
  { id, chatId, text }: { id: string; chatId: string; text: string },
): Promise<Failure> {
  const content = { chatId, text, choices: null, endsChoices: false, template: null, photos: [], files: [] };
  const once = { replyToVendorId: null, isLate: false, idempotencyKey: id, sentParts: [] };
  const outcome = await carrier.connector.send({ ...content, ...once }, carrier.self, deps.connectors.io);
  if (outcome.kind === 'sent') return undefined;
  if (outcome.kind === 'chat-moved') return { reason: 'chat_moved', isPassing: false };
  // What may have arrived is not told twice.
  return { reason: outcome.reason, isPassing: outcome.kind === 'retry' || outcome.kind === 'channel-broken' };
}

/** The channel that the notice is about comes first: there the chat's number was read. */
async function listCarriers(
  { channels }: Deps,
  { accountId, channelId }: Pick<ChatJob, 'accountId' | 'channelId'>,
): Promise<LiveChannel[]> {
  const working = (await channels.list(accountId)).filter(({ inactiveReason }) => inactiveReason === null);
  const live = await Promise.all(working.map(({ id }) => channels.live(id)));
  return live
    .filter((channel) => channel?.descriptor.carriesNotices === true)
    .flatMap((channel) => channel ?? [])
    .sort((one, other) => Number(other.id === channelId) - Number(one.id === channelId));
}
