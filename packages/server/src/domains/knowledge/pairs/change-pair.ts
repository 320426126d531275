import { cleanPhrasings } from '@otvet/contract';
import type { Queryable } from '../../../platform/database/queryable.ts';
import { AppError } from '../../../platform/errors/app-error.ts';
import type { KnowledgeDeps } from '../deps.ts';
import { linesOf } from '../lines-of.ts';
import { releasePhotos, takePhotos } from '../photos/pair-files.ts';
import { findPair, type PairRow, updatePair } from '../store.ts';
import { weighPair } from './weigh-pairs.ts';

/** What of a pair changes; what is left out stays. */
export type PairChange = {
  question?: string;
  answer?: string;
  phrasings?: readonly string[] | undefined;
  /** Ids of pictures in their order. */
  photos?: readonly string[] | undefined;
};

/** The pair as it is now, with the ids of its pictures. */
export type PairAsIs = { question: string; answer: string; phrasings: string[]; photos: string[] };

type Change = { accountId: string; id: string; change: (pair: PairAsIs) => PairChange };

/**
 * Changes a pair within a transaction that holds the lock of the account's knowledge. `gone`: pictures whose bytes go when it
 * is committed.
 */
export async function changePair(
  deps: KnowledgeDeps,
  { accountId, id, change }: Change,
  tx: Queryable,
): Promise<{ pair: PairRow; gone: string[] }> {
  const found = await findPair.first(tx, { accountId, id });
  if (!found) throw new AppError('knowledge.pair_not_found');
  const before: PairAsIs = {
    question: found.question,
    answer: found.answer,
    phrasings: linesOf(found.phrasings),
    photos: found.photos.map((photo) => photo.id),
  };
  const given = change(before);
  const { question, answer } = { ...before, ...given };
  const phrasings = cleanPhrasings(question, given.phrasings ?? before.phrasings);
  const photos =
    given.photos === undefined
      ? found.photos
      : await takePhotos(deps, { accountId, pairId: id, photoIds: given.photos, shown: found.photos }, tx);
  const memory = weighPair({ question, answer, phrasings });
  const changed = { question, answer, phrasings: phrasings.join('\n'), photos, memory, now: deps.clock.now() };
  const pair = await updatePair.first(tx, { accountId, id, ...changed });
  if (!pair) throw new AppError('knowledge.pair_not_found');
  const left = found.photos.filter((photo) => !photos.some((kept) => kept.id === photo.id));
  return { pair, gone: await releasePhotos(deps, { accountId, photos: left }, tx) };
}
