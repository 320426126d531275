import { describe, expect, it } from 'vitest';
import { useTalks } from './testing/open-talk.ts';
import { table } from './testing/price-tables.ts';

/* Straight after rows of a price list a figure asks for the row of the same kind that has it, and for no other place that has it. */

const tools = table(
  ['Группа', 'Наименование', '1 сутки', '2–6 суток', 'Залог'],
  [
    ['Насосы', 'Мотопомпа 5 кВт', '900 ₽', '800 ₽', '6000 ₽'],
    ['Насосы', 'Мотопомпа 8 кВт', '1300 ₽', '1100 ₽', '9000 ₽'],
    ['Высота', 'Лестница 4 м', '250 ₽', '200 ₽', '2000 ₽'],
    ['Высота', 'Подмости 6 м', '700 ₽', '600 ₽', '5000 ₽'],
    ['Уборка', 'Пылесос', '600 ₽', '500 ₽', '3000 ₽'],
  ],
);
const kennel = table(
  ['Раздел', 'Услуга', 'Вес питомца', 'Цена', 'Что входит'],
  [
    ['Передержка', 'Бокс утеплённый', 'до 8 кг', '800 ₽/сутки', 'корм, прогулка 2 раза в день'],
    ['Передержка', 'Бокс утеплённый', 'от 8 до 25 кг', '1100 ₽/сутки', 'корм, прогулка 2 раза в день'],
    ['Передержка', 'Бокс утеплённый', 'свыше 25 кг', '1400 ₽/сутки', 'корм, прогулка 2 раза в день'],
    ['Уход', 'Купание', 'до 8 кг', '900 ₽', ''],
    ['Уход', 'Купание', 'от 8 до 25 кг', '1500 ₽', ''],
  ],
);
const kennelRules = [
  '# Приём\nПриём с 8:00 до 18:00. При выезде позже 12:00 берём плату за полные сутки.',
  '# Скидки\nВторой питомец из одной семьи — скидка 12 %.',
];
const tyres = table(
  ['Категория', 'Услуга', 'Радиус', 'Легковой', 'Внедорожник'],
  [
    ['Колёса', 'Переобувка 4 колёс', 'R13–R15', '1700 ₽', '2100 ₽'],
    ['Колёса', 'Переобувка 4 колёс', 'R16–R18', '2300 ₽', '2700 ₽'],
    ['Баланс', 'Балансировка колеса', 'R13–R15', '180 ₽', '230 ₽'],
    ['Баланс', 'Балансировка колеса', 'R16–R18', '260 ₽', '310 ₽'],
  ],
);
const curtains = table(
  ['Category', 'Service', 'Price', '5+ items'],
  [
    ['Blinds', 'Shorten blinds up to 2 m', '£20', '£18'],
    ['Blinds', 'Shorten blinds 2 to 3 m', '£30', '£27'],
    ['Coats', 'Replace zip', '£40', '£36'],
    ['Skirts', 'Replace zip', '£22', '£20'],
  ],
);
const parties = table(
  ['Раздел', 'Услуга', 'Цена', 'Что включено'],
  [
    ['Праздники', 'Выпускной до 12 детей', '11000 ₽', '2 ведущих'],
    ['Праздники', 'Выпускной от 13 до 25 детей', '19000 ₽', '3 ведущих'],
    ['Секции', 'Малыши 4–6 лет', '3000 ₽', ''],
    ['Секции', 'Школьники 7–12 лет', '3500 ₽', ''],
  ],
);

describe.each([
  ['rows of one passage', '\n'],
  ['each row a passage', '\n\n'],
])('%s', (_, joint) => {
  const lay = (text: string, more: readonly string[] = []) => ({
    file: [text.replaceAll('\n', joint), ...more].join('\n\n'),
  });
  const { ask } = useTalks({
    tools: lay(tools),
    kennel: lay(kennel, kennelRules),
    tyres: lay(tyres, ['# Запись\nРаботаем с 8:00 до 22:00.']),
    curtains: lay(curtains),
    parties: lay(parties),
  });

  it.each([
    ['tools', 'мотопомпа 5 кВт', 'а 8?', '1300'],
    ['tools', 'мотопомпа цена', '8', '1300'],
    ['tools', 'мотопомпа 5 кВт', 'а на 4 суток?', '900'],
    ['kennel', 'бокс до 8 кг цена', 'а 15 кг?', '1100'],
    ['kennel', 'бокс утеплённый цена', '18 кг', '1100'],
    ['kennel', 'бокс утеплённый цена', '18', '1100'],
    ['kennel', 'сколько стоит бокс утеплённый', 'а если 30 кг?', '1400'],
    ['tyres', 'переобувка 4 колёс цена', 'R14', '1700'],
    ['tyres', 'переобувка 4 колёс цена', 'а р17?', '2300'],
    ['tyres', 'балансировка колеса R13', 'а 17?', '260'],
    ['tyres', 'переобувка 4 колёс цена', 'на внедорожник R17', '2700'],
    ['curtains', 'shorten blinds price', '2.5 m', '£30'],
    ['curtains', 'replace zip price', 'coats', '£40'],
    ['curtains', 'replace zip price', '7 coats', '£40'],
    ['parties', 'выпускной цена', '15', '19000'],
    ['parties', 'выпускной цена', '10 детей', '11000'],
    ['parties', 'секции цена', 'а 8 лет?', '3500'],
  ] as const)('%s: «%s», then «%s»: its own row alone', async (business, first, second, price) => {
    const { kind, text } = await ask(business, first, second);
    expect([kind, text]).toEqual(['answer', expect.stringContaining(price)]);
    expect(text).not.toContain('\n');
  });

  it.each([
    ['tools', 'лестница 4 м', 'а 6?'],
    ['tools', 'мотопомпа цена', 'а 12 кВт?'],
    ['kennel', 'купание цена', 'а 40 кг?'],
    ['tyres', 'переобувка 4 колёс цена', 'R22'],
    ['tyres', 'балансировка колеса R13', 'а 19?'],
    ['curtains', 'shorten blinds price', '4 m'],
    ['parties', 'выпускной цена', 'а на 40?'],
  ] as const)('risk: %s: «%s», then «%s»: the figure is met in a wrong place', async (business, first, second) => {
    expect(await ask(business, first, second)).not.toMatchObject({ kind: 'answer' });
  });

  it.each(['а залог?', 'на 8 суток'])('«%s»: a column that is asked for is that of all rows given', async (column) => {
    const { kind, text } = await ask('tools', 'мотопомпа цена', column);
    expect([kind, text.split(/\n+/)]).toEqual(['answer', [expect.any(String), expect.any(String)]]);
  });
});
