import { expect, it } from 'vitest';
import { cutPassages } from '../reading/cut-passages.ts';
import { makeDocx, paragraph, table } from '../testing/documents/make-docx.ts';
import { makeXlsx, type SheetCell } from '../testing/documents/make-xlsx.ts';
import { readBytes } from '../testing/documents/read-bytes.ts';
import { createFinder } from './find-findings.ts';

type File = { name: string; bytes: Buffer | string };

/** What is found in files, each read and cut as an upload is. */
async function find(...files: File[]): Promise<string[]> {
  const finder = createFinder(100);
  for (const { name, bytes } of files) {
    const read = await readBytes(bytes, name);
    for (const [at, { trail, text }] of cutPassages(read).entries()) {
      const question = trail.length > 0 ? trail.join(' › ') : name;
      finder.look({ id: `${name} ${at}`, kind: 'file', question, body: text, sourceId: name });
    }
  }
  return (await finder.end()).map(({ kind, passages }) =>
    [kind, ...passages.map(({ value }) => value).sort()].join(' '),
  );
}

const heading = (text: string) => paragraph(text, { properties: '<w:pStyle w:val="Heading1"/>' });
const TABLE_OF_HOURS = [
  ['День', 'Часы'],
  ['Понедельник–пятница', '10:00–21:00'],
  ['Суббота', '11:00–19:00'],
  ['Воскресенье', 'выходной'],
];
const terms = (hours: string[][], above = 'Часы работы'): File => ({
  name: 'Условия работы.docx',
  bytes: makeDocx(
    [
      heading('Запись и отмена'),
      paragraph(
        'Записаться можно по телефону +7 495 123-45-67 или на сайте. Отменить запись бесплатно можно за 3 часа до визита.',
      ),
      heading('Оплата'),
      paragraph('Принимаем карты, наличные и СБП. Рассрочку не даём.'),
      heading(above),
      table(hours),
    ].join(''),
  ),
});
const page = (text: string): File => ({
  name: 'Контакты.html',
  bytes: `<!doctype html><html lang="ru"><head><meta charset="utf-8"><title>Контакты</title></head><body><h1>Контакты</h1><p>${text}</p></body></html>`,
});
const note = (text: string): File => ({ name: 'Заметка.txt', bytes: `Подарочные сертификаты\n\n${text}\n` });
const prices = (columns: string[], ...rows: SheetCell[][]): File => ({
  name: 'Прайс салона.xlsx',
  bytes: makeXlsx([
    { name: 'Стрижки', rows: [['Прайс-лист салона «Локон» на ноябрь 2026'], [], ['Услуга', ...columns], ...rows] },
  ]),
});
const OF_MASTERS = prices(
  ['Мастер', 'Топ-мастер'],
  ['Женская стрижка', 2500, 3500],
  ['Мужская стрижка', 1500, 2200],
  ['Детская стрижка (до 10 лет)', 1200, 1500],
);
const SAME_PHONE = 'Телефон +7 495 123-45-67.';

it.each<[string, File[], string[]]>([
  [
    'a price in the column of a master, and a sentence that names both',
    [OF_MASTERS, note('Женская стрижка у мастера стоит 2800 рублей.')],
    ['price 2500 2800'],
  ],
  [
    'the same under columns that are called prices',
    [
      prices(['Цена у мастера, ₽', 'Цена у топ-мастера, ₽', 'Длительность, мин'], ['Женская стрижка', 2500, 3500, 60]),
      note('Женская стрижка у топ-мастера стоит 3900 рублей.'),
    ],
    ['price 3500 3900'],
  ],
  [
    'numbers of a list that nothing calls prices, and a sentence with the price of one of them',
    [
      {
        name: 'Мастера.xlsx',
        bytes: makeXlsx([
          {
            name: 'Стрижки',
            rows: [
              ['Услуга', 'Мастер', 'Топ-мастер'],
              ['Мужская стрижка', 1500, 2200],
            ],
          },
        ]),
      },
      note('Мужская стрижка у мастера стоит 1700 рублей.'),
    ],
    ['price 1500 1700'],
  ],
  [
    'the phone to book by, and the phone',
    [terms([]), page('Салон «Локон»: Москва, Тверская, 14. Телефон +7 495 765-43-21.')],
    ['phone 4951234567 4957654321'],
  ],
  [
    'a table of hours by day, and one sentence of every day: once, by its first day',
    [terms(TABLE_OF_HOURS), page(`${SAME_PHONE} Работаем ежедневно с 9:00 до 22:00.`)],
    ['hours 10:00-21:00 9:00-22:00'],
  ],
  [
    'a day off in a table, and every day in a sentence',
    [
      terms([
        ['День', 'Часы'],
        ['Пн–сб', '10:00–21:00'],
        ['Вс', 'выходной'],
      ]),
      page(`${SAME_PHONE} Работаем без выходных с 10:00 до 21:00.`),
    ],
    ['hours 10:00-21:00 closed'],
  ],
  [
    'hours of workdays, and a table that names them',
    [terms(TABLE_OF_HOURS), page('Часы работы: по будням с 9:00 до 20:00.')],
    ['hours 10:00-21:00 9:00-20:00'],
  ],
])('found: %s', async (_name, files, expected) => {
  expect(await find(...files)).toEqual(expected);
});

