import { implement } from '@orpc/server';
import { contract, isAllowed } from '@otvet/contract';
import { AppError } from '../../../platform/errors/app-error.ts';
import { type ApiContext, requireUser } from '../../../platform/http/api-context.ts';
import type { PagePairsOfBases } from './create-page-pairs.ts';

const api = implement(contract.pagePairs).$context<ApiContext>();

/** Handlers of `contract.pagePairs`. */
export function pagePairHandlers(pagePairs: PagePairsOfBases) {
  return {
    propose: api.propose.handler(async ({ input: { kbId: knowledgeBaseId, url }, context }) => {
      const { accountId, role } = requireUser(context);
      // Whoever may not change pairs has no use for proposals.
      if (!isAllowed(role, 'manage_kb_qa')) throw new AppError('auth.forbidden');
      return await pagePairs.propose({ accountId, knowledgeBaseId, url });
    }),
    take: api.take.handler(async ({ input: { kbId: knowledgeBaseId, pairs }, context }) => {
      const { accountId } = requireUser(context);
      return await pagePairs.take({ accountId, knowledgeBaseId, pairs });
    }),
  };
}
