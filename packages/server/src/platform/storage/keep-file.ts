import { createHash, type Hash } from 'node:crypto';
import type { FileOfJob } from '../confined/index.ts';
import type { Queryable } from '../database/queryable.ts';
import { AppError } from '../errors/app-error.ts';
import type { FilePurpose } from './create-files.ts';
import type { Disk } from './disk.ts';
import type { FileQuota } from './file-quota.ts';
import { insertFile, type StoredFile } from './store.ts';

export type Chunks = AsyncIterable<Uint8Array> | Iterable<Uint8Array>;
export type Description = Pick<StoredFile, 'kind' | 'contentType' | 'name' | 'width' | 'height'>;
/** What the file is, which may be found out where it lies. */
export type Describe = (file: FileOfJob) => Promise<Description>;

/** `sha256`: of the bytes as they are stored. */
export type KeptFile = StoredFile & { sha256: Buffer };

type Keeping = {
  kept: Pick<StoredFile, 'accountId' | 'id' | 'createdAt'>;
  chunks: Chunks;
  describe: Describe;
  purpose: FilePurpose;
  disk: Disk;
  pool: Queryable;
  quota: FileQuota;
};

/** Writes a file and its row, or nothing. Throws `files.quota`. */
export async function keepFile({ kept, chunks, describe, disk, pool, quota, purpose }: Keeping): Promise<KeptFile> {
  const { accountId, id } = kept;
  const hash = createHash('sha256');
  const size = await disk.write({ accountId, id, chunks: hashedBy(hash, chunks) });
  try {
    const file: StoredFile = { ...kept, ...(await describe({ path: disk.pathOf(accountId, id) })), size };
    const sha256 = hash.digest();
    if ((await insertFile.run(pool, { ...file, ...quota, purpose, sha256 })) === 0) throw new AppError('files.quota');
    return { ...file, sha256 };
  } catch (error) {
    await disk.remove(accountId, id);
    throw error;
  }
}

async function* hashedBy(hash: Hash, chunks: Chunks): AsyncGenerator<Buffer> {
  for await (const chunk of chunks) {
    hash.update(chunk);
    yield Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength);
  }
}
