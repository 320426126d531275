import { implement } from '@orpc/server';
import { contract } from '@otvet/contract';
import { type ApiContext, requireUser } from '../../../../platform/http/api-context.ts';
import type { SearchesByMeaning } from './create-search-by-meaning.ts';

const api = implement(contract.meaning).$context<ApiContext>();

/** Handlers of `contract.meaning`. */
export function meaningHandlers(search: SearchesByMeaning) {
  return {
    find: api.find.handler(async ({ context }) => await search.find(requireUser(context).accountId)),
    choose: api.choose.handler(
      async ({ input, context }) => await search.choose({ accountId: requireUser(context).accountId, ...input }),
    ),
  };
}
