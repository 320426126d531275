import type { ChannelSettings, WidgetSettings } from '@otvet/contract';
import { createSignal } from '../../platform/signal/signal.ts';
import { type ConnectInput, checkCredentials, connectChannel } from './connect-channel.ts';
import type { ChannelDeps } from './deps.ts';
import { type LiveChannel, openChannel } from './live-channel.ts';
import {
  claimPulls,
  findChannel,
  findChannelOfAnyAccount,
  listChannels,
  noteEvent,
  releasePulls,
  type StoredChannel,
  savePullCursor,
} from './store.ts';
import {
  doKeysFit,
  markChannel,
  reactivateChannels,
  type UpdateInput,
  unlink,
  updateChannel,
} from './update-channel.ts';

export type { LiveChannel } from './live-channel.ts';
export type { Connectors } from './registry-port.ts';

export type WidgetChannel = { accountId: string; id: string; settings: ChannelSettings; widget: WidgetSettings };

/** How long another node may work with settings that were changed here. */
const cacheMs = 2000;
const cacheSize = 5000;

type Cached = { channel: LiveChannel | undefined; until: number };

/** Live channels by id, fresh within two seconds on every node and at once on this one. */
function createChannelCache(deps: ChannelDeps) {
  const byId = new Map<string, Cached>();
  return {
    async get(id: string): Promise<LiveChannel | undefined> {
      const now = deps.clock.now().getTime();
      const cached = byId.get(id);
      if (cached && cached.until > now) return cached.channel;
      const stored = await findChannelOfAnyAccount(deps.pool, id);
      const channel = stored && openChannel(stored, deps);
      if (byId.size >= cacheSize) byId.clear();
      byId.set(id, { channel, until: now + cacheMs });
      return channel;
    },
    forget(id: string): void {
      byId.delete(id);
    },
  };
}

/** The door of the channels domain. */
export function createChannels(deps: ChannelDeps) {
  const cache = createChannelCache(deps);
  const changes = createSignal<{ accountId: string; id: string }>();
  const changed = (accountId: string, id: string) => {
    cache.forget(id);
    changes.emit({ accountId, id });
  };

  return {
    list: (accountId: string): Promise<StoredChannel[]> => listChannels(deps.pool, accountId),
    find: (accountId: string, id: string): Promise<StoredChannel | undefined> => findChannel(deps.pool, accountId, id),
    /** A channel ready for work; its accountId is the scope of what follows. */
    live: (id: string): Promise<LiveChannel | undefined> => cache.get(id),
    async findWidget(id: string): Promise<WidgetChannel | undefined> {
      const channel = await cache.get(id);
      if (!channel?.widget) return undefined;
      return { accountId: channel.accountId, id: channel.id, settings: channel.settings, widget: channel.widget };
    },
    checkCredentials: (type: Parameters<typeof checkCredentials>[1], credentials: Record<string, string>) =>
      checkCredentials(deps, type, credentials),
    async connect(input: ConnectInput): Promise<StoredChannel> {
      const channel = await connectChannel(deps, input);
      changed(input.accountId, channel.id);
      return channel;
    },
    async update(input: UpdateInput): Promise<StoredChannel> {
      const channel = await updateChannel(deps, input);
      changed(input.accountId, input.id);
      return channel;
    },
    async unlink(input: { accountId: string; type: string; id: string }): Promise<void> {
      await unlink(deps, input);
      changed(input.accountId, input.id);
    },
    /** Notes why a channel stopped working (null: works again). */
    async mark(input: { accountId: string; id: string; reason: string | null }): Promise<void> {
      if (await markChannel(deps, input)) changed(input.accountId, input.id);
    },
    doKeysFit: () => doKeysFit(deps),
    /** Sets up again, after a start, the channels whose way in no longer fits this host. */
    reactivate: () => reactivateChannels(deps),
    noteEvent: (input: { accountId: string; id: string }) => noteEvent(deps.pool, { ...input, now: deps.clock.now() }),
    claimPulls: (input: { owner: string; until: Date }) => claimPulls(deps.pool, { ...input, now: deps.clock.now() }),
    savePullCursor: (input: Parameters<typeof savePullCursor>[1]) => savePullCursor(deps.pool, input),
    releasePulls: (owner: string) => releasePulls(deps.pool, owner),
    onChanged: changes.on,
  };
}

export type Channels = ReturnType<typeof createChannels>;
