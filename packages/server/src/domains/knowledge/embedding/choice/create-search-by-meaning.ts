import type { EmbeddingChoice, SearchByMeaning } from '@otvet/contract';
import type pg from 'pg';
import { createAudit } from '../../../../platform/audit/index.ts';
import { withTransaction } from '../../../../platform/database/with-transaction.ts';
import { AppError } from '../../../../platform/errors/app-error.ts';
import type { Clock } from '../../../../platform/time/clock.ts';
import type { NewId } from '../../../../platform/time/ids.ts';
import type { createEmbedders } from '../choose-embedder.ts';
import type { LocalModelKeeper } from '../local/create-local-model.ts';
import { setChoice } from './choice-store.ts';

export type SearchByMeaningDeps = {
  pool: pg.Pool;
  clock: Clock;
  newId: NewId;
  local: LocalModelKeeper;
  embedders: ReturnType<typeof createEmbedders>;
  /** The model of the service that the host has set up. */
  serviceName?: string | undefined;
  /** How many passages of the account have vectors. */
  progressOf(accountId: string): Promise<NonNullable<SearchByMeaning['progress']>>;
  /** The account is embedded by another model from now on. */
  chosen(accountId: string): Promise<void>;
};

/** Whether an account is searched by meaning: its owner's choice, and how far what he chose is. */
export function createSearchByMeaning(deps: SearchByMeaningDeps) {
  const { pool, clock, local, embedders, serviceName, progressOf } = deps;
  const audit = createAudit(deps);

  async function find(accountId: string): Promise<SearchByMeaning> {
    const [choice, now] = await Promise.all([embedders.choiceOf(accountId), local.now()]);
    const isOn = choice === 'service' || (choice === 'local' && now.state === 'ready');
    return {
      choice,
      service: serviceName === undefined ? null : { name: serviceName },
      local: now,
      progress: isOn ? await progressOf(accountId) : null,
    };
  }

  return {
    find,
    async choose({ accountId, choice }: { accountId: string; choice: EmbeddingChoice }): Promise<SearchByMeaning> {
      const isThere = { off: true, service: serviceName !== undefined, local: !local.isMissing };
      if (!isThere[choice]) throw new AppError('knowledge.meaning_unavailable');
      await withTransaction(pool, async (tx) => {
        await setChoice.run(tx, { accountId, choice, now: clock.now() });
        const entry = { accountId, action: 'knowledge.meaning_chosen' as const, object: `account:${accountId}` };
        await audit.record({ ...entry, details: { choice } }, tx);
      });
      embedders.forget(accountId);
      if (choice === 'local') await local.want();
      else await local.leave();
      await deps.chosen(accountId);
      return await find(accountId);
    },
  };
}

export type SearchesByMeaning = ReturnType<typeof createSearchByMeaning>;
