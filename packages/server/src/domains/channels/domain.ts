import type { Domain } from '../../platform/domain/domain.ts';
import type { PlatformParts } from '../../platform/parts/open-platform.ts';
import { KeyMismatchError } from '../../platform/secrets/load-keyring.ts';
import { type Channels, createChannels } from './index.ts';
import type { Connectors } from './registry-port.ts';
import { channelHandlers } from './routes.ts';

type LaterDoors = {
  knowledge: { bases: { find(accountId: string, knowledgeBaseId: string): Promise<unknown> } };
};

export function createChannelsDomain(
  platform: PlatformParts,
  { connectors }: { connectors: Connectors },
): Domain<Channels, LaterDoors> {
  const { config, keyring, clock, newId, log, files } = platform;
  const { pool } = platform.database;
  const channels = createChannels({ pool, keyring, connectors, clock, newId, log, publicUrl: config.publicUrl });
  return {
    door: channels,
    handlers: ({ knowledge }) => ({
      channels: channelHandlers({ channels, files, requireBase: knowledge.bases.find }),
    }),
    connectSockets: (realtime) => {
      channels.onChanged(({ accountId, id }) => realtime.publish(accountId, 'channel.changed', { id }));
    },
    prepare: async () => {
      if (!(await channels.doKeysFit())) throw new KeyMismatchError(config.dataDir);
    },
  };
}
