import { expect, it } from 'vitest';
import type { FoundPassage } from '../../../knowledge/index.ts';
import { spreadsThing } from './spreads-thing.ts';

const file = (text: string): FoundPassage => ({ id: '1', kind: 'file', title: 'О нас', text, score: 1 });
const LIST = 'Подшить брюки 500 ₽. Ушить платье 1200 ₽. Срочный заказ дороже. Постоянным клиентам скидка.';

it('each word stands in a line of its own, and none has both', () => {
  expect(spreadsThing('ушить брюки', file(LIST))).toBe(true);
  expect(spreadsThing('подшить брюки', file(LIST))).toBe(false);
  expect(spreadsThing('ушить шторы', file(LIST))).toBe(false);
});

it('risk: a long question, which two sentences may well answer together, is refused', () => {
  expect(spreadsThing('ушить брюки срочно постоянным клиентам', file(LIST))).toBe(false);
});

it('risk: two long sentences that tell of one thing are taken for lines of a list', () => {
  const told =
    'Брюки мы подшиваем по длине, которую вы отметите булавками при примерке у мастера в зале. Ушить платье, пальто или пиджак можем после осмотра, потому что многое зависит от кроя и ткани.';
  expect(spreadsThing('ушить брюки', file(told))).toBe(false);
});
