import type { KnowledgeDeps } from '../deps.ts';
import { createVectorPlaces } from './base-vectors.ts';
import type { VectorTools } from './copy-vectors.ts';
import { createEmbedding, type Embedding } from './create-embedding.ts';
import type { EmbeddingTools } from './embed-base.ts';
import { createQueryVectors } from './query-vectors.ts';

/** What the search needs for vectors; undefined where bases are searched by words alone. */
export function openVectorTools(deps: KnowledgeDeps): VectorTools | undefined {
  if (deps.embedding === undefined) return undefined;
  const { embedders, maxHeld } = deps.embedding;
  const places = createVectorPlaces({ pool: deps.pool, maxHeld });
  return { ...deps, embedders, places, queries: createQueryVectors(deps) };
}

/** What makes them in the background. */
export function openEmbedding(
  deps: KnowledgeDeps,
  vectors: VectorTools | undefined,
  base: Pick<EmbeddingTools, 'openBase' | 'changed'>,
): Embedding | undefined {
  if (deps.embedding === undefined || vectors === undefined) return undefined;
  return createEmbedding({ ...deps, ...vectors, ...base, jobs: deps.embedding.jobs });
}
