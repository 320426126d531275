import { execFile } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { gzipSync } from 'node:zlib';
import { z } from 'zod';
import type { Part } from '../../web/plugins/screen-chunks.ts';
import type { Figure } from './figures.ts';

const manifestShape = z.record(
  z.string(),
  z.object({
    file: z.string(),
    name: z.string().optional(),
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
const screens: Record<string, { texts: string[]; parts: Part[]; budgetBytes: number }> = {
  'sign-in': { texts: [COMMON_TEXTS, textsOf('auth')], parts: ['sign-in'], budgetBytes: 141_200 },
  inbox: { texts: [COMMON_TEXTS, textsOf('dialogs')], parts: ['router', 'inbox'], budgetBytes: 199_000 },
};

/** `budgetBytes` is what it weighed when it was last made lighter, and 3 %; DESIGN.md allows 200 kB. */
export type ScreenWeight = {
  screen: string;
  languages: string[];
  scriptGzip: number;
  styleGzip: number;
  budgetBytes: number;
};
export type WebWeight = { screens: ScreenWeight[]; scripts: { name: string; text: string }[] };

/** Builds the web app into a throw-away folder and weighs the static closure of its first screens. */
export async function measureWebWeight(): Promise<WebWeight> {
  const folder = await mkdtemp(join(tmpdir(), 'otvet-web-weight-'));
  try {
    await build(folder);
    const manifest = manifestShape.parse(JSON.parse(await readFile(join(folder, '.vite/manifest.json'), 'utf8')));
    const page = listPageScripts(manifest, await readFile(join(folder, 'index.html'), 'utf8'));
    const weights = Object.entries(screens).map(([screen, { texts, parts, budgetBytes }]) => {
      const entries = [...page, ...texts, ...parts.map((part) => findPart(manifest, part))];
      return measureScreen({ folder, screen, budgetBytes, chunks: closureOf(manifest, entries) });
    });
    const names = (await readdir(join(folder, 'assets'))).filter((name) => name.endsWith('.js'));
    const scripts = names.map(async (name) => ({ name, text: await readFile(join(folder, 'assets', name), 'utf8') }));
    return { screens: await Promise.all(weights), scripts: await Promise.all(scripts) };
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

function findPart(manifest: Manifest, part: Part): string {
  const [found] = Object.entries(manifest).find(([, chunk]) => chunk.name === part && chunk.file.endsWith('.js')) ?? [];
  if (found === undefined) throw new Error(`The build has no chunk of the part "${part}"`);
  return found;
}

type ScreenInput = { folder: string; screen: string; budgetBytes: number; chunks: Map<string, Manifest[string]> };

async function measureScreen({ folder, screen, budgetBytes, chunks }: ScreenInput): Promise<ScreenWeight> {
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
    budgetBytes,
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
  return weights.flatMap(({ screen, scriptGzip, styleGzip, budgetBytes }): Figure[] => [
    { name: `web app, ${screen}, scripts gzip`, figure: scriptGzip, unit: 'B', budget: { max: budgetBytes } },
    { name: `web app, ${screen}, styles gzip`, figure: styleGzip, unit: 'B' },
  ]);
}
