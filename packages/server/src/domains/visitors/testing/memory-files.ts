import { randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import { AppError } from '../../../platform/errors/app-error.ts';
import type { VisitorDoors } from '../deps.ts';

type StoredFile = { bytes: Buffer; contentType: string; accountId: string };

/** Pictures by account, told by their first bytes. */
export function createMemoryFiles(): VisitorDoors['files'] {
  const files = new Map<string, StoredFile>();
  return {
    saveImage: async ({ accountId, bytes }) => {
      const contentType = imageTypeOf(bytes);
      if (contentType === undefined) throw new AppError('files.wrong_type');
      const id = randomUUID();
      files.set(id, { bytes, contentType, accountId });
      return { id, contentType, size: bytes.length };
    },
    open: async ({ accountId, fileId }) => {
      const file = files.get(fileId);
      if (file === undefined || file.accountId !== accountId) return undefined;
      const { bytes, contentType } = file;
      return { stream: Readable.from([bytes]), contentType, size: bytes.length, name: 'image' };
    },
  };
}

function imageTypeOf(bytes: Buffer): string | undefined {
  if (bytes.subarray(0, 4).equals(Buffer.from([0x89, 0x50, 0x4e, 0x47]))) return 'image/png';
  if (bytes.subarray(0, 2).equals(Buffer.from([0xff, 0xd8]))) return 'image/jpeg';
  return undefined;
}
