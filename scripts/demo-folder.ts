import { mkdirSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { z } from 'zod';
import { lockDataFolder } from '../packages/server/src/platform/node/node-identity.ts';

const demoShop = z.object({
  token: z.string(),
  widgetId: z.string(),
  /** Unknown in folders of earlier versions. */
  base: z.object({ accountId: z.string(), knowledgeBaseId: z.string() }).optional(),
  /** Of the owner, where the demo was made for others too; else the one that everybody knows. */
  password: z.string().optional(),
});
const MARK = 'demo.json';
/** In the place of the shop until it is made. */
const begun = z.object({ isBegun: z.literal(true) });
const LOCK_PREFIX = 'database.lock.';

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

/**
 * A folder of a real installation is refused: the demo would put an owner into it whose password everybody knows. What a
 * first start left that was killed is nobody's: it is made anew.
 */
export async function openDemoFolder(wanted: string | undefined): Promise<DemoFolder> {
  const isKept = wanted !== undefined && wanted !== '';
  const path = isKept ? resolve(wanted) : mkdtempSync(join(tmpdir(), 'otvet-demo-'));
  mkdirSync(path, { recursive: true });
  const shop = readMark(path);
  if (shop === undefined && listOthers(path).length > 0)
    throw new DemoFolderError(
      `DATA_DIR names ${path}, which is not empty and was not made by the demo. Name an empty folder, or one that is not there yet.`,
    );
  if (shop === 'begun') await clear(path);
  if (shop === undefined) writeMark(path, { isBegun: true });
  return {
    path,
    isKept,
    readShop: () => (shop === 'begun' ? undefined : shop),
    keepShop: (made) => writeMark(path, made),
    close: () => {
      if (!isKept) rmSync(path, { recursive: true, force: true });
    },
  };
}

function readMark(path: string): DemoShop | 'begun' | undefined {
  if (!readdirSync(path).includes(MARK)) return undefined;
  const content: unknown = JSON.parse(readFileSync(join(path, MARK), 'utf8'));
  return begun.safeParse(content).success ? 'begun' : demoShop.parse(content);
}

/** Renamed into its place, so that a demo that is killed leaves the whole mark or none. */
function writeMark(path: string, content: DemoShop | z.infer<typeof begun>): void {
  const temporary = join(path, `${MARK}.tmp`);
  writeFileSync(temporary, JSON.stringify(content), { mode: 0o600 });
  renameSync(temporary, join(path, MARK));
}

const listOthers = (path: string) => readdirSync(path).filter((name) => !name.startsWith(MARK));

/** With the folder's lock, so that neither a running demo nor the rest of a killed one loses its files under it. */
async function clear(path: string): Promise<void> {
  const release = await lockDataFolder(path);
  for (const name of listOthers(path).filter((other) => !other.startsWith(LOCK_PREFIX)))
    rmSync(join(path, name), { recursive: true, force: true });
  release();
}
