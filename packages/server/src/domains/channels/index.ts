import type { FieldValues } from '@otvet/contract';
import type { AccountDescription } from '../../connectors/port.ts';
import type { SessionReport } from '../../connectors/session-port.ts';
import type { Queryable } from '../../platform/database/queryable.ts';
import type { ParamsOf, RowOf } from '../../platform/database/statement.ts';
import { outsideRequest } from '../../platform/scope/request-scope.ts';
import { createSignal } from '../../platform/signal/signal.ts';
import { sweepConnecting } from './abandon-connecting.ts';
import { areKeysValid } from './check-keys.ts';
import { beginWithCredentials, type ConnectChannelInput, connectChannel } from './connect-channel.ts';
import {
  advanceConnecting,
  cancelConnecting,
  findConnecting,
  finishRedirect,
  listConnecting,
  pollConnecting,
  restartConnecting,
  startConnecting,
} from './connecting.ts';
import { openDraftValues } from './connecting-draft.ts';
import { readTyped } from './connecting-steps.ts';
import type { ChannelDeps } from './deps.ts';
import { findEnteredAddress, markAddressTried } from './entered-address.ts';
import { findWebhookUrl } from './find-webhook-url.ts';
import { listTemplates } from './list-templates.ts';
import { type ChannelSetup, findSetup, type LiveChannel, openChannel, openOrThrow } from './live-channel.ts';
import { markChannel } from './mark-channel.ts';
import { markSignature } from './mark-signature.ts';
import { noteSite } from './note-site.ts';
import { findNoticeChat, linkNoticeChat, type Said, type Settle } from './notice-chat.ts';
import { probeBrokenChannels } from './probe-broken.ts';
import { probeWorkingChannels } from './probe-working.ts';
import { reactivateChannels } from './reactivate-channels.ts';
import { familyOfConnector, requireConnector } from './registry-port.ts';
import { rememberChecks } from './remember-checks.ts';
import { renewCredentials } from './renew-credentials.ts';
import {
  claimOpenSessions,
  forgetKeys,
  forgetPassing,
  releaseOwnSessions,
  remainingSessions,
  reportSession,
  sessionKeys,
} from './sessions/sessions.ts';
import { createSilenceWatch, forgetHours } from './silence/watch-silence.ts';
import {
  type ChannelFacts,
  claimPulls,
  describeChannels,
  detachBase,
  findChannel,
  findChannelOfAnyAccount,
  findChannelsByIdentity,
  findConnectedChannels,
  listChannels,
  releasePulls,
  type StoredChannel,
  savePullCursor,
} from './store.ts';
import { readTypedCredentials } from './typed-credentials.ts';
import { leavePlatforms, unlink } from './unlink-channel.ts';
import { type UpdateInput, updateChannel } from './update-channel.ts';
import { checkCredentials, PULL_REASONS } from './vendor-answers.ts';

export { hasAddressStep } from './entered-address.ts';
export { ChannelSecretsError, type ChannelSetup, type LiveChannel, SECRETS_DAMAGED } from './live-channel.ts';
export { isNoticeWord } from './notice-chat.ts';
export type { Connectors } from './registry-port.ts';
export { type KeptSession, SESSION_UNREACHABLE } from './sessions/sessions.ts';
export type { ChannelFacts } from './store.ts';
export { FETCH_FAILING, POLLER_CONFLICT, PULL_REASONS, readFault } from './vendor-answers.ts';

/** How long another node may work with settings that were changed here. */
const CACHE_MS = 2000;
const CACHE_SIZE = 5000;

/** A request that is refused by what is remembered looks once more, but not more often than this. */
const REFRESH_MS = 100;

type Cached = { channel: LiveChannel; readAt: number };

