import { expect, it } from 'vitest';
import { fillText } from './fill-text.ts';

const catalogue = new Map([
  ['files_one', '{{count}} файл'],
  ['files_few', '{{count}} файла'],
  ['files_many', '{{count}} файлов'],
  ['files_other', '{{count}} файла'],
  ['limit', 'Не больше {{count}} Мб, сейчас {{size}}'],
  ['greeting', 'Здравствуйте, {{name}}!'],
]);
const say = (key: string, params: Record<string, string | number> = {}) =>
  fillText({ catalogue, plurals: new Intl.PluralRules('ru'), key, params });

it('takes the form of the number', () => {
  const counts = [0, 1, 2, 5, 11, 21, 22, 100, 1.5];
  expect(counts.map((count) => say('files', { count }).split(' ')[1])).toEqual(
    'файлов файл файла файлов файлов файл файла файлов файла'.split(' '),
  );
});

it('fills the places of a text that has no forms', () => {
  expect(say('limit', { count: 5, size: '4,9' })).toBe('Не больше 5 Мб, сейчас 4,9');
});

it('puts values in as they are, and leaves places alone that have none', () => {
  expect(say('greeting', { name: '$& {{count}} <b>' })).toBe('Здравствуйте, $& {{count}} <b>!');
  expect(say('greeting', { constructor: 'x' })).toBe('Здравствуйте, {{name}}!');
});

it('shows the key of a text that is missing', () => {
  expect(say('nothing.here')).toBe('nothing.here');
});
