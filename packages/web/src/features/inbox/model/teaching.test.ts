import type { Message } from '@otvet/contract';
import { expect, it } from 'vitest';
import { buildMessage } from '../testing/build-dialog.ts';
import { lacksAnswer, questionsOf } from './teaching.ts';

const customer = (seq: number, text: string) => buildMessage({ seq, text });
const answer = (seq: number) => buildMessage({ seq, author: 'assistant', decision: 'answer' });

it('the question of an answer is all that the customer wrote since somebody else spoke', () => {
  const messages = [
    customer(1, 'Old question'),
    answer(2),
    customer(3, ' Hello '),
    buildMessage({ seq: 4, text: 'secret', isCanceled: true }),
    buildMessage({ seq: 5, author: 'system', text: 'Anna took the dialog' }),
    customer(6, 'Do you deliver?'),
    answer(7),
    answer(8),
  ];
  const questions = questionsOf(messages);
  expect(questions.get('message-2')).toBe('Old question');
  expect(questions.get('message-7')).toBe('Hello\nDo you deliver?');
  expect(questions.get('message-8')).toBe('Hello\nDo you deliver?');
});

const debug = {
  ...{ role: 'assistant', content: '', keywords: [], promptTokens: 0, completionTokens: 0, totalTokens: 0 },
  ...{ isEstimated: false, model: 'extractive', steps: [], openQuestions: ['Do you engrave?'], tookMs: 1 },
};

it.each([
  ['hand-over', 'Do you engrave?'],
  ['clarify', 'Do you engrave?'],
  ['answer', 'Do you engrave? How do I return it?'],
] as const)('of several questions behind «%s» what is open is taught: «%s»', (decision, question) => {
  const asked = customer(1, 'Do you engrave? How do I return it?');
  const messages = [asked, buildMessage({ seq: 2, author: 'assistant', decision, debug })];
  expect(questionsOf(messages).get('message-2')).toBe(question);
});

it('a message that was left unanswered is its own question; none is longer than a pair may be', () => {
  const long = 'x'.repeat(2500);
  const messages = [customer(1, 'Where is it?'), buildMessage({ seq: 2, text: long, silence: 'not_known' })];
  expect(questionsOf(messages).get('message-2')).toBe('x'.repeat(2000));
  expect(questionsOf([answer(1)]).get('message-1')).toBe('');
});

const QUESTION = 'Do you deliver?';
const lacks = (message: Message) => lacksAnswer(message, QUESTION);

it('an answer is missing where the base had none, whether somebody was called for it or is waited for', () => {
  const handOver = (reason: string) => buildMessage({ seq: 1, author: 'assistant', decision: 'hand-over', reason });
  expect(['not_known', 'no_knowledge'].map((reason) => lacks(handOver(reason)))).toEqual([true, true]);
  expect(['customer_asked', 'cannot_read', 'unclear'].map((reason) => lacks(handOver(reason)))).toEqual([
    false,
    false,
    false,
  ]);
  const offer = (reason: string | null) => buildMessage({ seq: 1, author: 'assistant', decision: 'clarify', reason });
  expect([offer('not_known'), offer(null)].map(lacks)).toEqual([true, false]);
  expect(lacks(buildMessage({ seq: 1, silence: 'not_known' }))).toBe(true);
  for (const silence of ['operator_spoke', 'handed_over', 'no_content'] as const)
    expect(lacks(buildMessage({ seq: 1, silence }))).toBe(false);
  expect(lacks(answer(1))).toBe(false);
});

it('risk: an answer is offered to what asked nothing in words', () => {
  const silent = buildMessage({ seq: 1, silence: 'not_known' });
  const called = buildMessage({ seq: 1, author: 'assistant', decision: 'hand-over', reason: 'not_known' });
  for (const question of ['', ' ', '???', '🤔', '12'])
    expect([silent, called].map((message) => lacksAnswer(message, question))).toEqual([false, false]);
});
