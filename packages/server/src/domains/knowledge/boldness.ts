import { type AnswerBoldness, type Boldness, boldnesses } from '@otvet/contract';
import { createAudit } from '../../platform/audit/index.ts';
import { withTransaction } from '../../platform/database/with-transaction.ts';
import { AppError } from '../../platform/errors/app-error.ts';
import type { OpenBase } from './base-index.ts';
import type { Changed } from './bases.ts';
import { setBoldness } from './boldness-store.ts';
import type { KnowledgeDeps } from './deps.ts';
import { falseAnswersOfHundred, ownAnswersOfHundred } from './retrieval/index.ts';

type Base = { accountId: string; knowledgeBaseId: string };
type Tools = { open(base: Base): Promise<OpenBase | undefined>; changed: Changed };

/** How bold a base answers: the owner's choice, with figures that the base found out about itself. */
export function createBoldness(deps: KnowledgeDeps, { open, changed }: Tools) {
  const audit = createAudit(deps);
  async function find(base: Base): Promise<AnswerBoldness> {
    const opened = await open(base);
    if (opened === undefined) throw new AppError('knowledge.not_found');
    const { calibration } = opened;
    const figures = boldnesses.map((boldness) => {
      const falseAnswers = calibration && falseAnswersOfHundred(calibration, boldness);
      // Both or neither: a base that is too small for the one says little about the other.
      const ownAnswers =
        falseAnswers === undefined ? undefined : calibration && ownAnswersOfHundred(calibration, boldness);
      return { boldness, falseAnswers: falseAnswers ?? null, ownAnswers: ownAnswers ?? null };
    });
    return { boldness: opened.boldness, figures };
  }
  return {
    find,
    async choose({ boldness, ...base }: Base & { boldness: Boldness }): Promise<AnswerBoldness> {
      const { accountId, knowledgeBaseId: id } = base;
      await withTransaction(deps.pool, async (tx) => {
        if ((await setBoldness.run(tx, { ...base, boldness })) === 0) throw new AppError('knowledge.not_found');
        const entry = { accountId, action: 'knowledge.boldness_chosen' as const, object: `knowledge base:${id}` };
        await audit.record({ ...entry, details: { boldness } }, tx);
      });
      changed(accountId, id);
      return await find(base);
    },
  };
}
