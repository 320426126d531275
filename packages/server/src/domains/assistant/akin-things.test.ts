import { expect, it } from 'vitest';
import { useTalks } from './testing/open-talk.ts';

/* A thing that only belongs together with the one that is asked for («ужин», «завтрак») is offered, and never given as it. */

const rows = (name: string, price: string, list: readonly string[]) =>
  list.map((line) => line.replace(/^(.*) — (.*)$/, `${name}: $1; ${price}: $2`)).join('\n');

const { ask } = useTalks({
  услуги: {
    file: rows('Услуга', 'Цена', [
      'Уборка квартиры — 3000 ₽',
      'Чистка ноутбука — 1500 ₽',
      'Курс английского — 12000 ₽',
      'Аренда комнаты — 2500 ₽',
      'Ремонт экрана — 4000 ₽',
      'Комплексный обед — 450 ₽',
      'Билет на поезд — 150 ₽',
      'Настройка рояля — 6500 ₽',
      'Стрижка собаки — 2600 ₽',
    ]),
    pairs: [
      ['Сколько стоит завтрак?', '400 ₽, с 8 до 10.'],
      ['Есть ли у вас кафе?', 'Да, на первом этаже, до 22.'],
      ['Есть ли парковка?', 'Да, 100 ₽ в час.'],
      ['Нужна ли прививка от бешенства?', 'Да, не старше года.'],
    ],
  },
  services: {
    file: rows('Service', 'Price', [
      'Flat clean — £90',
      'Laptop repair — £50',
      'Spanish course — £220',
      'Set lunch — £14',
      'Taxi to the station — £8',
      'Haircut — £30',
    ]),
    pairs: [
      ['Is breakfast included?', 'No, breakfast is £6: porridge, toast, eggs and coffee, 7.30 to 9.30.'],
      ['Is there a cafe?', 'Yes, on the ground floor until 10pm.'],
    ],
  },
});

it.each([
  ['услуги', 'сколько стоит ужин', /завтрак/],
  ['услуги', 'во сколько ужин', /завтрак/],
  ['услуги', 'ужин', /завтрак/],
  ['услуги', 'уборка дома цена', /Уборка квартиры/],
  ['услуги', 'чистка компьютера цена', /Чистка ноутбука/],
  ['услуги', 'чистка пк', /Чистка ноутбука/],
  ['услуги', 'тренинг английского сколько стоит', /Курс английского/],
  ['услуги', 'аренда помещения цена', /Аренда комнаты/],
  ['услуги', 'ремонт монитора', /Ремонт экрана/],
  ['услуги', 'билет на электричку цена', /Билет на поезд/],
  ['услуги', 'регулировка рояля цена', /Настройка рояля/],
  ['услуги', 'есть ресторан?', /кафе/],
  ['services', 'dinner price', /breakfast/],
  ['services', 'how much is dinner', /breakfast/],
  ['services', 'house clean price', /Flat clean/],
  ['services', 'how much is a house clean', /Flat clean/],
  ['services', 'pc repair price', /Laptop repair/],
  ['services', 'spanish lesson price', /Spanish course/],
  ['services', 'set dinner price', /Set lunch/],
  ['services', 'is there a restaurant', /cafe/],
] as const)('risk: of %s, «%s» is answered with what is akin to it', async (business, question, akin) => {
  const { kind, choices } = await ask(business, question);
  expect([kind, choices.map(({ text }) => text)]).toEqual([
    'clarify',
    expect.arrayContaining([expect.stringMatching(akin)]),
  ]);
});

it('risk: what is offered is taken by the name of what is akin to it', async () => {
  expect((await ask('услуги', 'уборка дома цена', 'уборка дома')).kind).not.toBe('answer');
});

it.each([
  ['услуги', 'сколько стоит обед', /450/],
  ['услуги', 'стоянка сколько', /100/],
  ['услуги', 'постричь собаку', /2600/],
  ['услуги', 'вакцина от бешенства нужна?', /не старше года/],
  ['услуги', 'стоимость комплексного обеда', /450/],
  ['услуги', 'чистка ноутбука цена', /1500/],
  ['services', 'uber to the station', /£8/],
  ['services', 'trim price', /£30/],
  ['services', 'laptop repair price', /£50/],
] as const)('of %s, «%s» is answered by what means the same', async (business, question, said) => {
  const { kind, text } = await ask(business, question);
  expect([kind, text]).toEqual(['answer', expect.stringMatching(said)]);
});
