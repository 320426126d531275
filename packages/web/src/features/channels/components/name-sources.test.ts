import { expect, it } from 'vitest';
import { nameSources } from './name-sources.ts';

const titleOf = (type: string) => ({ bird: 'Bird', fish: 'Fish' })[type] ?? type;
const source = (id: string, type: string, name: string, accountName = '') => ({ id, type, name, accountName });

it('two channels of one name are told apart by platform, and by account where that is equal too', () => {
  const sources = [
    source('1', 'bird', 'Shop', '@north'),
    source('2', 'bird', 'Shop', '@south'),
    source('3', 'fish', 'Shop', 'fish-1'),
    source('4', 'fish', 'Fish'),
  ];
  expect(nameSources(sources, titleOf)).toEqual([
    { value: '1', label: 'Shop · Bird · @north' },
    { value: '2', label: 'Shop · Bird · @south' },
    { value: '3', label: 'Shop · Fish' },
    { value: '4', label: 'Fish' },
  ]);
});
