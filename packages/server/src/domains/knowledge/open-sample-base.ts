import type { KnowledgeDeps } from './deps.ts';
import { createPassageIndex } from './retrieval/index.ts';
import { type Retrieval, retrieveFrom } from './retrieve-from.ts';
import type { PassageText } from './store.ts';

type Sample = Pick<PassageText, 'kind' | 'question' | 'body'> & { heading?: string };

/** A base of a few passages in memory alone, which is searched as any other. */
export function openSampleBase(deps: Pick<KnowledgeDeps, 'pool' | 'clock'>, samples: readonly Sample[]) {
  const texts = new Map<string, PassageText>(
    samples.map(({ heading = null, ...sample }, at) => [
      String(at),
      { id: String(at), phrasings: '', photos: [], sourceName: null, heading, ...sample },
    ]),
  );
  const index = createPassageIndex();
  index.upsert([...texts.values()].map(({ id, kind, question, body }) => ({ id, kind, question, text: body })));
  const base = {
    index,
    boldness: 'usual' as const,
    texts: async (ids: string[]) => new Map([...texts].filter(([id]) => ids.includes(id))),
    near: async () => undefined,
  };
  return {
    retrieve: async (asked: {
      accountId: string;
      knowledgeBaseId: string;
      query: string;
      limit: number;
    }): Promise<Retrieval> => await retrieveFrom(base, asked, deps),
  };
}
