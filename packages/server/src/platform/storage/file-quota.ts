import { type FileUsage, limits } from '@otvet/contract';
import type { Queryable } from '../database/queryable.ts';
import { AppError } from '../errors/app-error.ts';
import { findUsage } from './store.ts';
import type { Uploader } from './uploader.ts';

/** How much the files of one account may take. */
export type FileQuota = { maxBytes: number; maxFiles: number };

export function quotaOf(by: Uploader, quota: FileQuota): FileQuota {
  if (by.kind === 'member') return quota;
  return {
    maxBytes: Math.floor(quota.maxBytes * limits.strangersShare),
    maxFiles: Math.floor(quota.maxFiles * limits.strangersShare),
  };
}

export async function readUsage(pool: Queryable, accountId: string, quota: FileQuota): Promise<FileUsage> {
  const taken = await findUsage.first(pool, { accountId });
  return { bytes: taken?.bytes ?? 0, files: taken?.files ?? 0, ...quota };
}

/** Spares a full account the decoding; the statement that stores the row is what keeps the bound. */
export async function requireRoom(pool: Queryable, accountId: string, quota: FileQuota): Promise<void> {
  const { bytes, files, maxBytes, maxFiles } = await readUsage(pool, accountId, quota);
  if (bytes >= maxBytes || files >= maxFiles) throw new AppError('files.quota');
}
