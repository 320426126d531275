import { implement } from '@orpc/server';
import { contract } from '@otvet/contract';
import { type ApiContext, requireUser } from '../../../platform/http/api-context.ts';
import type { Spreadsheets } from './create-spreadsheets.ts';

const api = implement(contract.spreadsheets).$context<ApiContext>();

/** Handlers of `contract.spreadsheets`. */
export function spreadsheetHandlers(spreadsheets: Spreadsheets) {
  return {
    checkHeader: api.checkHeader.handler(
      async ({ input, context }) =>
        await spreadsheets.checkHeader({ accountId: requireUser(context).accountId, ...input }),
    ),
    importPairs: api.importPairs.handler(async ({ input, context }) => {
      const { kbId: knowledgeBaseId, ...sheet } = input;
      const { accountId } = requireUser(context);
      return await spreadsheets.importPairs({ accountId, knowledgeBaseId, ...sheet });
    }),
    lastImport: api.lastImport.handler(async ({ input, context }) => {
      const { accountId } = requireUser(context);
      return { last: await spreadsheets.lastImport({ accountId, knowledgeBaseId: input.kbId }) };
    }),
    undoImport: api.undoImport.handler(async ({ input, context }) => {
      const { accountId } = requireUser(context);
      return await spreadsheets.undo({ accountId, knowledgeBaseId: input.kbId, importId: input.importId });
    }),
  };
}
