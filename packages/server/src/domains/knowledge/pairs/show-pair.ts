import type { QuestionAnswer } from '@otvet/contract';
import type { KnowledgeDeps } from '../deps.ts';
import { linesOf } from '../lines-of.ts';
import { showPhotos } from '../photos/pair-files.ts';
import type { PairRow } from '../store.ts';

/** A pair as it is shown. */
export const showPair = (deps: Pick<KnowledgeDeps, 'files'>, accountId: string, row: PairRow): QuestionAnswer => ({
  id: row.id,
  knowledgeBaseId: row.knowledgeBaseId,
  question: row.question,
  answer: row.answer,
  phrasings: linesOf(row.phrasings),
  photos: showPhotos(deps, accountId, row.photos),
  createdAt: row.createdAt.toISOString(),
  updatedAt: row.updatedAt.toISOString(),
});
