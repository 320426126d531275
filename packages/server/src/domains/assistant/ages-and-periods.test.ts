import { describe, expect, it } from 'vitest';
import { useTalks } from './testing/open-talk.ts';
import { table } from './testing/price-tables.ts';

/* «гарантия 2 года» is no age, and a child of five years no guarantee of as many. */

const toys = table(
  ['Товар', 'Возраст', 'Гарантия', 'Цена'],
  [
    ['Коляска прогулочная', 'от 1 до 3 лет', '1 год', '14000 ₽'],
    ['Коляска складная', 'от 4 до 6 лет', '3 года', '21000 ₽'],
    ['Велосипед', 'от 4 до 6 лет', '1 год', '9000 ₽'],
  ],
);
const scooters = table(
  ['Товар', 'Гарантия', 'Цена'],
  [
    ['Самокат городской', 'до 2 лет', '8000 ₽'],
    ['Самокат дорожный', 'от 3 до 5 лет', '12000 ₽'],
    ['Шлем', '', '1500 ₽'],
  ],
);
const plots = table(
  ['Услуга', 'Срок', 'Цена'],
  [
    ['Аренда участка', 'до 1 года', '5000 ₽'],
    ['Аренда участка', 'от 2 до 4 лет', '4000 ₽'],
    ['Вспашка участка', '', '900 ₽'],
  ],
);
const club = table(
  ['Группа', 'Возраст', 'Цена'],
  [
    ['Ясли', 'от 1 до 3 лет', '3000 ₽'],
    ['Сад', 'от 4 до 6 лет', '3500 ₽'],
  ],
);

describe.each([
  ['rows of one passage', '\n'],
  ['each row a passage', '\n\n'],
])('%s', (_, joint) => {
  const lay = (text: string) => ({ file: text.replaceAll('\n', joint) });
  const { ask } = useTalks({ toys: lay(toys), scooters: lay(scooters), plots: lay(plots), club: lay(club) });

  it.each([
    ['toys', 'коляска гарантия 2 года'],
    ['scooters', 'самокат ребёнку 4 года цена'],
    ['scooters', 'самокат детский 2 года цена'],
    ['scooters', 'самокат на возраст 4 года'],
  ] as const)('risk: %s, «%s»: a row is given for years of something else', async (business, question) => {
    expect(await ask(business, question)).not.toMatchObject({ kind: 'answer' });
  });

  it.each([
    ['toys', 'коляска с гарантией 3 года', '21000'],
    ['toys', 'коляска с гарантией 3 года цена', '21000'],
    ['toys', 'коляска 2 года цена', '14000'],
    ['toys', 'велосипед 5 лет цена', '9000'],
    ['scooters', 'самокат с гарантией 4 года', '12000'],
    ['plots', 'аренда участка на 3 года', '4000'],
    ['plots', 'участок на 3 года аренда цена', '4000'],
    ['club', 'ясли 2 года цена', '3000'],
    ['club', 'сад 5 лет', '3500'],
  ] as const)('%s, «%s»: its own row', async (business, question, price) => {
    const { kind, text } = await ask(business, question);
    expect([kind, text]).toEqual(['answer', expect.stringContaining(price)]);
    expect(text).not.toContain('\n');
  });
});
