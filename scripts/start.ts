import { buildBrowserCode } from './build-browser-code.ts';

const [major = 0] = process.versions.node.split('.').map(Number);
if (major < 24) {
  console.error(
    `Otvet needs Node 24; this is ${process.version}. On Linux and Windows "npm ci" installs it beside the product; elsewhere install Node 24 yourself.`,
  );
  process.exit(1);
}
await buildBrowserCode();
await import('../packages/server/src/main.ts');
