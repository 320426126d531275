import { implement } from '@orpc/server';
import { contract } from '@otvet/contract';
import { AppError } from '../../platform/errors/app-error.ts';
import { type ApiContext, requireUser } from '../../platform/http/api-context.ts';
import type { Knowledge } from './index.ts';

const api = implement(contract.learning).$context<ApiContext>();

/** Handlers of `contract.learning`. */
export function knowledgeHandlers(knowledge: Knowledge) {
  return {
    all: api.all.handler(async ({ context }) => {
      const { accountId } = requireUser(context);
      const [knowledgeBases, memory] = await Promise.all([
        knowledge.bases.list(accountId),
        knowledge.memory(accountId),
      ]);
      return { knowledgeBases, memory };
    }),
    one: api.one.handler(
      async ({ input, context }) => await knowledge.bases.find(requireUser(context).accountId, input.id),
    ),
    create: api.create.handler(
      async ({ input, context }) =>
        await knowledge.bases.create({ accountId: requireUser(context).accountId, name: input.name }),
    ),
    update: api.update.handler(
      async ({ input, context }) =>
        await knowledge.bases.rename({ accountId: requireUser(context).accountId, id: input.id, name: input.name }),
    ),
    remove: api.remove.handler(async ({ input, context }) => {
      await knowledge.bases.remove(requireUser(context).accountId, input.id);
      return { id: input.id };
    }),
    pairs: api.pairs.handler(async ({ input, context }) => {
      const { kbId, ...page } = input;
      return await knowledge.pairs.page({ accountId: requireUser(context).accountId, knowledgeBaseId: kbId, ...page });
    }),
    pair: api.pair.handler(
      async ({ input, context }) => await knowledge.pairs.find(requireUser(context).accountId, input.id),
    ),
    createPair: api.createPair.handler(async ({ input, context }) => {
      const [pair] = await knowledge.pairs.add({
        accountId: requireUser(context).accountId,
        knowledgeBaseId: input.kbId,
        pairs: [{ question: input.question, answer: input.answer, phrasings: input.phrasings }],
        photos: input.photos,
        isOnce: true,
      });
      if (!pair) throw new AppError('internal');
      return pair;
    }),
    createPairs: api.createPairs.handler(async ({ input, context }) => {
      const { kbId, ...many } = input;
      const { accountId } = requireUser(context);
      return await knowledge.pairs.addMany({ accountId, knowledgeBaseId: kbId, ...many });
    }),
    updatePair: api.updatePair.handler(
      async ({ input, context }) =>
        await knowledge.pairs.update({ accountId: requireUser(context).accountId, ...input }),
    ),
    removePair: api.removePair.handler(async ({ input, context }) => {
      await knowledge.pairs.remove(requireUser(context).accountId, input.id);
      return { id: input.id };
    }),
    ...photoHandlers(knowledge),
  };
}

function photoHandlers({ photos }: Knowledge) {
  return {
    photos: api.photos.handler(async ({ input, context }) => ({
      photos: await photos.list({ accountId: requireUser(context).accountId, ...input }),
    })),
    removePhoto: api.removePhoto.handler(async ({ input, context }) => {
      await photos.remove({ accountId: requireUser(context).accountId, id: input.id });
      return { id: input.id };
    }),
    addPairPhoto: api.addPairPhoto.handler(
      async ({ input, context }) => await photos.add({ accountId: requireUser(context).accountId, ...input }),
    ),
    removePairPhoto: api.removePairPhoto.handler(async ({ input, context }) => {
      await photos.removeFromPair({ accountId: requireUser(context).accountId, id: input.id });
      return { id: input.id };
    }),
  };
}
