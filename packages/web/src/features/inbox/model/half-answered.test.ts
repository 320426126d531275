import { expect, it } from 'vitest';
import { buildMessage } from '../testing/build-dialog.ts';
import { nameAnswered, openQuestionsOf } from './half-answered.ts';

const debug = {
  ...{ role: 'assistant', content: '', keywords: [], model: '', steps: [], isEstimated: false },
  ...{ promptTokens: 0, completionTokens: 0, totalTokens: 0, tookMs: 1 },
};
const source = { passageId: '1', knowledgeBaseId: '2', title: 'Есть ли парковка?', kind: 'qa', score: 1 } as const;

it('what an answer left open is told beside what it answered', () => {
  const half = buildMessage({ seq: 1, sources: [source], debug: { ...debug, openQuestions: ['а сауна есть?'] } });
  expect(openQuestionsOf(half)).toEqual(['а сауна есть?']);
  expect(openQuestionsOf({ ...half, sources: [] })).toEqual([]);
  expect(openQuestionsOf({ ...half, debug })).toEqual([]);
  expect(openQuestionsOf({ ...half, debug: null })).toEqual([]);
});

it('what was answered is named once', () => {
  expect(nameAnswered([source, { ...source, passageId: '3' }], ({ title }) => title)).toBe('Есть ли парковка?');
});
