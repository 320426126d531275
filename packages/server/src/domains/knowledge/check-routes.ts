import { implement } from '@orpc/server';
import { contract } from '@otvet/contract';
import { type ApiContext, requireUser } from '../../platform/http/api-context.ts';
import type { Knowledge } from './index.ts';

const api = implement(contract.checks).$context<ApiContext>();

/** Handlers of `contract.checks`. */
export function checkHandlers({ boldness }: Knowledge) {
  return {
    boldness: api.boldness.handler(
      async ({ input: { id: knowledgeBaseId }, context }) =>
        await boldness.find({ accountId: requireUser(context).accountId, knowledgeBaseId }),
    ),
    chooseBoldness: api.chooseBoldness.handler(
      async ({ input: { id: knowledgeBaseId, ...choice }, context }) =>
        await boldness.choose({ accountId: requireUser(context).accountId, knowledgeBaseId, ...choice }),
    ),
  };
}
