import { enableCompileCache } from 'node:module';
import { join } from 'node:path';
import { buildBrowserCode } from './build-browser-code.ts';
import { stopWithNpm } from './stop-with-npm.ts';

const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
// argon2id came with 24.7.
if (major < 24 || (major === 24 && minor < 7)) {
  console.error(
    `Otvet needs Node 24.7 or newer; this is ${process.version}. On Linux and Windows "npm ci" installs it beside the product; elsewhere install Node 24 yourself.`,
  );
  process.exit(1);
}
stopWithNpm();
// A later start reads what an earlier one compiled; our child processes find the folder in their environment.
const { directory } = enableCompileCache(join(import.meta.dirname, '../node_modules/.cache/compiled'));
if (directory !== undefined) process.env.NODE_COMPILE_CACHE ??= directory;
await buildBrowserCode();
await import('../packages/server/src/main.ts');
