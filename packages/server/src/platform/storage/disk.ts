import { type FileHandle, mkdir, open, readdir, rename, rm, rmdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { AppError } from '../errors/app-error.ts';

/** The bytes of files, by account and id: both are UUIDs, so that no name a person chose ever reaches a path. */
export type Disk = {
  /** Writes all or nothing: a file under its name is complete and on the platter. Gives the number of bytes. */
  write(options: { accountId: string; id: string; chunks: AsyncIterable<Buffer> | Iterable<Buffer> }): Promise<number>;
  open(accountId: string, id: string, range?: { start: number; end: number }): Promise<Readable | undefined>;
  /** Where it lies, or would. */
  pathOf(accountId: string, id: string): string;
  /** The same; undefined when it is not there. */
  locate(accountId: string, id: string): Promise<string | undefined>;
  remove(accountId: string, id: string): Promise<void>;
  /** Ids on disk that are older than `before`, by account; unfinished ones of that age are removed at once. */
  listOlder(before: Date): Promise<Map<string, string[]>>;
};

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;
const UNFINISHED = '.part';
const fullDisk = new Set(['ENOSPC', 'EDQUOT', 'EROFS']);

export function createDisk(root: string): Disk {
  const folderOf = (accountId: string) => join(root, requireUuid(accountId));
  const pathOf = (accountId: string, id: string) => join(folderOf(accountId), requireUuid(id));
  return {
    async write({ accountId, id, chunks }) {
      const path = pathOf(accountId, id);
      try {
        await mkdir(folderOf(accountId), { recursive: true, mode: 0o700 });
        return await writeWhole({ path, folder: folderOf(accountId), chunks });
      } catch (error) {
        await rm(`${path}${UNFINISHED}`, { force: true });
        throw isFullDisk(error) ? new AppError('server.unavailable', { cause: error, retryAfter: 60 }) : error;
      }
    },
    async open(accountId, id, range) {
      const handle = await openExisting(pathOf(accountId, id));
      return handle?.createReadStream(range ?? {});
    },
    pathOf,
    async locate(accountId, id) {
      const path = pathOf(accountId, id);
      const handle = await openExisting(path);
      await handle?.close();
      return handle && path;
    },
    remove: (accountId, id) => rm(pathOf(accountId, id), { force: true }),
    listOlder: (before) => listOlder(root, before),
  };
}

async function writeWhole({
  path,
  folder,
  chunks,
}: {
  path: string;
  folder: string;
  chunks: AsyncIterable<Buffer> | Iterable<Buffer>;
}): Promise<number> {
  let size = 0;
  const handle = await open(`${path}${UNFINISHED}`, 'wx', 0o600);
  try {
    for await (const chunk of chunks) {
      await handle.writeFile(chunk);
      size += chunk.length;
    }
    await handle.sync();
  } finally {
    await handle.close();
  }
  await rename(`${path}${UNFINISHED}`, path);
  await syncFolder(folder);
  return size;
}

/** Without it a power cut may lose the new name although the bytes are safe. Windows cannot open folders. */
async function syncFolder(folder: string): Promise<void> {
  if (process.platform === 'win32') return;
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

async function openExisting(path: string): Promise<FileHandle | undefined> {
  try {
    return await open(path, 'r');
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
    throw error;
  }
}

async function listOlder(root: string, before: Date): Promise<Map<string, string[]>> {
  const found = new Map<string, string[]>();
  for (const accountId of await readdir(root).catch(() => [])) {
    if (!uuid.test(accountId)) continue;
    const folder = join(root, accountId);
    const names = await readdir(folder);
    const old: string[] = [];
    for (const name of names) {
      const { mtime } = await stat(join(folder, name));
      if (mtime >= before) continue;
      if (name.endsWith(UNFINISHED)) await rm(join(folder, name), { force: true });
      else if (uuid.test(name)) old.push(name);
    }
    if (old.length > 0) found.set(accountId, old);
    // Fails while files are in it, which is what is wanted.
    if (names.length === 0) await rmdir(folder).catch(() => undefined);
  }
  return found;
}

function requireUuid(id: string): string {
  if (!uuid.test(id)) throw new AppError('files.not_found');
  return id;
}

function isFullDisk(error: unknown): boolean {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' && fullDisk.has(error.code);
}