/** Live channels by id, fresh within two seconds on every node and at once on this one. */
function createChannelCache(deps: ChannelDeps) {
  const byId = new Map<string, Cached>();
  // Apart, so that a stranger's invented ids push no real channel out.
  const absent = new Map<string, number>();

  function remember(id: string, channel: LiveChannel | undefined, readAt: number): void {
    if (byId.size >= CACHE_SIZE) byId.clear();
    if (absent.size >= CACHE_SIZE) absent.clear();
    if (channel) {
      byId.set(id, { channel, readAt });
      absent.delete(id);
    } else {
      absent.set(id, readAt);
      byId.delete(id);
    }
  }

  return {
    async get(id: string, maxAgeMs = CACHE_MS): Promise<LiveChannel | undefined> {
      const now = deps.sharedClock.now().getTime();
      const cached = byId.get(id);
      if (cached && now - cached.readAt < maxAgeMs) return cached.channel;
      if (now - (absent.get(id) ?? Number.NEGATIVE_INFINITY) < maxAgeMs) return undefined;
      // Kept for all: what one account may not see must not be remembered as missing.
      const stored = await outsideRequest(() => findChannelOfAnyAccount.first(deps.pool, { id }));
      const channel = stored && openAtAddress(deps, stored);
      remember(id, channel, now);
      return channel;
    },
    /** One whose secrets do not open, with none: its messages can be kept. */
    async getBare(id: string): Promise<LiveChannel | undefined> {
      const stored = await outsideRequest(() => findChannelOfAnyAccount.first(deps.pool, { id }));
      return stored && openChannel({ ...stored, sealedSecrets: null }, deps);
    },
    forget(id: string): void {
      byId.delete(id);
      absent.delete(id);
    },
  };
}

/** One that is being connected has no secrets of its own yet, but what its owner has typed proves its platform too. */
function openAtAddress(
  deps: ChannelDeps,
  { sealedDraft, ...stored }: RowOf<typeof findChannelOfAnyAccount>,
): LiveChannel | undefined {
  const channel = openChannel(stored, deps);
  if (!channel || stored.state !== 'connecting' || stored.sealedSecrets !== null || sealedDraft === null)
    return channel;
  const credentials = openOrThrow(() => openDraftValues(deps.keyring, stored, sealedDraft));
  return { ...channel, self: { ...channel.self, credentials } };
}

function reconciledTypes({ connectors }: ChannelDeps): string[] {
  return Object.values(connectors.byType).flatMap(({ type, reconcileSeconds }) =>
    reconcileSeconds === undefined ? [] : [type],
  );
}

type Changed = (channel: { accountId: string; id: string }) => void;

function createConnecting(deps: ChannelDeps, changed: Changed) {
  return {
    start: (input: Parameters<typeof startConnecting>[1]) => startConnecting(deps, input),
    startWith: (input: ConnectChannelInput) => beginWithCredentials(deps, input, changed),
    list: (accountId: string) => listConnecting(deps, accountId),
    find: (input: { accountId: string; id: string }) => findConnecting(deps, input),
    advance: (input: Parameters<typeof advanceConnecting>[1]) => advanceConnecting(deps, input, changed),
    finishRedirect: (input: Parameters<typeof finishRedirect>[1]) => finishRedirect(deps, input),
    poll: (input: { accountId: string; id: string }) => pollConnecting(deps, input),
    restart: (input: { accountId: string; id: string }) => restartConnecting(deps, input),
    cancel: (input: { accountId: string; id: string }) => cancelConnecting(deps, input),
  };
}

type Owned = Parameters<typeof reportSession>[1];

/** Sessions for the node that keeps them. */
function createSessions(deps: ChannelDeps) {
  return {
    claim: (input: { owner: string; until: Date }) => claimOpenSessions(deps, input),
    remaining: (ids: string[]) => remainingSessions(deps, ids),
    report: (session: Owned, report: SessionReport) => reportSession(deps, session, report),
    forgetKeys: (session: Owned) => forgetKeys(deps, session),
    keys: (session: Owned) => sessionKeys(deps, session),
    release: (owner: string) => releaseOwnSessions(deps, owner),
    forgetPassing: () => forgetPassing(deps),
    /** A session is to be opened, or is gone: on this node. */
    onWanted: deps.sessionsWanted.on,
  };
}

