import { randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import { AppError } from '../../../platform/errors/app-error.ts';
import type { VisitorDoors } from '../deps.ts';

type StoredFile = { bytes: Buffer; contentType: string; accountId: string };

export type MemoryFiles = VisitorDoors['files'] & {
  /** How often a picture was read. */
  saves: number;
  /** What the next ones are refused with, in this order. */
  refusals: AppError[];
  /** Ids of what is there now. */
  ids(): string[];
};

/** Pictures by account, told by their first bytes. */
export function createMemoryFiles(): MemoryFiles {
  const files = new Map<string, StoredFile>();
  const door: MemoryFiles = {
    saves: 0,
    refusals: [],
    ids: () => [...files.keys()],
    saveImage: async ({ accountId, bytes }) => {
      door.saves += 1;
      const refusal = door.refusals.shift();
      if (refusal !== undefined) throw refusal;
      const contentType = imageTypeOf(bytes);
      if (contentType === undefined) throw new AppError('files.wrong_type');
      const id = randomUUID();
      files.set(id, { bytes, contentType, accountId });
      return { id, contentType, size: bytes.length };
    },
    remove: async ({ fileId }) => {
      files.delete(fileId);
    },
    open: async ({ accountId, fileId }) => {
      const file = files.get(fileId);
      if (file === undefined || file.accountId !== accountId) return undefined;
      const { bytes, contentType } = file;
      return { stream: Readable.from([bytes]), contentType, size: bytes.length, name: 'image' };
    },
  };
  return door;
}

function imageTypeOf(bytes: Buffer): string | undefined {
  if (bytes.subarray(0, 4).equals(Buffer.from([0x89, 0x50, 0x4e, 0x47]))) return 'image/png';
  if (bytes.subarray(0, 2).equals(Buffer.from([0xff, 0xd8]))) return 'image/jpeg';
  return undefined;
}
