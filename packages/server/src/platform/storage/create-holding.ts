import type { Queryable } from '../database/queryable.ts';
import type { Clock } from '../time/clock.ts';
import type { Files } from './create-files.ts';
import type { Disk } from './disk.ts';
import { deleteFiles, deleteUnusedImage, holdImages, listUnusedImages, releaseFiles } from './store.ts';

type Holding = Pick<Files, 'hold' | 'release' | 'discard' | 'dropBytes' | 'unused' | 'removeUnused'>;

/** Images that somebody uses and lets go again. */
export function createHolding({ pool, disk, clock }: { pool: Queryable; disk: Disk; clock: Clock }): Holding {
  return {
    async hold({ accountId, fileIds: ids }, tx) {
      return ids.length === 0 ? [] : await holdImages.all(tx, { accountId, ids, now: clock.now() });
    },
    async release({ accountId, fileIds: ids }, tx) {
      return ids.length === 0 ? [] : (await releaseFiles.all(tx, { accountId, ids })).map(({ id }) => id);
    },
    async discard({ accountId, fileIds: ids }, tx) {
      return ids.length === 0 ? [] : (await deleteFiles.all(tx, { accountId, ids })).map(({ id }) => id);
    },
    async dropBytes({ accountId, fileIds }) {
      for (const fileId of fileIds) await disk.remove(accountId, fileId);
    },
    unused: (images) => listUnusedImages.all(pool, images),
    async removeUnused({ accountId, fileId }) {
      return (await deleteUnusedImage.first(pool, { accountId, id: fileId })) !== undefined;
    },
  };
}
