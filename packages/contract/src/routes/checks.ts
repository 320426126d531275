import { z } from 'zod';
import { id } from '../fields.ts';
import { samePairs, samePairsInput } from '../knowledge.ts';
import {
  answerBoldness,
  boldnesses,
  finding,
  findingsOfBase,
  hiddenQuestion,
  unansweredQuestions,
} from '../knowledge-checks.ts';
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
  findings: procedure('view_kb')
    .route({
      method: 'GET',
      path: '/v1/learning/findings/{id}/',
      tags: ['learning'],
      summary:
        'Contradictions, offers past their day, text that gives the assistant orders, conversations with customers and vanished pages of a base, with the answers that they touched',
    })
    .input(z.strictObject({ id }))
    .output(findingsOfBase),
  checkNow: procedure('view_kb')
    .route({
      method: 'POST',
      path: '/v1/learning/check-findings/{id}/',
      tags: ['learning'],
      summary:
        'Look a base through now; it is done by itself after a change too. With sourceId: what was found of that source',
    })
    .input(z.strictObject({ id, sourceId: id.optional() }))
    .output(findingsOfBase),
  known: procedure('manage_kb_qa')
    .route({
      method: 'POST',
      path: '/v1/learning/known/{id}/',
      tags: ['learning'],
      summary: 'Pairs of a base that answer one of these questions already; asked before a pair is added',
    })
    .input(samePairsInput.extend({ id }))
    .output(samePairs),
  missing: procedure('manage_kb_qa')
    .route({
      method: 'GET',
      path: '/v1/learning/missing/{id}/',
      tags: ['learning'],
      summary:
        'What customers of the channels of a base asked in the last 30 days and the assistant did not know; gone once a pair is asked the same',
    })
    .input(z.strictObject({ id }))
    .output(unansweredQuestions),
  hideMissing: procedure('manage_kb_qa')
    .route({
      method: 'PUT',
      path: '/v1/learning/missing/{id}/',
      tags: ['learning'],
      summary: 'Put away a question that needs no answer, also when it is asked again, or list it again',
    })
    .input(hiddenQuestion.extend({ id }).strict())
    .output(unansweredQuestions),
  markFinding: procedure('manage_kb_qa')
    .route({
      method: 'PUT',
      path: '/v1/learning/finding/{id}/',
      tags: ['learning'],
      summary:
        'Say that all sides of a contradiction are right, or that an offer or an order is told (`ignored`); or take that back',
    })
    .input(z.strictObject({ id, state: z.enum(['open', 'ignored']) }))
    .output(finding),
};
