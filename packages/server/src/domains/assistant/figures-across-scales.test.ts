import { describe, expect, it } from 'vitest';
import { useTalks } from './testing/open-talk.ts';
import { table } from './testing/price-tables.ts';

/* A figure is met whatever scale its unit is of, and however its thousands are written: «1,5 т» stand in «до 2 000 кг». */

const movers = table(
  ['Услуга', 'Груз', 'Цена'],
  [
    ['Перевозка груза', 'до 500 кг', '1900 ₽'],
    ['Перевозка груза', 'до 1 500 кг', '2900 ₽'],
    ['Перевозка груза', '1 500–3 000 кг', '4400 ₽'],
    ['Перевозка груза', 'от 3 до 5 т', '6700 ₽'],
    ['Упаковка дивана', '', '800 ₽'],
  ],
);
const couriers = table(
  ['Услуга', 'Вес', 'Цена'],
  [
    ['Отправка бандероли', 'от 100 г до 1 кг', '250 ₽'],
    ['Отправка бандероли', '1–5 кг', '390 ₽'],
    ['Отправка письма', '', '90 ₽'],
  ],
);
const blinds = table(
  ['Услуга', 'Ширина', 'Цена'],
  [
    ['Подгонка жалюзи', 'до 2 м', '700 ₽'],
    ['Подгонка жалюзи', '2–3 м', '1100 ₽'],
    ['Чистка жалюзи', '', '400 ₽'],
  ],
);
const plain = ['Стрижка собаки до 5 кг — 1500', 'Стрижка собаки от 5 кг до 20 кг — 2600', 'Стрижка когтей — 300'].join(
  '\n',
);
const vans = table(
  ['Van', 'Load', 'Price'],
  [
    ['Small van', 'up to 1,500 kg', '£40'],
    ['Large van', '1,500 to 3,000 kg', '£75'],
  ],
);
const awnings = table(
  ['Услуга', 'Ширина, см', 'Цена'],
  [
    ['Монтаж маркизы', 'до 200', '3000 ₽'],
    ['Монтаж маркизы', '201–300', '4500 ₽'],
    ['Чистка маркизы', '', '900 ₽'],
  ],
);
const wheels = ['Мойка дисков R14 — 800 ₽', 'Мойка дисков R16 — 1 400 ₽', 'Мойка кузова — 900 ₽'].join('\n');
const ladders = ['Лестница 3 м — 300 ₽', 'Лестница 5 м — 500 ₽', 'Ведро 10 л — 120 ₽', 'Ведро 15 л — 170 ₽'].join('\n');
const baths = table(
  ['Услуга', 'Длительность', 'Цена'],
  [
    ['Аренда бани', 'до 2 часов', '3000 ₽'],
    ['Аренда бани', '2–4 часа', '5200 ₽'],
    ['Веник', '', '300 ₽'],
  ],
);

describe.each([
  ['rows of one passage', '\n'],
  ['each row a passage', '\n\n'],
])('%s', (_, joint) => {
  const lay = (text: string) => ({ file: text.replaceAll('\n', joint) });
  const { ask } = useTalks({
    movers: lay(movers),
    couriers: lay(couriers),
    blinds: lay(blinds),
    plain: lay(plain),
    vans: lay(vans),
    baths: lay(baths),
    ladders: lay(ladders),
    awnings: lay(awnings),
    wheels: lay(wheels),
  });

  it.each([
    ['movers', 'перевозка груза 700 кг', '2900'],
    ['movers', 'перевозка груза 2 000 кг цена', '4400'],
    ['movers', 'перевозка груза 1,2 т', '2900'],
    ['movers', 'перевозка груза 2 тонны цена', '4400'],
    ['movers', 'перевозка груза 4000 кг', '6700'],
    ['movers', 'сколько стоит перевозка груза 3 500 кг', '6700'],
    ['couriers', 'отправка бандероли 500 г', '250'],
    ['couriers', 'отправка бандероли 3000 г цена', '390'],
    ['couriers', 'отправка бандероли 2 кг', '390'],
    ['blinds', 'подгонка жалюзи 150 см', '700'],
    ['blinds', 'подгонка жалюзи 250 см цена', '1100'],
    ['plain', 'стрижка собаки 4 кг', '1500'],
    ['plain', 'стрижка собаки 12 кг', '2600'],
    ['vans', 'van for 1,200 kg price', '£40'],
    ['vans', 'van for 2000 kg price', '£75'],
    ['vans', 'van for 2.5 tonnes price', '£75'],
    ['ladders', 'лестница 300 см цена', '300'],
    ['ladders', 'сколько стоит лестница 500 см', '500'],
    ['wheels', 'мойка дисков R14 цена', '800'],
    ['wheels', 'мойка дисков r16', '1 400'],
    ['ladders', 'ведро 10 л цена', '120'],
    ['baths', 'аренда бани на 90 минут', '3000'],
    ['baths', 'аренда бани 180 минут цена', '5200'],
  ] as const)('%s, «%s»: its own row alone', async (business, question, price) => {
    const { kind, text } = await ask(business, question);
    expect([kind, text]).toEqual(['answer', expect.stringContaining(price)]);
    expect(text).not.toContain('\n');
  });

  it.each([
    ['movers', 'перевозка груза 6 000 кг цена'],
    ['movers', 'перевозка груза 7 т'],
    ['ladders', 'лестница 4 м цена'],
    ['wheels', 'мойка дисков R15 цена'],
    ['couriers', 'отправка бандероли 7000 г цена'],
    ['couriers', 'отправка бандероли 50 г цена'],
    ['blinds', 'подгонка жалюзи 400 см цена'],
    ['plain', 'стрижка собаки 25 кг цена'],
    ['vans', 'large van 1,200 kg price'],
    ['vans', 'large van 5 tonnes price'],
  ] as const)('risk: %s, «%s»: a row is given that does not hold it', async (business, question) => {
    expect(await ask(business, question)).not.toMatchObject({ kind: 'answer' });
  });

  it.each([
    ['movers', 'перевозка груза цена', 'а 2 т?', '4400'],
    ['movers', 'перевозка груза цена', '1 200 кг', '2900'],
    ['movers', 'перевозка груза цена', 'на 1 200 кг', '2900'],
    ['couriers', 'отправка бандероли цена', 'а 400 г?', '250'],
    ['blinds', 'подгонка жалюзи цена', 'а 150 см?', '700'],
    ['blinds', 'подгонка жалюзи цена', 'а 2,5?', '1100'],
    ['awnings', 'монтаж маркизы цена', 'а 2,5 м?', '4500'],
    ['awnings', 'монтаж маркизы цена', 'а 180?', '3000'],
  ] as const)('%s: «%s», then «%s»: its own row alone', async (business, first, second, price) => {
    const { kind, text } = await ask(business, first, second);
    expect([kind, text]).toEqual(['answer', expect.stringContaining(price)]);
    expect(text).not.toContain('\n');
  });
});
