import knowledge from '@otvet/contract/texts/ru/knowledge.json';
import { expect, it } from 'vitest';
import { fillText } from '../../../platform/texts/fill-text.ts';
import type { Translate } from '../../../platform/texts/text-key.ts';
import { describeResult } from './describe-result.ts';

const catalogue = new Map(Object.entries(knowledge));
const t: Translate = (key, params = {}) => fillText({ catalogue, plurals: new Intl.PluralRules('ru'), key, params });
const nothing = { added: 0, changed: 0, unchanged: 0, skipped: 0 };

it('says only what happened, in the forms of its numbers', () => {
  const say = (result: Partial<typeof nothing>) => describeResult(t, { ...nothing, ...result });
  expect(say({ added: 21 })).toBe('Добавлен 21 ответ.');
  expect(say({ changed: 3, skipped: 1 })).toBe('Изменено 3 ответа. Пропущено строк: 1.');
  expect(say({ added: 5, unchanged: 1 })).toBe('Добавлено 5 ответов. 1 ответ уже был в базе.');
  expect(say({})).toBe('В базе ничего не изменилось.');
});
