import { execFile } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { gzipSync } from 'node:zlib';
import { z } from 'zod';
import { firstScreens } from '../../web/plugins/screen-chunks.ts';
import type { Figure } from './figures.ts';

const manifestShape = z.record(
  z.string(),
  z.object({
    file: z.string(),
    imports: z.array(z.string()).default([]),
    css: z.array(z.string()).default([]),
  }),
);
type Manifest = z.infer<typeof manifestShape>;

function textsOf(feature: string): string {
  return `../contract/src/texts/ru/${feature}.json`;
}

const COMMON_TEXTS = 'src/platform/texts/common-ru.ts';

/** What a browser has to load before a screen can be used: the page, the texts of one language, and the chunks of the screen. */
const screens = {
  'sign-in': [COMMON_TEXTS, textsOf('auth'), firstScreens.sign],
  inbox: [COMMON_TEXTS, textsOf('dialogs'), firstScreens.inbox],
};

const BUDGET_BYTES = 200_000;

export type ScreenWeight = { screen: string; languages: string[]; scriptGzip: number; styleGzip: number };
export type WebWeight = { screens: ScreenWeight[]; scripts: { name: string; text: string }[]; budgetBytes: number };

/** Builds the web app into a throw-away folder and weighs the static closure of its first screens. */
export async function measureWebWeight(): Promise<WebWeight> {
  const folder = await mkdtemp(join(tmpdir(), 'otvet-web-weight-'));
  try {
    await build(folder);
    const manifest = manifestShape.parse(JSON.parse(await readFile(join(folder, '.vite/manifest.json'), 'utf8')));
    const page = listPageScripts(manifest, await readFile(join(folder, 'index.html'), 'utf8'));
    const weights = Object.entries(screens).map(([screen, entries]) =>
      measureScreen({ folder, screen, chunks: closureOf(manifest, [...page, ...entries]) }),
    );
    const names = (await readdir(join(folder, 'assets'))).filter((name) => name.endsWith('.js'));
    const scripts = names.map(async (name) => ({ name, text: await readFile(join(folder, 'assets', name), 'utf8') }));
    return { screens: await Promise.all(weights), scripts: await Promise.all(scripts), budgetBytes: BUDGET_BYTES };
  } finally {
    await rm(folder, { recursive: true });
  }
}

const web = join(import.meta.dirname, '../../web');
const vite = join(import.meta.dirname, '../../../node_modules/vite/bin/vite.js');

/** As `npm run build` does it, in a process of its own: a test's environment would give development code. */
async function build(folder: string): Promise<void> {
  const options = ['build', '--outDir', folder, '--emptyOutDir', '--logLevel', 'warn'];
  await promisify(execFile)(process.execPath, [vite, ...options], { cwd: web, env: { NODE_ENV: 'production' } });
}

/** Names of the chunks that the page itself asks for. */
function listPageScripts(manifest: Manifest, html: string): string[] {
  const files = new Set([...html.matchAll(/(?:src|href)="\/(assets\/[^"]+\.js)"/g)].map((match) => match[1]));
  return Object.entries(manifest).flatMap(([name, chunk]) => (files.has(chunk.file) ? [name] : []));
}

type ScreenInput = { folder: string; screen: string; chunks: Map<string, Manifest[string]> };

async function measureScreen({ folder, screen, chunks }: ScreenInput): Promise<ScreenWeight> {
  const files = [...new Set([...chunks.values()].map((chunk) => chunk.file))];
  const styles = [...new Set([...chunks.values()].flatMap((chunk) => chunk.css))];
  const languages = new Set(
    [...chunks.keys()].flatMap((name) => /\/texts\/(?:common-)?(ru|en)\b/.exec(name)?.[1] ?? []),
  );
  return {
    screen,
    languages: [...languages],
    scriptGzip: await gzipOf(folder, files),
    styleGzip: await gzipOf(folder, styles),
  };
}

function closureOf(manifest: Manifest, entries: string[]): Map<string, Manifest[string]> {
  const seen = new Map<string, Manifest[string]>();
  const queue = [...entries];
  for (let name = queue.pop(); name !== undefined; name = queue.pop()) {
    if (seen.has(name)) continue;
    const chunk = manifest[name];
    if (chunk === undefined) throw new Error(`The build has no chunk "${name}"`);
    seen.set(name, chunk);
    queue.push(...chunk.imports);
  }
  return seen;
}

async function gzipOf(folder: string, files: string[]): Promise<number> {
  const sizes = files.map(async (file) => gzipSync(await readFile(join(folder, file)), { level: 9 }).length);
  return (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0);
}

/** The weight of the first screens beside their budget. */
export async function webWeightBench(): Promise<Figure[]> {
  const { screens: weights } = await measureWebWeight();
  return weights.flatMap(({ screen, scriptGzip, styleGzip }): Figure[] => [
    { name: `web app, ${screen}, scripts gzip`, figure: scriptGzip, unit: 'B', budget: { max: BUDGET_BYTES } },
    { name: `web app, ${screen}, styles gzip`, figure: styleGzip, unit: 'B' },
  ]);
}
