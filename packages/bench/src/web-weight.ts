import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { buildWeb } from '@otvet/web/build';
import { z } from 'zod';
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

/** What a browser has to load before a screen can be used: the page, the texts of one language, and the chunks of the screen. */
const screens = {
  'sign-in': ['src/features/auth/sign-frame.tsx', 'src/features/auth/sign-screen.tsx'],
  inbox: ['src/app/app-shell.tsx', 'src/features/inbox/inbox-screen.tsx'],
} as const;
const always = ['index.html', 'src/platform/texts/catalogue-ru.ts'] as const;

const budgetBytes = 200_000;

export type ScreenWeight = { screen: string; files: string[]; scriptGzip: number; styleGzip: number };
export type WebWeight = { screens: ScreenWeight[]; scripts: { name: string; text: string }[]; budgetBytes: number };

/** Builds the web app into a throw-away folder and weighs the static closure of its first screens. */
export async function measureWebWeight(): Promise<WebWeight> {
  const folder = await mkdtemp(join(tmpdir(), 'otvet-web-weight-'));
  try {
    await buildWeb(folder);
    const manifest = manifestShape.parse(JSON.parse(await readFile(join(folder, '.vite/manifest.json'), 'utf8')));
    const weights = Object.entries(screens).map(([screen, entries]) =>
      weighScreen({ folder, manifest, screen, entries: [...always, ...entries] }),
    );
    const names = (await readdir(join(folder, 'assets'))).filter((name) => name.endsWith('.js'));
    const scripts = names.map(async (name) => ({ name, text: await readFile(join(folder, 'assets', name), 'utf8') }));
    return { screens: await Promise.all(weights), scripts: await Promise.all(scripts), budgetBytes };
  } finally {
    await rm(folder, { recursive: true });
  }
}

type ScreenInput = { folder: string; manifest: Manifest; screen: string; entries: string[] };

async function weighScreen({ folder, manifest, screen, entries }: ScreenInput): Promise<ScreenWeight> {
  const chunks = closureOf(manifest, entries);
  const files = [...new Set(chunks.map((chunk) => chunk.file))];
  const styles = [...new Set(chunks.flatMap((chunk) => chunk.css))];
  return { screen, files, scriptGzip: await gzipOf(folder, files), styleGzip: await gzipOf(folder, styles) };
}

function closureOf(manifest: Manifest, entries: string[]): Manifest[string][] {
  const seen = new Map<string, Manifest[string]>();
  const queue = [...entries];
  for (let name = queue.pop(); name !== undefined; name = queue.pop()) {
    if (seen.has(name)) continue;
    const chunk = manifest[name];
    if (chunk === undefined) throw new Error(`The build has no chunk "${name}"`);
    seen.set(name, chunk);
    queue.push(...chunk.imports);
  }
  return [...seen.values()];
}

async function gzipOf(folder: string, files: string[]): Promise<number> {
  const sizes = files.map(async (file) => gzipSync(await readFile(join(folder, file)), { level: 9 }).length);
  return (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0);
}

/** The weight of the first screens beside their budget. */
export async function webWeightBench(): Promise<Figure[]> {
  const { screens: weights } = await measureWebWeight();
  return weights.flatMap(({ screen, scriptGzip, styleGzip }): Figure[] => [
    { name: `web app, ${screen}, scripts gzip`, figure: scriptGzip, unit: 'B', budget: { most: budgetBytes } },
    { name: `web app, ${screen}, styles gzip`, figure: styleGzip, unit: 'B' },
  ]);
}
