import { z } from 'zod';
import type { Jobs } from '../../../platform/jobs/index.ts';
import { type BaseId, type EmbeddingTools, embedBase, isResting, isUnsteady, isWholeUpTo } from './embed-base.ts';
import type { Embedder } from './port.ts';
import { countEmbedded, forgetFailures, listBaseIds, listBasesToLookAt } from './vector-store.ts';

/** How far the passages of an account have their vectors, and why the last try failed: a short code. */
export type EmbeddingProgress = { done: number; total: number; failedReason: string | null };

const embedJob = z.object({ accountId: z.string(), knowledgeBaseId: z.string() });
/** More than a turn takes: twenty pages of an embedder that answers slowly, and the trial of the base. */
const EXPIRE_SECONDS = 1800;
/** Whoever writes pairs one after another is waited for. */
const RESTS_MS = 1000;
const LOOKED_AT_ONCE = 100;
const FIRST_ID = '00000000-0000-0000-0000-000000000000';

/** Gives passages their vectors in the background, as the account's embedder makes them. */
export function createEmbedding(tools: EmbeddingTools & { jobs: Pick<Jobs, 'define'> }) {
  const { pool, clock, embedders } = tools;
  let place = { afterAccountId: FIRST_ID, afterId: FIRST_ID };

  const queue = tools.jobs.define<BaseId>({
    name: 'knowledge.embed-base',
    schema: embedJob,
    // Faults of the embedder are tried again by the base itself; these tries are for workers that die.
    retries: 4,
    retryDelaySeconds: 5,
    retryDelayMaxSeconds: 120,
    expireSeconds: EXPIRE_SECONDS,
    concurrency: 2,
    share: { ofOne: 1, ownerOf: ({ accountId }) => accountId },
    async handler(base, { signal }) {
      // Behind those who wait.
      if ((await embedBase(tools, base, signal)) === 'more') await enqueue(base);
    },
    // The periodic look takes it up again.
    onExhausted: async () => undefined,
  });

  /** One waiting job for a base is enough. */
  async function enqueue(base: BaseId, delayMs = 0): Promise<void> {
    const { accountId, knowledgeBaseId } = base;
    const options = { singletonKey: knowledgeBaseId, delayMs };
    await queue.enqueue({ accountId, knowledgeBaseId }, options);
  }

  return {
    /** Passages of a base are others now. */
    async noteChanged(base: BaseId): Promise<void> {
      if ((await embedders.of(base.accountId)) === undefined) return;
      await enqueue(base, RESTS_MS);
    },
    /** Looks whether some bases are not embedded as far as they could be, and has it done; the next call looks at the next ones. */
    async lookAtSome(): Promise<number> {
      const bases = await listBasesToLookAt.all(pool, { ...place, limit: LOOKED_AT_ONCE });
      const last = bases.at(-1);
      place =
        last === undefined || bases.length < LOOKED_AT_ONCE
          ? { afterAccountId: FIRST_ID, afterId: FIRST_ID }
          : { afterAccountId: last.accountId, afterId: last.knowledgeBaseId };
      const now = clock.now();
      let found = 0;
      for (const row of bases) {
        const { accountId, knowledgeBaseId } = row;
        if (isResting(row, now)) continue;
        const embedder = await embedders.of(accountId);
        if (embedder === undefined || isDone(row, embedder)) continue;
        if (row.model === embedder.name && isUnsteady({ resizes: row.resizes ?? 0 })) continue;
        await enqueue({ accountId, knowledgeBaseId });
        found += 1;
      }
      return found;
    },
    /** The account has another embedder now, or is to try its own again. */
    async noteEmbedder(accountId: string): Promise<void> {
      await forgetFailures.run(pool, { accountId });
      const bases = await listBaseIds.all(pool, { accountId });
      for (const { knowledgeBaseId } of bases) await enqueue({ accountId, knowledgeBaseId });
    },
    async progress(accountId: string): Promise<EmbeddingProgress> {
      const embedder = await embedders.of(accountId);
      const counted = await countEmbedded.first(pool, { accountId, model: embedder?.name ?? '' });
      const { done = 0, total = 0, failedReason = null } = counted ?? {};
      return { done, total, failedReason };
    },
  };
}

type Looked = Awaited<ReturnType<typeof listBasesToLookAt.all>>[number];

const isDone = ({ model, baseRevision, revision, passageId, isMeasured }: Looked, { name }: Embedder): boolean =>
  model === name &&
  isMeasured &&
  isWholeUpTo({ revision: baseRevision }, { revision: revision ?? -1, passageId: passageId ?? FIRST_ID });

export type Embedding = ReturnType<typeof createEmbedding>;
