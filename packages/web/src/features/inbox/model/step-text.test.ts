import { expect, it } from 'vitest';
import type { TextKey } from '../../../platform/texts/text-key.ts';
import { hasSearched, stepText } from './step-text.ts';

const reader = { t: (key: TextKey) => `<${key}>`, locale: 'ru' } as const;

it('risk: a step of the assistant stands in English on the screen', () => {
  const steps = [
    'small talk',
    'customer asks for a person',
    'customer asks whether a robot answers',
    'choice of an offered question',
    'questions of the base are offered',
    'no knowledge base',
    'no model: quota',
    'no model: plan',
    'cannot read: voice',
    'retrieval: answer, confidence 0.91',
    'retrieval with the question before: refuse, confidence 0.11',
    'extractive: answer',
    'model gpt, try 1: written',
    'the question names another thing',
    'the question is not what is written about',
    'the question has another subject',
    'the question asks for a price alone',
    'the question asks for another figure',
    'the question asks of nothing',
    'the question asks the opposite',
    'the question asks of an own order',
  ];
  for (const step of steps) expect(stepText(step, reader)).toMatch(/^<debug\.step\./);
});

it('only a step of the search says that the base was searched', () => {
  expect(hasSearched(['customer asks for a person'])).toBe(false);
  expect(hasSearched(['retrieval with the question before: answer', 'extractive: answer'])).toBe(true);
});

it('a step of one of several questions names it, in the words of the customer', () => {
  const params: (Record<string, unknown> | undefined)[] = [];
  const t = (key: TextKey, given?: Record<string, unknown>) => {
    params.push(given);
    return `<${key}>`;
  };
  const step = 'retrieval: answer, confidence 0.91, of Есть парковка: где, и почём?';
  expect(stepText(step, { t, locale: 'ru' })).toBe('<debug.step.retrieval_of>');
  expect(params.at(-1)).toMatchObject({ question: '«Есть парковка: где, и почём»' });
});
