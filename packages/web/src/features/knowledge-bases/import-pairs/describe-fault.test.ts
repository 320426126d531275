import knowledge from '@otvet/contract/texts/ru/knowledge.json';
import { expect, it } from 'vitest';
import { fillText } from '../../../platform/texts/fill-text.ts';
import type { Translate } from '../../../platform/texts/text-key.ts';
import { describeFault } from './describe-fault.ts';

const catalogue = new Map(Object.entries(knowledge));
const t: Translate = (key, params = {}) => fillText({ catalogue, plurals: new Intl.PluralRules('ru'), key, params });

it('risk: another answer to a question of the same sheet looks like a plain copy', () => {
  expect(describeFault(t, { reason: 'repeated', repeats: { row: 12, isSameAnswer: true } })).toBe(
    'повторяет строку 12',
  );
  expect(describeFault(t, { reason: 'repeated', repeats: { row: 12, isSameAnswer: false } })).toBe(
    'на этот вопрос уже отвечает строка 12, ответ другой: останется ответ строки 12',
  );
  expect(describeFault(t, { reason: 'answer_empty' })).toBe('нет ответа');
});
