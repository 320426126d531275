import { z } from 'zod';
import { embeddingChoices, searchByMeaning } from '../search-by-meaning.ts';
import { procedure } from './procedure.ts';

/** Calls beside the specification: whether an account is searched by meaning, and by what. */
export const meaningRoutes = {
  find: procedure('view_kb')
    .route({
      method: 'GET',
      path: '/v1/learning/search-by-meaning/',
      tags: ['learning'],
      summary: 'Whether bases are searched by meaning, by what, and how far that is',
    })
    .input(z.strictObject({}))
    .output(searchByMeaning),
  choose: procedure('manage_kb')
    .route({
      method: 'PUT',
      path: '/v1/learning/search-by-meaning/',
      tags: ['learning'],
      summary:
        'Search by meaning or not; `local` fetches its model where that is not here yet, and tries again what failed',
    })
    .input(z.strictObject({ choice: z.enum(embeddingChoices) }))
    .output(searchByMeaning),
};
