import type { Confined } from '../../../platform/confined/index.ts';
import { createDocumentReader } from '../reading/index.ts';
import type { ReadBytes } from './deps.ts';

/** Reads and cuts documents in the given process, accounts in turn. */
export function createReadBytes(confined: Confined): ReadBytes {
  const reader = createDocumentReader({ confined });
  return ({ accountId, bytes, name, charset, onProgress }) =>
    reader.cut({
      ...{ bytes, name, charset, caller: { lane: 'member', key: accountId } },
      onProgress: ({ done, total }) => onProgress(done, total),
    });
}
