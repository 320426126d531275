import { fileURLToPath } from 'node:url';

const place = (path: string) => fileURLToPath(new URL(path, import.meta.url));

export const serverProgram = place('../../../server/src/main.ts');
export const startScript = place('../../../../scripts/start.ts');
export const productMigrations = place('../../../server/src/platform/database/migrations');
export const minimalPathProgram = place('../path/minimal-path-server.ts');
export const leastIntakeProgram = place('../intake/least-intake-server.ts');
