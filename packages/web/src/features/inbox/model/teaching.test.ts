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

it('a message that was left unanswered is its own question; none is longer than a pair may be', () => {
  const long = 'x'.repeat(2500);
  const messages = [customer(1, 'Where is it?'), buildMessage({ seq: 2, text: long, silence: 'handed_over' })];
  expect(questionsOf(messages).get('message-2')).toBe('x'.repeat(2000));
  expect(questionsOf([answer(1)]).get('message-1')).toBe('');
});

it('an answer is missing where the base had none and where the assistant waited for a person', () => {
  const handOver = (reason: string) => buildMessage({ seq: 1, author: 'assistant', decision: 'hand-over', reason });
  expect(['not_known', 'no_knowledge'].map((reason) => lacksAnswer(handOver(reason)))).toEqual([true, true]);
  expect(['customer_asked', 'cannot_read'].map((reason) => lacksAnswer(handOver(reason)))).toEqual([false, false]);
  const offer = (reason: string | null) => buildMessage({ seq: 1, author: 'assistant', decision: 'clarify', reason });
  expect([offer('not_known'), offer(null)].map(lacksAnswer)).toEqual([true, false]);
  expect(lacksAnswer(buildMessage({ seq: 1, silence: 'handed_over' }))).toBe(true);
  expect(lacksAnswer(buildMessage({ seq: 1, silence: 'operator_spoke' }))).toBe(false);
  expect(lacksAnswer(answer(1))).toBe(false);
});
