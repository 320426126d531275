import { z } from 'zod';
import { id } from '../fields.ts';
import { answerBoldness, boldnesses } from '../knowledge-checks.ts';
import { procedure } from './procedure.ts';

/** Calls beside the specification: what a base knows of itself, and what its owner decides. */
export const checkRoutes = {
  boldness: procedure('view_kb')
    .route({
      method: 'GET',
      path: '/v1/learning/boldness/{id}/',
      tags: ['learning'],
      summary: 'How bold a base answers, and what each choice would mean',
    })
    .input(z.strictObject({ id }))
    .output(answerBoldness),
  chooseBoldness: procedure('manage_kb')
    .route({
      method: 'PUT',
      path: '/v1/learning/boldness/{id}/',
      tags: ['learning'],
      summary: 'Choose how bold a base answers',
    })
    .input(z.strictObject({ id, boldness: z.enum(boldnesses) }))
    .output(answerBoldness),
};
