import { join } from 'node:path';
import { readWidgetSettings, widgetDescriptor } from '@otvet/contract';
import type { Domain } from '../../platform/domain/domain.ts';
import type { PlatformParts } from '../../platform/parts/open-platform.ts';
import type { Channels } from '../channels/index.ts';
import type { VisitorDoors, WidgetChannel } from './deps.ts';
import { registerVisitorRoutes } from './routes.ts';

const WIDGET_FOLDER = join(import.meta.dirname, '../../../../widget/dist');

type Doors = Omit<VisitorDoors, 'files' | 'channels'> & {
  channels: Pick<Channels, 'live' | 'findConnected' | 'noteSite' | 'onChanged'>;
};

export function createVisitorsDomain(platform: PlatformParts, doors: Doors): Domain {
  const { config, hosts, clock, random, newId, log, files } = platform;
  const { accounts, dialogs, gateway, knowledge } = doors;
  const { findConnected, noteSite, onChanged } = doors.channels;
  const channels = { findWidget: (id: string) => findWidget(doors.channels, id), findConnected, noteSite, onChanged };
  const deps = { accounts, channels, dialogs, gateway, knowledge, files, hosts, clock, random, newId, log };
  const { pool } = platform.database;
  const { publicUrl } = config;
  return {
    door: undefined,
    mount: (app) => registerVisitorRoutes(app, { ...deps, pool, publicUrl, widgetFolder: WIDGET_FOLDER }),
  };
}

/** The channel of a widget, with its options as what they are. */
async function findWidget(channels: Doors['channels'], id: string): Promise<WidgetChannel | undefined> {
  const channel = await channels.live(id);
  if (channel?.type !== widgetDescriptor.type) return undefined;
  const { accountId, settings, options } = channel;
  return { accountId, id, settings, widget: readWidgetSettings(options) };
}
