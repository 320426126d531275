import { z } from 'zod';
import { id, pageLimit, pageOffset, text } from '../fields.ts';
import {
  knowledgeBase,
  knowledgeBaseInput,
  knowledgeMemory,
  knowledgePhoto,
  manyPairsInput,
  manyPairsResult,
  questionAnswer,
  questionAnswerInput,
} from '../knowledge.ts';
import { limits } from '../limits.ts';
import { procedure } from './procedure.ts';

/** Calls of the specification, section 7 "Learning", for question-and-answer pairs. */
export const learningRoutes = {
  all: procedure('view_kb')
    .route({ method: 'GET', path: '/v1/learning/knowledgebases/', tags: ['learning'], summary: 'All knowledge bases' })
    .input(z.strictObject({}))
    .output(z.object({ knowledgeBases: z.array(knowledgeBase), memory: knowledgeMemory })),
  one: procedure('view_kb')
    .route({
      method: 'GET',
      path: '/v1/learning/knowledgebase/{id}/',
      tags: ['learning'],
      summary: 'One knowledge base',
    })
    .input(z.strictObject({ id }))
    .output(knowledgeBase),
  create: procedure('manage_kb')
    .route({
      method: 'POST',
      path: '/v1/learning/create-knowledgebase/',
      tags: ['learning'],
      summary: 'Create a knowledge base',
    })
    .input(knowledgeBaseInput)
    .output(knowledgeBase),
  update: procedure('manage_kb')
    .route({
      method: 'PUT',
      path: '/v1/learning/knowledgebase/{id}/',
      tags: ['learning'],
      summary: 'Rename a knowledge base',
    })
    .input(knowledgeBaseInput.extend({ id }))
    .output(knowledgeBase),
  remove: procedure('manage_kb')
    .route({
      method: 'DELETE',
      path: '/v1/learning/knowledgebase/{id}/',
      tags: ['learning'],
      summary: 'Delete a knowledge base with all its pairs',
    })
    .input(z.strictObject({ id }))
    .output(z.object({ id })),
  pairs: procedure('view_kb', { rate: 'search' })
    .route({
      method: 'GET',
      path: '/v1/learning/question-answer/{kbId}/',
      tags: ['learning'],
      summary: 'Question-and-answer pairs, newest first, or by relevance of `search`',
    })
    .input(
      z.strictObject({
        kbId: id,
        search: text(500).default(''),
        limit: pageLimit(limits.dialogPageSize),
        offset: pageOffset,
      }),
    )
    .output(z.object({ pairs: z.array(questionAnswer), count: z.number().int() })),
  pair: procedure('view_kb')
    .route({ method: 'GET', path: '/v1/learning/pair/{id}/', tags: ['learning'], summary: 'One pair' })
    .input(z.strictObject({ id }))
    .output(questionAnswer),
  createPair: procedure('manage_kb_qa')
    .route({
      method: 'POST',
      path: '/v1/learning/create-question-answer/{kbId}/',
      tags: ['learning'],
      summary: 'Add a pair',
    })
    .input(questionAnswerInput.extend({ kbId: id }))
    .output(questionAnswer),
  createPairs: procedure('manage_kb_qa')
    .route({
      method: 'POST',
      path: '/v1/learning/create-question-answers/{kbId}/',
      tags: ['learning'],
      summary: 'Add many pairs, or with `check` only say which would be added; a bad one refuses no other',
    })
    .input(manyPairsInput.extend({ kbId: id }))
    .output(manyPairsResult),
  updatePair: procedure('manage_kb_qa')
    .route({ method: 'PUT', path: '/v1/learning/question-answer/{id}/', tags: ['learning'], summary: 'Change a pair' })
    .input(questionAnswerInput.extend({ id }))
    .output(questionAnswer),
  removePair: procedure('manage_kb_qa')
    .route({
      method: 'DELETE',
      path: '/v1/learning/question-answer/{id}/',
      tags: ['learning'],
      summary: 'Delete a pair',
    })
    .input(z.strictObject({ id }))
    .output(z.object({ id })),
  photos: procedure('manage_kb_qa')
    .route({
      method: 'GET',
      path: '/v1/upload/photos/',
      tags: ['learning'],
      summary: 'Pictures of pairs, and uploaded ones that nothing shows yet, newest first',
    })
    .input(z.strictObject({ limit: pageLimit(limits.listMax), offset: pageOffset }))
    .output(z.object({ photos: z.array(knowledgePhoto) })),
  removePhoto: procedure('manage_kb_qa')
    .route({
      method: 'DELETE',
      path: '/v1/upload/photos/{id}/',
      tags: ['learning'],
      summary: 'Delete a picture of a pair, or one that nothing shows yet',
    })
    .input(z.strictObject({ id }))
    .output(z.object({ id })),
  addPairPhoto: procedure('manage_kb_qa')
    .route({
      method: 'POST',
      path: '/v1/learning/create-qa-photo/{id}/',
      tags: ['learning'],
      summary: 'Put an uploaded picture behind the others of a pair; at most 10',
    })
    .input(z.strictObject({ id, photoId: id }))
    .output(questionAnswer),
  removePairPhoto: procedure('manage_kb_qa')
    .route({
      method: 'DELETE',
      path: '/v1/learning/qa-photos/{id}/',
      tags: ['learning'],
      summary: 'Take a picture away from its pair',
    })
    .input(z.strictObject({ id }))
    .output(z.object({ id })),
};
