import knowledge from '@otvet/contract/texts/ru/knowledge.json';
import { expect, it } from 'vitest';
import { fillText } from '../../../platform/texts/fill-text.ts';
import type { Translate } from '../../../platform/texts/text-key.ts';
import { describeUndo, describeUndone } from './describe-undo.ts';

const catalogue = new Map(Object.entries(knowledge));
const t: Translate = (key, params = {}) => fillText({ catalogue, plurals: new Intl.PluralRules('ru'), key, params });

it('says what will become of the base, and what became of it, in the forms of its numbers', () => {
  expect(describeUndo(t, { added: 21, changed: 3, kept: 0 })).toBe('Будет удалён 21 ответ. 3 ответа станут прежними.');
  expect(describeUndo(t, { added: 5, changed: 0, kept: 1 })).toBe(
    'Будет удалено 5 ответов. 1 ответ изменили после загрузки: он останется как сейчас.',
  );
  expect(describeUndone(t, { removed: 2, restored: 1, kept: 5 })).toBe(
    'Загрузка отменена. Удалено 2 ответа. 1 ответ снова прежний. 5 ответов изменили после загрузки: они остались.',
  );
  expect(describeUndone(t, { removed: 0, restored: 0, kept: 0 })).toBe('Загрузка отменена.');
});