/** What is done for connected channels without anybody asking. */
function createLife(deps: ChannelDeps, changed: Changed) {
  const silence = createSilenceWatch(deps);
  return {
    /** Sets up again, after a start, the channels whose way in no longer fits this host. */
    reactivate: () => reactivateChannels(deps),
    /** Removes connections that nobody finished. */
    sweepConnecting: () => sweepConnecting(deps),
    /** Brings channels back whose credentials work again. */
    probeBroken: () => probeBrokenChannels(deps, changed),
    /** Notices that working channels stopped or fell silent, and sets lost webhooks again. */
    probeWorking: () => probeWorkingChannels({ ...deps, silence }, changed),
    /** Removes counts of messages that are too old to say what is usual. */
    forgetHours: () => forgetHours(deps),
    /** Renews credentials that are about to run out. */
    renewCredentials: () => renewCredentials(deps, changed),
    /** Takes our address off the platforms of unlinked channels that could not be reached then. */
    leavePlatforms: () => leavePlatforms(deps),
  };
}

/** What happens to a channel and is noted once. */
function createNotes(deps: ChannelDeps, changed: Changed) {
  const tell = async (isNews: Promise<boolean>, channel: { accountId: string; id: string }) => {
    if (await isNews) changed(channel);
  };
  return {
    /** Notes why a channel stopped working (null: works again). */
    mark: (input: { accountId: string; id: string; reason: string | null }) => tell(markChannel(deps, input), input),
    /** Notes which site loaded the channel's widget first; another one later is no news. */
    noteSite: (input: { accountId: string; id: string; site: string }) => tell(noteSite(deps, input), input),
    /** Notes that the platform uses the address that was entered there. */
    markAddressTried: (channel: { accountId: string; id: string }) => tell(markAddressTried(deps, channel), channel),
    /** Notes that a request to its address is signed with another secret than its own, or with its own. */
    markSignature: (input: { accountId: string; id: string; isMissigned: boolean }) =>
      tell(markSignature(deps, input), input),
  };
}

/** The chat that news of a channel go to, told by whoever writes there. */
function createNoticeChats(deps: ChannelDeps, changed: Changed) {
  return {
    findNoticeChat: (channel: { accountId: string; id: string }) => findNoticeChat(deps, channel),
    /** News go to this chat from now on, and `settle` is done with it or not at all; false for a word that is no longer good. */
    async linkNoticeChat(said: Said, settle: Settle): Promise<boolean> {
      const linked = await linkNoticeChat(deps, said, settle);
      if (linked) changed(linked);
      return linked !== undefined;
    },
  };
}

/** What the stored channel does not say by itself. */
function createDescriptions(deps: ChannelDeps, cache: ReturnType<typeof createChannelCache>) {
  return {
    /** What was typed to connect it, for who may manage channels; no secret is among it. */
    readTyped: (stored: StoredChannel): FieldValues => readTypedCredentials(deps, stored),
    /** The address that its owner enters at the platform by hand. */
    enteredAddress: (stored: StoredChannel) => findEnteredAddress(deps, stored),
    /** How a connected channel is treated, also while its secrets do not open. */
    setup: (id: string): Promise<ChannelSetup | undefined> =>
      findSetup(
        () => cache.get(id),
        () => cache.getBare(id),
      ),
  };
}

