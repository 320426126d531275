import { implement } from '@orpc/server';
import { contract } from '@otvet/contract';
import { type ApiContext, requireUser } from '../../../platform/http/api-context.ts';
import type { Sources } from './create-sources.ts';

const api = implement(contract.sources).$context<ApiContext>();

/** Handlers of `contract.sources`. */
export function sourceHandlers(sources: Sources) {
  return {
    uploadDocument: api.uploadDocument.handler(async ({ input, context }) => {
      const { accountId, userId } = requireUser(context);
      const { kbId: knowledgeBaseId, file: files, fileHint: hint, replaces } = input;
      return await sources.addFiles({ accountId, userId, knowledgeBaseId, files, hint, replaces });
    }),
    addPage: api.addPage.handler(async ({ input, context }) => {
      const { id: knowledgeBaseId, url, fileHint: hint } = input;
      return await sources.addPage({ accountId: requireUser(context).accountId, knowledgeBaseId, url, hint });
    }),
    addGoogleLink: api.addGoogleLink.handler(async ({ input, context }) => {
      const { id: knowledgeBaseId, url, fileHint: hint } = input;
      return await sources.addGoogleLink({ accountId: requireUser(context).accountId, knowledgeBaseId, url, hint });
    }),
    all: api.all.handler(async ({ input: { id, ...page }, context }) => {
      const { accountId } = requireUser(context);
      return await sources.page({ accountId, knowledgeBaseId: id, ...page });
    }),
    passages: api.passages.handler(
      async ({ input, context }) => await sources.passages({ accountId: requireUser(context).accountId, ...input }),
    ),
    passage: api.passage.handler(
      async ({ input, context }) => await sources.passage({ accountId: requireUser(context).accountId, ...input }),
    ),
    readAgain: api.readAgain.handler(async ({ input, context }) => {
      const { accountId, role } = requireUser(context);
      return await sources.readAgain({ accountId, role, ...input });
    }),
    setCheck: api.setCheck.handler(async ({ input, context }) => {
      const { accountId, role } = requireUser(context);
      return await sources.setCheck({ accountId, role, ...input });
    }),
    remove: api.remove.handler(async ({ input, context }) => {
      const { accountId, role } = requireUser(context);
      await sources.remove({ accountId, role, ...input });
      return input;
    }),
  };
}
