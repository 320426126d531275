import { execFileSync, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const cache = fileURLToPath(new URL('../../../../node_modules/.cache/otvet', import.meta.url));
const unpacker = fileURLToPath(new URL('./unpack-chromium.ts', import.meta.url));

/** The browser of the registry package, and what it needs around it on a machine without its libraries. */
export type Chromium = { executablePath: string; env: NodeJS.ProcessEnv };

/** Unpacks the browser once per version. Parallel callers unpack beside each other; a rename makes one of them count. */
export function findChromium(): Chromium {
  const folder = join(cache, `chromium-${packageMark()}`);
  if (!existsSync(folder)) unpackInto(folder);
  const executablePath = join(folder, 'chromium');
  const env = { ...process.env, FONTCONFIG_PATH: existsSync('/etc/fonts') ? '/etc/fonts' : join(folder, 'fonts') };
  if (spawnSync(executablePath, ['--version'], { env }).status === 0) return { executablePath, env };
  return { executablePath, env: { ...env, LD_LIBRARY_PATH: join(folder, 'al2023/lib') } };
}

function packageMark(): string {
  const manifest = createRequire(import.meta.url)
    .resolve('@sparticuz/chromium')
    .replace(/build.*$/, 'package.json');
  return createHash('sha256').update(readFileSync(manifest)).digest('hex').slice(0, 12);
}

function unpackInto(folder: string): void {
  const own = `${folder}.${process.pid}`;
  mkdirSync(own, { recursive: true });
  // The package adds its shared libraries only where it believes to be on such a host.
  const env = { ...process.env, TMPDIR: own, AWS_EXECUTION_ENV: 'AWS_Lambda_nodejs24.x' };
  execFileSync(process.execPath, [unpacker], { env });
  try {
    renameSync(own, folder);
  } catch {
    // Another test file was faster: its copy is as good.
    rmSync(own, { recursive: true, force: true });
  }
}
