import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { buildWidget } from '@otvet/widget/build';

export type WidgetWeight = {
  loaderGzip: number;
  totalGzip: number;
  /** What few visitors need and only they load. */
  extrasGzip: number;
  files: { name: string; bytes: number; gzip: number }[];
  budget: { loaderGzip: number; totalGzip: number; extrasGzip: number };
  isWithinBudget: boolean;
};

/** Budgets of the widget in bytes, gzip: the loader; loader and window, the chat of every visitor; the files for few. */
const budget = { loaderGzip: 3000, totalGzip: 20_000, extrasGzip: 3000 };

/** Builds the widget into a throw-away folder and weighs every file but the window of the lighter language: a browser loads one of the two. */
export async function measureWidgetWeight(): Promise<WidgetWeight> {
  const folder = await mkdtemp(join(tmpdir(), 'otvet-widget-weight-'));
  try {
    const { windowFiles, extras } = await buildWidget(folder);
    const entries = await readdir(folder, { recursive: true, withFileTypes: true });
    const names = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
    const files = await Promise.all(
      names.map(async (name) => measureFile(name, { folder, content: await readFile(name) })),
    );
    const loaderGzip = files.find((file) => file.name === 'widget.js')?.gzip ?? Number.POSITIVE_INFINITY;
    const windows = files.filter((file) => Object.values(windowFiles).includes(file.name));
    const lighter = Math.min(...windows.map((file) => file.gzip));
    const extrasGzip = sumOf(files.filter((file) => extras.includes(file.name)));
    const totalGzip = sumOf(files) - lighter - extrasGzip;
    const isWithinBudget =
      loaderGzip <= budget.loaderGzip && totalGzip <= budget.totalGzip && extrasGzip <= budget.extrasGzip;
    return { loaderGzip, totalGzip, extrasGzip, files, budget, isWithinBudget };
  } finally {
    await rm(folder, { recursive: true });
  }
}

function sumOf(files: WidgetWeight['files']): number {
  return files.reduce((sum, file) => sum + file.gzip, 0);
}

function measureFile(
  path: string,
  { folder, content }: { folder: string; content: Buffer },
): WidgetWeight['files'][number] {
  return { name: path.slice(folder.length + 1), bytes: content.length, gzip: gzipSync(content, { level: 9 }).length };
}