/** The door of the channels domain. */
export function createChannels(deps: ChannelDeps) {
  const cache = createChannelCache(deps);
  const changes = createSignal<{ accountId: string; id: string }>();
  const check = rememberChecks(deps, ({ type, values }) => checkCredentials(deps, type, values));
  const changed = ({ accountId, id }: { accountId: string; id: string }) => {
    cache.forget(id);
    changes.emit({ accountId, id });
  };
  return {
    list: (accountId: string): Promise<StoredChannel[]> => listChannels.all(deps.pool, { accountId }),
    find: (accountId: string, id: string, db: Queryable = deps.pool): Promise<StoredChannel | undefined> =>
      findChannel.first(db, { accountId, id }),
    /** What others show of the channels that an account has or had, by id. */
    describe: async (accountId: string): Promise<ReadonlyMap<string, ChannelFacts>> =>
      new Map(
        (await describeChannels.all(deps.pool, { accountId })).map((row) => [
          row.id,
          { ...row, family: familyOfConnector(deps.connectors, row.type) },
        ]),
      ),
    /** A channel ready for work; its accountId is the scope of what follows. Throws ChannelSecretsError. */
    async live(id: string): Promise<LiveChannel | undefined> {
      const channel = await cache.get(id);
      return channel?.state === 'active' ? channel : undefined;
    },
    /** Also one that is being connected: its platform may ask for a proof before it is a channel. */
    liveAtAddress: (id: string, options: { isFresh: boolean }): Promise<LiveChannel | undefined> =>
      cache.get(id, options.isFresh ? REFRESH_MS : CACHE_MS),
    /** Without its secrets, where they do not open: enough to keep what comes. */
    bare: (id: string): Promise<LiveChannel | undefined> => cache.getBare(id),
    /** Those of these channels that are connected now, by the database. */
    findConnected: async (ids: string[]): Promise<string[]> =>
      (await findConnectedChannels.all(deps.pool, { ids })).map(({ id }) => id),
    /** Ids of channels by the platform's ids of their accounts. */
    idsOfIdentities: (input: { type: string; identities: string[] }) => findChannelsByIdentity.all(deps.pool, input),
    findWebhookUrl: (input: { accountId: string; type: string }) => findWebhookUrl(deps, input),
    /** Whose credentials these are, before anything is connected. */
    async checkCredentials(accountId: string, type: string, typed: FieldValues): Promise<AccountDescription> {
      const connector = requireConnector(deps.connectors, type);
      return check({ accountId, type, values: readTyped(connector, connector.descriptor.credentials, typed) });
    },
    ...createDescriptions(deps, cache),
    ...createNoticeChats(deps, changed),
    connect: (input: ConnectChannelInput): Promise<StoredChannel> => connectChannel(deps, input, changed),
    connecting: createConnecting(deps, changed),
    async update(input: Omit<UpdateInput, 'onStored'>): Promise<StoredChannel> {
      const channel = await updateChannel(deps, { ...input, onStored: () => cache.forget(input.id) });
      changed(input);
      return channel;
    },
    templates: (channel: { accountId: string; id: string }) => listTemplates(deps, channel),
    async unlink(input: { accountId: string; type: string; id: string; by?: string | null }) {
      const told = await unlink(deps, input);
      changed(input);
      return told;
    },
    ...createNotes(deps, changed),
    /** Takes a base that is deleted off its channels, in the caller's transaction; `noteChanged` belongs after it. */
    async detachBase(base: { accountId: string; knowledgeBaseId: string }, tx: Queryable): Promise<string[]> {
      return (await detachBase.all(tx, base)).map(({ id }) => id);
    },
    noteChanged(accountId: string, ids: string[]): void {
      for (const id of ids) changed({ accountId, id });
    },
    ...createLife(deps, changed),
    areKeysValid: () => areKeysValid(deps),
    claimPulls: (input: { owner: string; until: Date }) =>
      claimPulls.all(deps.pool, {
        ...{ ...input, now: deps.sharedClock.now() },
        ...{ reconciled: reconciledTypes(deps), known: [...PULL_REASONS] },
      }),
    /** False when another process took the channel over. */
    savePullCursor: async (input: ParamsOf<typeof savePullCursor>): Promise<boolean> =>
      (await savePullCursor.run(deps.pool, input)) === 1,
    async releasePulls(owner: string): Promise<void> {
      await releasePulls.run(deps.pool, { owner });
    },
    sessions: createSessions(deps),
    onChanged: changes.on,
  };
}

export type Channels = ReturnType<typeof createChannels>;
