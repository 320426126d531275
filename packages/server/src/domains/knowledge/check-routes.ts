import { implement } from '@orpc/server';
import { contract } from '@otvet/contract';
import { type ApiContext, requireUser } from '../../platform/http/api-context.ts';
import type { Findings } from './findings/create-findings.ts';
import type { UnansweredOfBases } from './findings/find-unanswered.ts';
import type { Knowledge } from './index.ts';

const api = implement(contract.checks).$context<ApiContext>();

type Checks = { findings: Findings; unanswered: UnansweredOfBases };

/** Handlers of `contract.checks`. */
export function checkHandlers({ boldness, pairs }: Knowledge, { findings, unanswered }: Checks) {
  return {
    boldness: api.boldness.handler(
      async ({ input: { id: knowledgeBaseId }, context }) =>
        await boldness.find({ accountId: requireUser(context).accountId, knowledgeBaseId }),
    ),
    chooseBoldness: api.chooseBoldness.handler(
      async ({ input: { id: knowledgeBaseId, ...choice }, context }) =>
        await boldness.choose({ accountId: requireUser(context).accountId, knowledgeBaseId, ...choice }),
    ),
    findings: api.findings.handler(
      async ({ input: { id: knowledgeBaseId }, context }) =>
        await findings.list({ accountId: requireUser(context).accountId, knowledgeBaseId }),
    ),
    checkNow: api.checkNow.handler(
      async ({ input: { id: knowledgeBaseId, sourceId }, context }) =>
        await findings.check({ accountId: requireUser(context).accountId, knowledgeBaseId, sourceId }),
    ),
    known: api.known.handler(async ({ input: { id: knowledgeBaseId, questions }, context }) => ({
      pairs: await pairs.same({ accountId: requireUser(context).accountId, knowledgeBaseId, questions }),
    })),
    missing: api.missing.handler(
      async ({ input: { id: knowledgeBaseId }, context }) =>
        await unanswered.list({ accountId: requireUser(context).accountId, knowledgeBaseId }),
    ),
    hideMissing: api.hideMissing.handler(
      async ({ input: { id: knowledgeBaseId, ...question }, context }) =>
        await unanswered.setHidden({ accountId: requireUser(context).accountId, knowledgeBaseId, ...question }),
    ),
    markFinding: api.markFinding.handler(async ({ input, context }) => {
      const { accountId, role } = requireUser(context);
      return await findings.mark({ accountId, role, ...input });
    }),
  };
}
