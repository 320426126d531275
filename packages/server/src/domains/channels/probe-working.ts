import { activateChannel } from './activate-channel.ts';
import type { ChannelDeps } from './deps.ts';
import { hasDamagedSecrets, type LiveChannel, SECRETS_DAMAGED, tryOpen } from './live-channel.ts';
import { markChannel } from './mark-channel.ts';
import { lookAtSession } from './sessions/sessions.ts';
import type { SilenceWatch } from './silence/watch-silence.ts';
import { claimWorkingProbes, noteProbe, type StoredChannel, scheduleProbes } from './store.ts';
import { readFault, WEBHOOK_TAKEN, webhookUrl } from './vendor-answers.ts';

const PER_RUN = 200;
const AT_ONCE = 8;
/** Platforms refuse a good token now and then: a first refusal is looked at once more before anybody is told. */
const SECOND_LOOK_MS = 60_000;

type Changed = (channel: { accountId: string; id: string }) => void;
type ProbeDeps = ChannelDeps & { silence: SilenceWatch };

/**
 * Asks the platform of every connected channel once an hour, each at its own minute, whether the credentials work and
 * whether its messages still come to us: a dead channel is noticed before a customer's message is missed. A webhook that
 * the platform lost is set again; one that another program took is left to the owner. Where the platform knows of no
 * fault and nobody writes, the owner is told as well.
 */
export async function probeWorkingChannels(deps: ProbeDeps, onChanged: Changed): Promise<void> {
  await deps.silence.look(onChanged);
  const now = deps.sharedClock.now();
  await scheduleProbes.run(deps.pool, { now });
  const due = await claimWorkingProbes.all(deps.pool, { now, limit: PER_RUN });
  const work = async () => {
    for (let stored = due.pop(); stored; stored = due.pop()) {
      const live = tryOpen(deps, stored);
      if (live) await probeWorking(deps, { live, isSecondLook: stored.probeAttempt > 0 }, onChanged);
      else if (hasDamagedSecrets(deps, stored)) await markDamaged(deps, stored, onChanged);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
}

async function markDamaged(deps: ProbeDeps, { accountId, id }: StoredChannel, onChanged: Changed): Promise<void> {
  if (await markChannel(deps, { accountId, id, reason: SECRETS_DAMAGED })) onChanged({ accountId, id });
}

type Look = { live: LiveChannel; isSecondLook: boolean };

async function probeWorking(deps: ProbeDeps, { live, isSecondLook }: Look, onChanged: Changed): Promise<void> {
  const { accountId, id } = live;
  const found = await findFault(deps, live).catch((error: unknown) => {
    deps.log.debug({ err: error, channelId: id }, 'a channel could not be probed');
    return NOT_ASKED;
  });
  const { fault } = found;
  if (fault === null) {
    if (isSecondLook) await noteProbe.run(deps.pool, { accountId, id, isRefused: false, again: null });
    if (found.isAsked && (await deps.silence.judge(live))) onChanged(live);
    return;
  }
  if (!isSecondLook && fault !== WEBHOOK_TAKEN) {
    const again = new Date(deps.sharedClock.now().getTime() + SECOND_LOOK_MS);
    await noteProbe.run(deps.pool, { accountId, id, isRefused: true, again });
    return;
  }
  if (await markChannel(deps, { accountId, id, reason: fault })) onChanged(live);
}

type Found = {
  /** Why the channel does not work; null: it does, or its platform cannot be asked now. */
  fault: string | null;
  isAsked: boolean;
};
const NOT_ASKED: Found = { fault: null, isAsked: false };
const FINE: Found = { fault: null, isAsked: true };

async function findFault(deps: ChannelDeps, live: LiveChannel): Promise<Found> {
  const { connect, session } = live.connector;
  if (session) return await findSessionFault(deps, live);
  const { io } = deps.connectors;
  const { credentials } = live.self;
  try {
    const account = await connect.check(credentials, io);
    if (account.identity !== live.identity) return NOT_ASKED;
    if (account.foreignWebhook !== null) return { fault: WEBHOOK_TAKEN, isAsked: true };
    const options = { webhookUrl: webhookUrl(deps, live), isFirst: false };
    if ((await connect.isDelivering?.(live.self, options, io)) ?? true) return FINE;
    deps.log.info({ channelId: live.id }, 'a platform had lost our address: it is set again');
    await activateChannel(deps, { live, credentials, account, onStored: () => undefined });
    return NOT_ASKED;
  } catch (error) {
    return { fault: readFault(error, live.connector), isAsked: false };
  }
}

async function findSessionFault(deps: ChannelDeps, live: LiveChannel): Promise<Found> {
  const look = await lookAtSession(deps, live);
  if (look.kind === 'ended') return { fault: look.reason, isAsked: true };
  return look.kind === 'works' ? FINE : NOT_ASKED;
}
