import { limits, type PairPhoto } from '@otvet/contract';
import type { Queryable } from '../../../platform/database/queryable.ts';
import { AppError } from '../../../platform/errors/app-error.ts';
import type { Files } from '../../../platform/storage/index.ts';
import type { KnowledgeDeps } from '../deps.ts';
import type { StoredPhoto } from '../store.ts';
import { findPairsOfPhotos } from './photo-store.ts';

/** What of the stored files knowledge needs. */
export type KnowledgeFiles = Pick<Files, 'hold' | 'release' | 'discard' | 'dropBytes' | 'unused' | 'removeUnused'> & {
  links: Pick<Files['links'], 'make'>;
};

type Deps = Pick<KnowledgeDeps, 'files'>;
type OfAccount = { accountId: string };
type Taking = OfAccount & { pairId: string; photoIds: readonly string[]; shown: readonly StoredPhoto[] };

/** The pictures of a pair as they are shown. */
export function showPhotos({ files }: Deps, accountId: string, photos: readonly StoredPhoto[]): PairPhoto[] {
  return photos.map(({ id, name, size }) => ({
    id,
    name,
    size,
    url: files?.links.make({ accountId, fileId: id }) ?? '',
  }));
}

/** Takes pictures that were uploaded for pairs into one, in this order, `shown` it has. Others, and what is gone or another pair shows, are refused. */
export async function takePhotos(
  { files }: Deps,
  { accountId, pairId, photoIds, shown }: Taking,
  tx: Queryable,
): Promise<StoredPhoto[]> {
  const ids = [...new Set(photoIds)];
  if (ids.length === 0) return [];
  if (ids.length > limits.photoMax) throw new AppError('knowledge.photo_limit');
  const known = new Map(shown.map((photo) => [photo.id, photo]));
  const shownBy = await findPairsOfPhotos.all(tx, { accountId, photoIds: ids });
  const held = await files?.hold({ accountId, fileIds: ids.filter((id) => !known.has(id)) }, tx);
  for (const { id, name, size, createdAt } of held ?? [])
    known.set(id, { id, name, size, createdAt: createdAt.toISOString() });
  return ids.map((id) => {
    const photo = known.get(id);
    if (photo === undefined || shownBy.some((pair) => pair.id !== pairId))
      throw new AppError('knowledge.photo_not_found');
    return photo;
  });
}

/** Lets pictures go that no pair shows any more; gives those whose bytes go when this is committed. */
export async function releasePhotos(
  { files }: Deps,
  { accountId, photos }: OfAccount & { photos: readonly StoredPhoto[] },
  tx: Queryable,
): Promise<string[]> {
  return (await files?.release({ accountId, fileIds: photos.map(({ id }) => id) }, tx)) ?? [];
}
