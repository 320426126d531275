import { expect, it } from 'vitest';
import { isVisible } from './clean-text.ts';
import { requiredText } from './fields.ts';
import { judgePairs } from './many-pairs.ts';

const unseen = ['\u200B', ' \u200E\u00A0', '\uFEFF', '\u2060\t'];

it.each(unseen)('risk: a text that shows nothing is taken, and a customer gets an empty message: %j', (text) => {
  expect(isVisible(text)).toBe(false);
  expect(requiredText(100).safeParse(text).error?.issues[0]?.message).toBe('required');
  expect(judgePairs([{ question: 'Цена?', answer: text }]).refused).toEqual([{ at: 0, reason: 'answer_empty' }]);
  expect(judgePairs([{ question: text, answer: '300 ₽' }]).refused).toEqual([{ at: 0, reason: 'question_empty' }]);
});

it.each(['300 ₽', '👍', '👩\u200D💻', '…'])('a text that shows something is taken: %j', (text) => {
  expect(requiredText(100).parse(text)).toBe(text);
});
