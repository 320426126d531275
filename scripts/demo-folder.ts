import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { z } from 'zod';

const demoShop = z.object({
  token: z.string(),
  widgetId: z.string(),
  /** Unknown in folders of earlier versions. */
  base: z.object({ accountId: z.string(), knowledgeBaseId: z.string() }).optional(),
  /** Of the owner, where the demo was made for others too; else the one that everybody knows. */
  password: z.string().optional(),
});
const MARK = 'demo.json';

/** What a later run has to know of the shop that an earlier one made. */
export type DemoShop = z.infer<typeof demoShop>;

/** Where the demo keeps its data: a folder of the temporary ones that goes with it, or one that was asked for and stays. */
export type DemoFolder = {
  path: string;
  isKept: boolean;
  readShop(): DemoShop | undefined;
  keepShop(shop: DemoShop): void;
  close(): void;
};

/** The folder that was asked for holds something else. */
export class DemoFolderError extends Error {}

/** A folder of a real installation is refused: the demo would put an owner into it whose password everybody knows. */
export function openDemoFolder(wanted: string | undefined): DemoFolder {
  const isKept = wanted !== undefined && wanted !== '';
  const path = isKept ? resolve(wanted) : mkdtempSync(join(tmpdir(), 'otvet-demo-'));
  const mark = join(path, MARK);
  mkdirSync(path, { recursive: true });
  if (readdirSync(path).length > 0 && !existsSync(mark))
    throw new DemoFolderError(
      `DATA_DIR names ${path}, which is not empty and was not made by the demo. Name an empty folder, or one that is not there yet.`,
    );
  return {
    path,
    isKept,
    readShop: () => (existsSync(mark) ? demoShop.parse(JSON.parse(readFileSync(mark, 'utf8'))) : undefined),
    keepShop: (shop) => writeFileSync(mark, JSON.stringify(shop), { mode: 0o600 }),
    close: () => {
      if (!isKept) rmSync(path, { recursive: true, force: true });
    },
  };
}
