import { join } from 'node:path';
import type { Domain } from '../../platform/domain/domain.ts';
import type { PlatformParts } from '../../platform/parts/open-platform.ts';
import type { VisitorDoors } from './deps.ts';
import { registerVisitorRoutes } from './routes.ts';

const WIDGET_FOLDER = join(import.meta.dirname, '../../../../widget/dist');

export function createVisitorsDomain(platform: PlatformParts, doors: Omit<VisitorDoors, 'files'>): Domain {
  const { config, clock, random, newId, log, files } = platform;
  const { channels, dialogs, gateway } = doors;
  const deps = { channels, dialogs, gateway, files, clock, random, newId, log };
  const { pool } = platform.database;
  const { publicUrl } = config;
  return {
    door: undefined,
    mount: (app) => registerVisitorRoutes(app, { ...deps, pool, publicUrl, widgetFolder: WIDGET_FOLDER }),
  };
}
