import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';

const { scripts } = z
  .object({ scripts: z.object({ start: z.string() }) })
  .parse(JSON.parse(readFileSync(new URL('../../../../package.json', import.meta.url), 'utf8')));
const place = (path: string) => fileURLToPath(new URL(path, import.meta.url));

export const serverProgram = place('../../../server/src/main.ts');
/** The start as `npm start` runs it. */
export const productStart = {
  program: place('../../../../scripts/start.ts'),
  nodeOptions: scripts.start.split(' ').filter((part) => part.startsWith('--')),
};
export const productMigrations = place('../../../server/src/platform/database/migrations');
export const minimalPathProgram = place('../path/minimal-path-server.ts');
export const leastIntakeProgram = place('../intake/least-intake-server.ts');
