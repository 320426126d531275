import type { EmbeddingChoice } from '@otvet/contract';
import type pg from 'pg';
import type { Clock } from '../../../platform/time/clock.ts';
import { isAhead } from '../../../platform/time/is-ahead.ts';
import { readChoice } from './choice/choice-store.ts';
import type { LocalModelKeeper } from './local/create-local-model.ts';
import type { Embedder, Embedders } from './port.ts';

export type ChooseEmbedderDeps = {
  pool: pg.Pool;
  clock: Pick<Clock, 'now'>;
  local: Pick<LocalModelKeeper, 'isMissing' | 'open'>;
  /** What the host has set up; undefined where it has not. */
  service?: Embedders | undefined;
};

/** Every question asks; a choice on another node is heard of so much later. */
const KEPT_MS = 3000;
const MAX_KEPT = 5000;

/** Which embedder serves an account: by its owner's choice, else the one that the host has set up. */
export function createEmbedders({ pool, clock, local, service }: ChooseEmbedderDeps): Embedders & {
  choiceOf(accountId: string): Promise<EmbeddingChoice>;
  /** The choice of this account has changed. */
  forget(accountId: string): void;
} {
  const kept = new Map<string, { embedder: Embedder | undefined; until: number }>();

  async function choiceOf(accountId: string): Promise<EmbeddingChoice> {
    const row = await readChoice.first(pool, { accountId });
    const usual = service === undefined ? 'off' : 'service';
    // A host who takes the service away takes it from all.
    if (row === undefined || (row.choice === 'service' && service === undefined)) return usual;
    return row.choice;
  }

  async function choose(accountId: string): Promise<Embedder | undefined> {
    const choice = await choiceOf(accountId);
    if (choice === 'service') return await service?.of(accountId);
    return choice === 'local' ? await local.open() : undefined;
  }

  return {
    choiceOf,
    async of(accountId) {
      // Nothing to choose from costs no question.
      if (service === undefined && local.isMissing) return undefined;
      const now = clock.now();
      const known = kept.get(accountId);
      if (known !== undefined && isAhead({ at: known.until, now, longestMs: KEPT_MS })) return known.embedder;
      const embedder = await choose(accountId);
      kept.delete(accountId);
      kept.set(accountId, { embedder, until: now.getTime() + KEPT_MS });
      const [oldest] = kept.keys();
      if (kept.size > MAX_KEPT && oldest !== undefined) kept.delete(oldest);
      return embedder;
    },
    forget: (accountId) => void kept.delete(accountId),
  };
}