it.each<[string, File[]]>([
  ['the price of another level', [OF_MASTERS, note('Женская стрижка у стажёра стоит 1000 рублей.')]],
  ['the price without a level', [OF_MASTERS, note('Женская стрижка стоит 2800 рублей.')]],
  ['the price of one master by name', [OF_MASTERS, note('Женская стрижка у мастера Анны стоит 2800 рублей.')]],
  ['the same price', [OF_MASTERS, note('Мужская стрижка у мастера стоит 1500 рублей.')]],
  [
    'an old and a new price',
    [prices(['Цена', 'Цена со скидкой'], ['Женская стрижка', 2500, 2000]), note('Женская стрижка стоит 2500 рублей.')],
  ],
  [
    'columns that are no prices',
    [
      prices(['Длительность', 'Остаток', 'Мест'], ['Женская стрижка', 60, 12, 20]),
      note('Длительность женской стрижки: 80 рублей.'),
    ],
  ],
  [
    'numbers of two lists that nothing calls prices',
    ['Утро.xlsx', 'Вечер.xlsx'].map((name, at) => ({
      name,
      bytes: makeXlsx([
        {
          name: 'Розы',
          rows: [
            ['Товар', 'Тверь', 'Клин'],
            ['Роза белая', at + 20, at + 30],
          ],
        },
      ]),
    })),
  ],
  ['the phone of a person or a department', [terms([]), page('Телефон бухгалтерии: +7 495 765-43-21.')]],
  [
    'two phones on one page, of which one is the same',
    [terms([]), page('Телефон +7 495 765-43-21. Записаться можно по телефону +7 495 123-45-67.')],
  ],
  [
    'hours of the other days',
    [
      terms([
        ['День', 'Часы'],
        ['Суббота', '11:00–19:00'],
      ]),
      page('Часы работы: пн–пт с 9:00 до 20:00.'),
    ],
  ],
  [
    'a day off within a sentence',
    [terms(TABLE_OF_HOURS), page(`${SAME_PHONE} Работаем ежедневно с 9:00 до 22:00, в воскресенье закрыто.`)],
  ],
  [
    'every day of some days',
    [
      terms([
        ['День', 'Часы'],
        ['Суббота', '11:00–19:00'],
      ]),
      page(`${SAME_PHONE} Работаем ежедневно с понедельника по пятницу с 9:00 до 22:00.`),
    ],
  ],
  ['hours that name no days', [terms(TABLE_OF_HOURS), page(`${SAME_PHONE} Работаем с 9:00 до 22:00.`)]],
  [
    'hours of something else',
    [terms(TABLE_OF_HOURS, 'Доставка'), page(`${SAME_PHONE} Работаем ежедневно с 9:00 до 22:00.`)],
  ],
  [
    'hours of each part of the town',
    [
      terms([
        ['Филиал', 'День', 'Часы'],
        ['Тверская', 'Пн–вс', '10:00–21:00'],
      ]),
      page(`${SAME_PHONE} Работаем ежедневно с 9:00 до 22:00.`),
    ],
  ],
  [
    'the same hours, day by day',
    [
      terms([
        ['День', 'Часы'],
        ['Пн–пт', '9:00–22:00'],
        ['Выходные', 'с 9 до 22'],
      ]),
      page(`${SAME_PHONE} Работаем ежедневно с 9:00 до 22:00.`),
    ],
  ],
])('not found: %s', async (_name, files) => {
  expect(await find(...files)).toEqual([]);
});

it('risk: a price in a sheet of questions and answers contradicts nothing', async () => {
  const sheet = {
    name: 'Ответы.csv',
    bytes: 'Вопрос;Ответ\nСколько стоит курьер?;350 ₽\nЕсть ли парковка?;Да, 20 мест',
  };
  const text = { name: 'Заметка.txt', bytes: 'Сколько стоит курьер?: 450 ₽\n' };
  expect(await find(sheet, text)).toEqual(['price 350 450']);
  expect(await find(sheet, { ...sheet, name: 'Копия.csv' })).toEqual([]);
});
