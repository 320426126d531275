import type { KnowledgeSource } from '@otvet/contract';
import { limits } from '@otvet/contract/values';
import { queryOptions } from '@tanstack/react-query';
import { api } from '../../../../platform/api/client.ts';
import { expectAnswer } from '../../../../platform/api/expect-answer.ts';

/** All that a base is taught from, newest first: few enough to be searched in the browser. */
export function sourcesQuery(baseId: string) {
  return queryOptions({
    queryKey: ['knowledge-sources', 'of', baseId],
    queryFn: async () => {
      const all: KnowledgeSource[] = [];
      for (let offset = 0; offset < limits.sourcesPerBase; offset += limits.listMax) {
        const page = expectAnswer(await api.sources.all({ id: baseId, limit: limits.listMax, offset }), ({ sources }) =>
          Array.isArray(sources),
        );
        all.push(...page.sources);
        if (page.sources.length < limits.listMax) break;
      }
      return all;
    },
  });
}

/** Where the file of a source is fetched; null for a link. */
export function sourceFileQuery(id: string) {
  return queryOptions({
    queryKey: ['knowledge-sources', 'file', id],
    queryFn: async () => (await api.sources.passages({ id, search: '', limit: 1, offset: 0 })).fileUrl,
  });
}

/** Whether pictures are read, which takes a model that sees images; it changes with the settings of the server alone. */
export function readsPicturesQuery(baseId: string) {
  return queryOptions({
    queryKey: ['reads-pictures', baseId],
    queryFn: async () => (await api.sources.all({ id: baseId, limit: 1, offset: 0 })).readsPictures,
  });
}
