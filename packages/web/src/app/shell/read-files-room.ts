import type { FileUsage } from '@otvet/contract';
import { limits } from '@otvet/contract/values';

export type FilesRoom = 'enough' | 'nearly' | 'customers' | 'full';

const WARNED_FROM = 0.8;

/** Who still finds room for a file. It is closed to customers as soon as their largest picture would be refused. */
export function readFilesRoom({ bytes, maxBytes, files, maxFiles }: FileUsage): FilesRoom {
  const share = Math.max(bytes / maxBytes, files / maxFiles);
  if (share >= 1) return 'full';
  const theirs = {
    bytes: Math.floor(maxBytes * limits.strangersShare),
    files: Math.floor(maxFiles * limits.strangersShare),
  };
  if (bytes + limits.photoBytes > theirs.bytes || files >= theirs.files) return 'customers';
  return share >= WARNED_FROM ? 'nearly' : 'enough';
}
