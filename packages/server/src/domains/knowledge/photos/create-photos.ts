import type { KnowledgePhoto, QuestionAnswer } from '@otvet/contract';
import { AppError } from '../../../platform/errors/app-error.ts';
import type { KnowledgeDeps } from '../deps.ts';
import { dropFiles } from '../drop-files.ts';
import type { createPairs } from '../pairs/pairs.ts';
import { findPairsOfPhotos, listPairPhotos } from './photo-store.ts';

type Photo = { accountId: string; id: string };

/** Pictures of pairs, one at a time. */
export function createPhotos(deps: KnowledgeDeps, pairs: Pick<ReturnType<typeof createPairs>, 'change'>) {
  /** False where no pair shows it. */
  async function takeFromPair({ accountId, id }: Photo): Promise<boolean> {
    const [pair] = await findPairsOfPhotos.all(deps.pool, { accountId, photoIds: [id] });
    if (pair === undefined) return false;
    await pairs.change({ accountId, id: pair.id }, ({ photos }) => ({
      photos: photos.filter((shown) => shown !== id),
    }));
    return true;
  }
  return {
    /** Those of pairs, and uploaded ones that nothing shows yet, the newest first. */
    async list(page: { accountId: string; limit: number; offset: number }): Promise<KnowledgePhoto[]> {
      const { accountId, offset } = page;
      const upTo = { accountId, limit: offset + page.limit };
      const [shown, unused] = await Promise.all([
        listPairPhotos.all(deps.pool, upTo),
        deps.files?.unused(upTo) ?? Promise.resolve([]),
      ]);
      const all = [
        ...shown.map(({ pairId, photo }) => ({ ...photo, pairId })),
        ...unused.map(({ id, name, size, createdAt }) => ({
          ...{ id, name, size, pairId: null },
          createdAt: createdAt.toISOString(),
        })),
      ];
      return all
        .sort((left, right) => (left.createdAt < right.createdAt ? 1 : -1))
        .slice(offset, upTo.limit)
        .map((photo) => ({ ...photo, url: deps.files?.links.make({ accountId, fileId: photo.id }) ?? '' }));
    },
    /** Behind the others of the pair. */
    add: ({ accountId, id, photoId }: Photo & { photoId: string }): Promise<QuestionAnswer> =>
      pairs.change({ accountId, id }, ({ photos }) => ({ photos: [...photos, photoId] })),
    async removeFromPair(photo: Photo): Promise<void> {
      if (!(await takeFromPair(photo))) throw new AppError('knowledge.photo_not_found');
    },
    /** One that a message or a person shows, and no pair, stays. */
    async remove(photo: Photo): Promise<void> {
      if (await takeFromPair(photo)) return;
      const { accountId, id } = photo;
      if (await deps.files?.removeUnused({ accountId, fileId: id })) {
        await dropFiles(deps, { accountId, fileIds: [id] });
        return;
      }
      // A pair may have taken it meanwhile.
      if (!(await takeFromPair(photo))) throw new AppError('knowledge.photo_not_found');
    },
  };
}
