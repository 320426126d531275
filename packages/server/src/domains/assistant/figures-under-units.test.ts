import { describe, expect, it } from 'vitest';
import { useTalks } from './testing/open-talk.ts';
import { table } from './testing/price-tables.ts';

/* «5 суток» do not stand in «5 кг»: a figure is met under its own unit, and a price by the day has any number of days. */

const tools = table(
  ['Раздел', 'Название', '1 день', '2–4 дня', 'от 5 дней', 'Залог'],
  [
    ['Насосы', 'Насос 4 кВт', '900 ₽', '800 ₽', '700 ₽', '4000 ₽'],
    ['Насосы', 'Насос 7 кВт', '1400 ₽', '1200 ₽', '1100 ₽', '6000 ₽'],
    ['Сад', 'Бензопила 40 см', '600 ₽', '500 ₽', '450 ₽', '3000 ₽'],
    ['Сад', 'Бензопила 50 см', '750 ₽', '650 ₽', '600 ₽', '4000 ₽'],
  ],
);
const parking = table(
  ['Услуга', 'Вес', 'Цена'],
  [
    ['Передержка собаки', 'до 8 кг', '700 ₽/сутки'],
    ['Передержка собаки', 'от 8 до 25 кг', '950 ₽/сутки'],
    ['Передержка собаки', 'свыше 25 кг', '1300 ₽/сутки'],
    ['Купание собаки', 'до 8 кг', '900 ₽'],
    ['Стрижка когтей', '', '350 ₽'],
  ],
);
const camp = table(
  ['Раздел', 'Название', 'Цена'],
  [
    ['Детские кружки', 'Гончары 6–9 лет', '4100 ₽'],
    ['Детские кружки', 'Гончары 10–14 лет', '4600 ₽'],
    ['Праздники', 'Мастер-класс до 9 детей', '8000 ₽'],
    ['Праздники', 'Мастер-класс от 10 до 18 детей', '13000 ₽'],
  ],
);
const tailor = table(
  ['Service', 'Price', '1–4 items', '5–9 items', '10+ items'],
  [
    ['Shorten blinds up to 2 m', '£25', '£25', '£22', '£20'],
    ['Shorten blinds 2 to 3 m', '£35', '£35', '£32', '£29'],
    ['Replace zip', '£14', '£14', '£12', '£10'],
  ],
);
const wheels = table(
  ['Услуга', 'Радиус', 'Цена'],
  [
    ['Мойка дисков', 'R13–R15', '800 ₽'],
    ['Мойка дисков', 'R16–R18', '1100 ₽'],
    ['Покраска дисков', 'R13–R15', '5200 ₽'],
    ['Покраска дисков', 'R16–R18', '6900 ₽'],
  ],
);

describe.each([
  ['rows of one passage', '\n'],
  ['each row a passage', '\n\n'],
])('%s', (_, joint) => {
  const [hire = '', dogs = '', kids = '', blinds = '', discs = ''] = [tools, parking, camp, tailor, wheels].map(
    (text) => text.replaceAll('\n', joint),
  );
  const { ask } = useTalks({
    hire: { file: hire },
    dogs: { file: dogs },
    kids: { file: kids },
    blinds: { file: blinds },
    discs: { file: discs },
  });

  it.each([
    ['hire', 'насос на 4 суток', ['Насос 4 кВт', 'Насос 7 кВт']],
    ['hire', 'насос на 7 дней цена', ['Насос 4 кВт', 'Насос 7 кВт']],
    ['hire', 'бензопила на 50 дней', ['Бензопила 40 см', 'Бензопила 50 см']],
    ['hire', 'насос 7 кВт на 4 дня', ['Насос 7 кВт']],
    ['hire', 'бензопила 50 см', ['Бензопила 50 см']],
    ['dogs', 'собака 25 кг передержка', ['от 8 до 25 кг']],
    ['dogs', 'передержка собаки 8 суток цена', ['до 8 кг', 'от 8 до 25 кг', 'свыше 25 кг']],
    ['dogs', 'передержка собаки до 8 кг цена', ['до 8 кг']],
    ['blinds', 'blinds up to 2 m price', ['up to 2 m']],
    ['kids', 'мастер-класс на 7 детей', ['Мастер-класс до 9 детей']],
    ['blinds', 'blinds 2.5 m price', ['2 to 3 m']],
    ['blinds', 'blinds 1.5 m price', ['up to 2 m']],
    ['discs', 'мойка дисков R14', ['Мойка дисков — радиус: R13–R15']],
    ['discs', 'покраска дисков r17 цена', ['Покраска дисков — радиус: R16–R18']],
    ['discs', 'мойка дисков 17 радиус', ['Мойка дисков — радиус: R16–R18']],
  ] as const)('risk: %s, «%s» gets a row by the figure of another unit', async (business, question, names) => {
    const { kind, text } = await ask(business, question);
    expect([kind, text]).toEqual(['answer', expect.stringContaining(names[0])]);
    for (const name of names) expect(text).toContain(name);
    expect(text.split(/\n+/)).toHaveLength(names.length);
  });

  it.each([
    ['kids', 'кружок на 9 детей цена'],
    ['blinds', 'blinds 4 m price'],
    ['discs', 'мойка дисков R20 цена'],
    ['hire', 'бензопила 45 см цена'],
    ['dogs', 'купание собаки 20 кг'],
  ] as const)('risk: %s, «%s» gets a row that does not hold it', async (business, question) => {
    expect(await ask(business, question)).not.toMatchObject({ kind: 'answer' });
  });
});
