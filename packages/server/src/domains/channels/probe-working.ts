import { activateChannel } from './activate-channel.ts';
import type { ChannelDeps } from './deps.ts';
import type { LiveChannel } from './live-channel.ts';
import { claimWorkingProbes, noteProbe, scheduleProbes } from './store.ts';
import { markChannel, tryOpen } from './update-channel.ts';
import { readFault, webhookUrl } from './vendor-answers.ts';

const PER_RUN = 200;
const AT_ONCE = 8;
/** Platforms refuse a good token now and then: a first refusal is looked at once more before anybody is told. */
const SECOND_LOOK_MS = 60_000;

export const WEBHOOK_TAKEN = 'webhook_conflict';
type Changed = (channel: { accountId: string; id: string }) => void;

/**
 * Asks the platform of every connected channel once an hour, each at its own minute, whether the credentials work and
 * whether its messages still come to us: a dead channel is noticed before a customer's message is missed. A webhook that
 * the platform lost is set again; one that another program took is left to the owner.
 */
export async function probeWorkingChannels(deps: ChannelDeps, onChanged: Changed): Promise<void> {
  const now = deps.sharedClock.now();
  await scheduleProbes.run(deps.pool, { now });
  const due = await claimWorkingProbes.all(deps.pool, { now, limit: PER_RUN });
  const work = async () => {
    for (let stored = due.pop(); stored; stored = due.pop()) {
      const live = tryOpen(deps, stored);
      if (live) await probeWorking(deps, { live, isSecondLook: stored.probeAttempt > 0 }, onChanged);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
}

type Look = { live: LiveChannel; isSecondLook: boolean };

async function probeWorking(deps: ChannelDeps, { live, isSecondLook }: Look, onChanged: Changed): Promise<void> {
  const { accountId, id } = live;
  const fault = await findFault(deps, live).catch((error: unknown) => {
    deps.log.debug({ err: error, channelId: id }, 'a channel could not be probed');
    return null;
  });
  if (fault === null) {
    if (isSecondLook) await noteProbe.run(deps.pool, { accountId, id, isRefused: false, again: null });
    return;
  }
  if (!isSecondLook && fault !== WEBHOOK_TAKEN) {
    const again = new Date(deps.sharedClock.now().getTime() + SECOND_LOOK_MS);
    await noteProbe.run(deps.pool, { accountId, id, isRefused: true, again });
    return;
  }
  if (await markChannel(deps, { accountId, id, reason: fault })) onChanged(live);
}

/** Why the channel does not work; null: it does, or its platform cannot be asked now. */
async function findFault(deps: ChannelDeps, live: LiveChannel): Promise<string | null> {
  const { connect } = live.connector;
  const { io } = deps.connectors;
  const { credentials } = live.self;
  try {
    const account = await connect.check(credentials, io);
    if (account.identity !== live.identity) return null;
    if (account.foreignWebhook !== null) return WEBHOOK_TAKEN;
    const options = { webhookUrl: webhookUrl(deps, live), isFirst: false };
    if ((await connect.isDelivering?.(live.self, options, io)) ?? true) return null;
    deps.log.info({ channelId: live.id }, 'a platform had lost our address: it is set again');
    await activateChannel(deps, { live, credentials, account, onStored: () => undefined });
    return null;
  } catch (error) {
    return readFault(error);
  }
}
