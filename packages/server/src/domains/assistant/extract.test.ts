import { describe, expect, it } from 'vitest';
import type { FoundPassage } from '../knowledge/index.ts';
import { findGiven } from './extract.ts';

const given = (question: string, passages: FoundPassage[]) =>
  findGiven({
    ...{ question, about: undefined, locale: 'ru' },
    retrieval: { passages, confidence: 0.9, isEmpty: false, decision: { kind: 'answer', id: passages[0]?.id ?? '' } },
  }).map(({ id }) => id);

it('risk: one of two prices for one thing is given in a message of several questions', () => {
  const row = (id: string, sourceName: string, quote: string): FoundPassage => ({
    ...{ id, kind: 'file', title: 'Прайс', text: quote, quote, score: 10, sourceName },
  });
  const asked = 'сколько стоит сборка шкафа';
  const own = row('1', 'old.xlsx', 'Услуга: Сборка шкафа; Цена: 1500 ₽');
  expect(given(asked, [own, row('2', 'new.xlsx', 'Услуга: Сборка шкафа; Цена: 1800 ₽')])).toEqual([]);
  expect(given(asked, [own, row('2', 'new.xlsx', 'Услуга: Сборка шкафа; Цена: 1 500,00 ₽')])).toContain('1');
});

describe('a pair in the language of the customer beside a nearer one in another', () => {
  const pair = (id: string, title: string, text: string, score = 10): FoundPassage => ({
    ...{ id, kind: 'qa', title, text, score },
  });
  const english = pair('1', 'Do you ship to Казань?', 'Yes, we ship to Kazan for 300 roubles.');
  const asked = 'доставка в Казань';

  it.each([
    ['says as much', [pair('2', 'Есть ли доставка в Казань?', 'Да, 300 ₽.', 8)], '2'],
    ['is far from it', [pair('2', 'Есть ли доставка в Казань?', 'Да, 300 ₽.', 3)], '1'],
    ['knows half of what is asked', [pair('2', 'Есть ли доставка?', 'Да, 300 ₽.', 8)], '1'],
    ['is a piece of a file', [{ ...pair('2', 'Доставка в Казань', 'Да, 300 ₽.', 8), kind: 'file' as const }], '1'],
  ])('it %s: %#', (_, others, id) => {
    const first = given(asked, [english, ...others])[0];
    expect(first ?? '1').toBe(id);
  });
});
