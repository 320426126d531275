import { describe, expect, it } from 'vitest';
import { useTalks } from './testing/open-talk.ts';
import { table } from './testing/price-tables.ts';

/* What a row merely includes has no price of it; what it is called by has, and so has what stands in brackets to tell its kind. */

const laundry = table(
  ['Category', 'Service', 'Price', 'Included'],
  [
    ['Dresses', 'Summer dress wash', '£18', 'two rinses, pressing'],
    ['Dresses', 'Evening dress wash', '£40', 'three rinses, pressing'],
    ['Shirts', 'Replace buttons', '£6', 'plain thread'],
    ['Suits', 'Two-piece suit wash', '£25', 'one rinse'],
  ],
);
const club = table(
  ['Услуга', 'Цена', 'Что включено'],
  [
    ['Групповое занятие', '900 ₽', 'вход, коврик'],
    ['Личное занятие', '2400 ₽', 'вход, коврик'],
    ['Аренда ракетки', '200 ₽', ''],
  ],
);
const hostel = [
  'Домик — 700 ₽/сутки (завтрак, уборка)',
  'Домик с верандой — 1100 ₽/сутки (завтрак, уборка, прогулка верхом)',
  'Баня — 1500 ₽ (2 часа)',
  'Стрижка овец — 500 ₽ (короткая шерсть)',
].join('\n');

describe.each([
  ['rows of one passage', '\n'],
  ['each row a passage', '\n\n'],
])('%s', (_, joint) => {
  const [wash = '', sport = '', farm = ''] = [laundry, club, hostel].map((text) => text.replaceAll('\n', joint));
  const { ask } = useTalks({ wash: { file: wash }, sport: { file: sport }, farm: { file: farm } });

  it.each([
    ['wash', 'how much is pressing'],
    ['wash', 'pressing price'],
    ['wash', 'two rinses price'],
    ['sport', 'вход цена'],
    ['sport', 'сколько стоит вход'],
    ['sport', 'коврик цена'],
    ['farm', 'завтрак цена'],
    ['farm', 'сколько стоит уборка'],
    ['farm', 'прогулка цена'],
  ] as const)('risk: %s, «%s» gets the price of what it belongs to', async (business, question) => {
    expect(await ask(business, question)).not.toMatchObject({ kind: 'answer' });
  });

  it.each([
    ['wash', 'evening dress wash price', '£40'],
    ['wash', 'how much are buttons', '£6'],
    ['wash', 'two-piece suit wash price', '£25'],
    ['sport', 'личное занятие цена', '2400'],
    ['farm', 'домик с верандой цена', '1100'],
    ['farm', 'стрижка овец короткая шерсть цена', '500'],
    ['farm', 'сколько стоит баня', '1500'],
  ] as const)('%s, «%s» has its own price', async (business, question, price) => {
    const { kind, text } = await ask(business, question);
    expect([kind, text]).toEqual(['answer', expect.stringContaining(price)]);
  });
});
