import { fileURLToPath } from 'node:url';

/** Tests start hundreds of processes on a small machine: code that one of them has compiled is kept for the next. */
export const compileCache = fileURLToPath(new URL('../../../../node_modules/.cache/otvet/compiled', import.meta.url));
