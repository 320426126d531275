import { expect, it } from 'vitest';
import { fillTemplate, placesOf, showTemplate } from './fill-template.ts';

it('places are found once, in their order', () => {
  expect(placesOf('{{2}} и {{1}}, снова {{2}}, {{name}}')).toEqual(['2', '1', 'name']);
  expect(placesOf('{{}} {{a b}} { {1}} {{1')).toEqual([]);
});

it('risk: a value that looks like a place is filled again', () => {
  expect(fillTemplate('{{1}} {{2}}', { 1: '{{2}}', 2: 'два' })).toBe('{{2}} два');
});

it('a place without a value stays, and names of every object are no values', () => {
  expect(fillTemplate('{{1}} {{constructor}}', {})).toBe('{{1}} {{constructor}}');
});

it('what the customer sees has its parts below each other', () => {
  const template = { header: 'Заказ', body: 'Готов, {{1}}', footer: null };
  expect(showTemplate(template, { 1: 'Анна' })).toBe('Заказ\nГотов, Анна');
});
