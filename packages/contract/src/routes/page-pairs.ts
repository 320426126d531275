import { id } from '../fields.ts';
import { chosenPairs, pagePairs, pagePairsInput } from '../page-pairs.ts';
import { pairImportResult } from '../pair-import.ts';
import { procedure } from './procedure.ts';

/** Pairs out of the questions and answers of a page: the specification has no calls for it; these stand beside those for spreadsheets. */
export const pagePairRoutes = {
  propose: procedure('manage_kb_urls', { rate: 'platform' })
    .route({
      method: 'POST',
      path: '/v1/upload/propose-page-pairs/{kbId}/',
      tags: ['page-pairs'],
      summary:
        'Questions and answers of a public page, and what would become of each; needs the right to change pairs too',
    })
    .input(pagePairsInput.extend({ kbId: id }))
    .output(pagePairs),
  take: procedure('manage_kb_qa')
    .route({
      method: 'POST',
      path: '/v1/upload/take-page-pairs/{kbId}/',
      tags: ['page-pairs'],
      summary: 'Take in the chosen pairs of a page in one go',
    })
    .input(chosenPairs.extend({ kbId: id }))
    .output(pairImportResult),
};
