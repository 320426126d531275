import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

const root = join(import.meta.dirname, '..');

type Build = { name: string; command: string[]; sources: string[]; output: string };

const builds: Build[] = [
  {
    name: 'web',
    command: [join(root, 'node_modules/vite/bin/vite.js'), 'build', '--logLevel', 'warn'],
    sources: ['packages/web', 'packages/contract/src', 'package-lock.json'],
    output: 'packages/web/dist',
  },
  {
    name: 'widget',
    command: ['build.ts'],
    sources: ['packages/widget', 'packages/contract/src', 'package-lock.json'],
    output: 'packages/widget/dist',
  },
];

async function listFiles(path: string): Promise<string[]> {
  if ((await stat(path)).isFile()) return [path];
  const entries = await readdir(path, { withFileTypes: true, recursive: true });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((file) => !/[\\/](?:dist|node_modules)[\\/]/.test(file))
    .sort();
}

/** A mark of everything that a build is made of: sizes and times of the sources. */
async function markOf(build: Build): Promise<string> {
  const files = (await Promise.all(build.sources.map((source) => listFiles(join(root, source))))).flat();
  const facts = await Promise.all(
    files.map(async (file) => `${file}:${(await stat(file)).size}:${(await stat(file)).mtimeMs}`),
  );
  return createHash('sha256').update(facts.join('\n')).digest('hex');
}

function run(build: Build): Promise<void> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, build.command, {
      cwd: join(root, 'packages', build.name),
      stdio: ['ignore', 'inherit', 'inherit'],
    });
    child.once('error', reject);
    child.once('exit', (code) =>
      code === 0 ? resolve() : reject(new Error(`The ${build.name} build ended with code ${code}`)),
    );
  });
}

async function buildOne(build: Build): Promise<void> {
  const markFile = join(root, build.output, '.sources');
  const mark = await markOf(build);
  const built = existsSync(markFile) ? await readFile(markFile, 'utf8') : '';
  if (built === mark) return;
  if (!existsSync(join(root, 'node_modules/vite'))) {
    if (existsSync(join(root, build.output))) return;
    throw new Error(
      'The browser code is not built and the build tools are not installed: run "npm ci" and "npm run build" first.',
    );
  }
  console.log(`Building ${build.name}…`);
  await run(build);
  await writeFile(markFile, mark);
}

/** Builds the web app and the widget where their sources changed since the last build. */
export async function buildBrowserCode(): Promise<void> {
  await Promise.all(builds.map(buildOne));
}

if (import.meta.main) await buildBrowserCode();
