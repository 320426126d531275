import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { buildWidget } from '@otvet/widget/build';

export type WidgetWeight = {
  loaderGzip: number;
  totalGzip: number;
  files: { name: string; bytes: number; gzip: number }[];
  budget: { loaderGzip: number; totalGzip: number };
  isWithinBudget: boolean;
};

/** Budgets of the widget in bytes, gzip: the loader, and everything that one visitor's browser could ever load. */
const budget = { loaderGzip: 3000, totalGzip: 20_000 };

/** Builds the widget into a throw-away folder and weighs every file but the window of the lighter language: a browser loads one of the two. */
export async function measureWidgetWeight(): Promise<WidgetWeight> {
  const folder = await mkdtemp(join(tmpdir(), 'otvet-widget-weight-'));
  try {
    const { windowFiles } = await buildWidget(folder);
    const entries = await readdir(folder, { recursive: true, withFileTypes: true });
    const names = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
    const files = await Promise.all(
      names.map(async (name) => measureFile(name, { folder, content: await readFile(name) })),
    );
    const loaderGzip = files.find((file) => file.name === 'widget.js')?.gzip ?? Number.POSITIVE_INFINITY;
    const windows = files.filter((file) => Object.values(windowFiles).includes(file.name));
    const lighter = Math.min(...windows.map((file) => file.gzip));
    const totalGzip = files.reduce((sum, file) => sum + file.gzip, 0) - lighter;
    const isWithinBudget = loaderGzip <= budget.loaderGzip && totalGzip <= budget.totalGzip;
    return { loaderGzip, totalGzip, files, budget, isWithinBudget };
  } finally {
    await rm(folder, { recursive: true });
  }
}

function measureFile(
  path: string,
  { folder, content }: { folder: string; content: Buffer },
): WidgetWeight['files'][number] {
  return { name: path.slice(folder.length + 1), bytes: content.length, gzip: gzipSync(content, { level: 9 }).length };
}
