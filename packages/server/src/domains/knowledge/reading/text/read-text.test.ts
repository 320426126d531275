import { describe, expect, it } from 'vitest';
import { outline, readBytes } from '../../testing/documents/read-bytes.ts';
import { decodeText } from './decode-text.ts';

const RUSSIAN = 'Доставка по городу стоит 300 рублей. Звоните: ёлка, съезд, Юг — каждый день!';
const SINGLE_BYTES = ['windows-1251', 'koi8-r', 'ibm866'];

function encode(text: string, encoding: string): Buffer {
  const letters = new TextDecoder(encoding).decode(Buffer.from(Array.from({ length: 256 }, (_, at) => at)));
  return Buffer.from(Array.from(text, (sign) => Math.max(0, letters.indexOf(sign))));
}
const withoutDash = RUSSIAN.replace('—', '-');

describe('the encoding', () => {
  it.each(SINGLE_BYTES)('%s is recognised by its letters', (encoding) => {
    expect(decodeText(encode(withoutDash, encoding))).toEqual({ text: withoutDash, encoding });
  });

  it.each(SINGLE_BYTES)('%s is recognised in capitals and in a few words', (encoding) => {
    for (const text of ['ДОСТАВКА И ОПЛАТА', 'Цена: 500', 'Вопрос;Ответ'])
      expect(decodeText(encode(text, encoding)), text).toMatchObject({ text });
  });

  it.each([
    ['UTF-8', Buffer.from(RUSSIAN)],
    ['UTF-8 with its mark', Buffer.from(`\ufeff${RUSSIAN}`)],
    ['UTF-16', Buffer.from(`\ufeff${RUSSIAN}`, 'utf16le')],
    ['UTF-16 without a mark', Buffer.from(RUSSIAN, 'utf16le')],
    ['UTF-16 of the other order', Buffer.from(`\ufeff${RUSSIAN}`, 'utf16le').swap16()],
  ])('%s is recognised', (_name, bytes) => {
    expect(decodeText(bytes).text).toBe(RUSSIAN);
  });

  it('is not what is declared where the letters say another', () => {
    expect(decodeText(encode(withoutDash, 'windows-1251'), 'utf-8').text).toBe(withoutDash);
    expect(decodeText(Buffer.from(RUSSIAN), 'windows-1251').text).toBe(RUSSIAN);
  });

  it('is what is declared where the letters do not tell, else the usual one', () => {
    expect(decodeText(Buffer.from('caf\u00e9 \u00a3 5', 'latin1')).text).toBe('café £ 5');
    expect(decodeText(Buffer.from([0xbf, 0xe6]), 'iso-8859-2').text).toBe('żć');
  });

  it('stays UTF-8 when a text was cut within a letter', () => {
    expect(
      decodeText(
        Buffer.from(RUSSIAN.repeat(5))
          .subarray(0, -1 - Buffer.byteLength('!'))
          .subarray(0, -1),
      ).encoding,
    ).toBe('utf-8');
  });
});

describe('plain text', () => {
  const read = async (text: string) => outline((await readBytes(text, 'a.txt')).blocks);

  it('risk: an address that begins with «г.» is an item of a list, and so is all that stands below it', async () => {
    const lines = ['г. Тула, пр. Ленина, д. 85.', 'д. 5, вход со двора', 'Пн–пт 10–20.', 'Оплата картой.'];
    expect(await read(lines.join('\n'))).toEqual(lines.join('\n').split('\u0000'));
    const list = ['а. Ель', 'б. Сосна', 'в. Пихта', 'г. Лиственница'];
    expect(await read(list.join('\n'))).toEqual(list.map((item) => `- ${item}`));
  });

  it('risk: a sentence below a list is read as the rest of its last item', async () => {
    const text = 'Мы не делаем:\n- тримминг\n- чистку зубов\nПосадка 500 ₽ за куст.\nОбрезка 300 ₽.';
    expect(await read(text)).toEqual([
      ...['Мы не делаем:', '- тримминг', '- чистку зубов', 'Посадка 500 ₽ за куст.\nОбрезка 300 ₽.'],
    ]);
    const broken = '- Мы возим заказы по всему городу и области каждый\nдень, кроме воскресенья\n- Самовывоз';
    expect(await read(broken)).toEqual([
      ...['- Мы возим заказы по всему городу и области каждый день, кроме воскресенья', '- Самовывоз'],
    ]);
  });

  it('risk: a short line above long ones is taken for one that a program broke', async () => {
    const lines = ['Груминг «Пёс и кот»', 'г. Тула, пр. Ленина, д. 85, офис 2. Тел.: (4872) 33-44-55.', 'Пн–пт 10–20.'];
    expect((await read(lines.join('\n')))[0]).toMatch(/^Груминг «Пёс и кот»\nг\. Тула/u);
  });

  it('has headings, paragraphs of broken lines, and lists', async () => {
    const text = [
      'ДОСТАВКА\n\nМы возим заказы по всему городу и области каждый\nдень, кроме воскресенья, с девяти до восьми.\n',
      'Способы:\n- курьер\n- самовывоз со склада\n  на Лесной\n\nОплата\n------\n1. Картой\n2. Наличными',
    ].join('\n');
    expect(await read(text)).toEqual([
      '### ДОСТАВКА',
      'Мы возим заказы по всему городу и области каждый день, кроме воскресенья, с девяти до восьми.',
      ...['Способы:', '- курьер', '- самовывоз со склада на Лесной', '## Оплата', '- 1. Картой', '- 2. Наличными'],
    ]);
  });

  it('has headings right above their sentences', async () => {
    const text = 'О нас\nСалон «Ива» работает с 10:00 до 21:00.\n\nОплата\nПринимаем карты, наличные и СБП.';
    expect(await read(text)).toEqual([
      ...['### О нас', 'Салон «Ива» работает с 10:00 до 21:00.'],
      ...['### Оплата', 'Принимаем карты, наличные и СБП.'],
    ]);
  });

  it.each([
    'Мы\nпривозим заказы по всему городу и области каждый день.',
    'Иван Иванов\nТверь, Советская, 14',
    'Стрижка\n1500 ₽',
  ])('risk: a line of a text becomes a heading: «%s»', async (text) => {
    expect((await read(text)).some((block) => block.startsWith('#'))).toBe(false);
  });

  const prices = [
    'Прайс-лист на букеты и композиции нашего магазина цветов',
    'Букет «Нежность» 15 роз — 3 500 руб',
    'Букет «Весна» из тюльпанов и мимозы, 25 штук — 2 900 руб',
    'Корзина «Праздник» 6 200 руб (открытка в подарок)',
  ];
  const short = [
    'Роза красная 60 см, Эквадор, поштучно — 150',
    'Роза белая — 170',
    'Пион 5-10 штук 450',
    'Эвкалипт 90',
  ];

  it.each([
    ['with a sum each', prices],
    ['that are short', ['Роза красная 60 см, Эквадор, продаём поштучно — 150', ...short.slice(1)]],
  ])('risk: one long line joins the lines of a price list %s', async (_name, lines) => {
    expect(await read(lines.join('\n'))).toEqual([lines.join('\n')]);
  });

  it('risk: a sum within a text keeps its line from the next one', async () => {
    const lines = [
      'Доставка по городу стоит 500 ₽, а за город стоит',
      '900 ₽ и ещё 40 ₽ за каждый километр от границы',
      'города. Подъём 300 ₽.',
    ];
    expect(await read(lines.join('\n'))).toEqual([lines.join(' ')]);
  });

  it.each([
    [
      'hours and an address',
      [
        'Часы работы: по будням с 10:00 до 20:00, в субботу с 11:00 до 18:00',
        'Адрес: Казань, ул. Баумана, 12, вход со двора',
        'Телефон: +7 843 200-10-20, звоните до семи вечера',
      ],
    ],
    [
      'facts of about the same length',
      [
        'Диагностика бесплатно, если вы потом чините у нас',
        'Выезд курьера по городу стоит 350 руб в оба конца',
        'Гарантия на работу шесть месяцев, на детали — три',
      ],
    ],
    [
      'sentences of unlike length',
      [
        'Мы забираем технику сами, если в доме есть лифт, и привозим её назад в тот же день без доплаты.',
        'Диагностика бесплатна, если вы потом чините у нас.',
        'Гарантия на работу шесть месяцев, на детали три.',
      ],
    ],
  ])('risk: lines that somebody ended himself become one sentence: %s', async (_name, lines) => {
    expect(await read(lines.join('\n'))).toEqual([lines.join('\n')]);
  });

  it('the width of an ended sentence is that of the longest line', async () => {
    const lines = [
      'Диагностика бесплатна, если вы потом чините технику.',
      'Забор на дом стоит триста рублей, назад привозим без доплат.',
    ];
    expect(await read(lines.join('\n'))).toEqual([lines.join('\n')]);
  });

  it.each([
    [
      'Забираем заказы со складов в городе Владимире и в городе',
      'Александрове, привозим их в пункты выдачи по всей области.',
    ],
    ['Возим заказы в города: Казань, Самара,', 'Ульяновск и Пенза, по будням и субботам, без доплаты за подъезд.'],
    [
      'Для оформления возьмите с собой паспорт, права и,',
      'Доверенность: нотариальную, если машину берёт другой водитель.',
    ],
  ])('risk: a name at the beginning of a broken line ends the sentence: «%s»', async (...lines) => {
    expect(await read(lines.join('\n'))).toEqual([lines.join(' ')]);
  });

  it('keeps the lines of an address', async () => {
    expect(await read('Москва\nул. Лесная, 5\nтел. 123')).toEqual(['Москва\nул. Лесная, 5\nтел. 123']);
  });
});

it('risk: lines that an owner ended himself in Markdown become one sentence', async () => {
  const lines = ['Диагностика **бесплатно**, если вы чините у нас', 'Выезд курьера 350 руб', 'Гарантия шесть месяцев'];
  const broken = 'Мы возим заказы по всему городу и области каждый\nдень, кроме воскресенья, с девяти до восьми.';
  const { blocks } = await readBytes(`# О нас\n${lines.join('\n')}\n\n${broken}`, 'a.md');
  expect(outline(blocks)).toEqual(['# О нас', lines.join('\n').replaceAll('**', ''), broken.replace('\n', ' ')]);
});

const SALON = ['Услуга\tЦена', 'Мужской зал', 'Стрижка\t900', 'Борода\t500', '', 'Женский зал', 'Стрижка\t1500'];

it.each([
  [
    'with sections',
    SALON,
    [
      '! Услуга | Цена',
      '| Мужской зал | ',
      '| Стрижка | 900',
      '| Борода | 500',
      '| Женский зал | ',
      '| Стрижка | 1500',
    ],
  ],
  [
    'between lines',
    ['Прайс', '', 'Услуга\tЦена', 'Стрижка\t900', 'Борода\t500', 'Запись: 8 900 000-00-00'],
    ['### Прайс', '! Услуга | Цена', '| Стрижка | 900', '| Борода | 500', 'Запись: 8 900 000-00-00'],
  ],
  [
    'in which tabs only move',
    ['Товар\t\tЦена', 'Плед\t\t1200', 'Плед большой\t1900'],
    ['! Товар | Цена', '| Плед | 1200', '| Плед большой | 1900'],
  ],
  [
    'with an empty cell',
    ['Товар\tЦена\tЦвет', 'Плед\t\tсерый', 'Ваза\t700\t'],
    ['! Товар | Цена | Цвет', '| Плед |  | серый', '| Ваза | 700 | '],
  ],
  [
    'of which one name is known',
    ['Модель\tЭкран\tБатарея', 'iPhone 11\t4500\t2500', 'iPhone 12\t6500\t3000'],
    ['! Модель | Экран | Батарея', '| iPhone 11 | 4500 | 2500', '| iPhone 12 | 6500 | 3000'],
  ],
])('a table by tabs is a table: %s', async (_, lines, read) => {
  expect(outline((await readBytes(lines.join('\n'), 'a.txt')).blocks)).toEqual(read);
});

it.each([
  ['two lines', ['Товар\tЦена', 'Плед\t1200']],
  ['a first row of values', ['Консультация\tбесплатно', 'Стрижка\t900 ₽', 'Укладка\t800 ₽']],
  ['days', ['Понедельник\tвыходной', 'Вторник\t9:00–18:00', 'Среда\t9:00–18:00']],
  ['a form', ['Название\tООО Ромашка', 'ИНН\t7701234567', 'Телефон\t8 900 000-00-00']],
  ['people', ['Иван Петров\tдиректор\tпонедельник', 'Анна Котова\tбухгалтер\tвторник', 'Пётр Ким\tмастер\tсреда']],
  ['items', ['1.\tОставьте заявку', '2.\tОплатите', '3.\tПолучите']],
  ['a row without values', ['Товар\tЦена', 'Кран\t500 ₽', 'Мойка\t', 'Сифон\t200 ₽']],
  ['a row of lines', ['Товар\tЦена', '-----\t-----', 'Кран\t500 ₽', 'Сифон\t200 ₽']],
  ['lines of other widths', ['Товар\tЦена', 'Ваза\t700\tбелая', 'Поднос\t900\tдуб\tскидка']],
  ['a note between rows', ['Товар\tЦена', 'Плед\t1200', 'Детям до 7 лет скидка 20 процентов', 'Ваза\t700']],
  ['sentences moved to the right', ['\tМы работаем каждый день.', '\tПриходите.', '\tЖдём вас.']],
  [
    'more columns than a table may have',
    Array.from({ length: 3 }, () => Array.from({ length: 501 }, () => 'цена').join('\t')),
  ],
])('risk: tabs alone make a table: %s', async (_, lines) => {
  const { blocks } = await readBytes(lines.join('\n'), 'a.txt');
  expect(blocks.map(({ kind }) => kind)).not.toContain('table');
});

it('risk: the names of many columns are said again in so many rows that the file is refused', async () => {
  const row = (cell: string) => Array.from({ length: 100 }, () => cell).join('\t');
  const lines = [row('цена'), ...Array.from({ length: 2000 }, () => row('1'))];
  const { blocks } = await readBytes(lines.join('\n'), 'a.txt');
  expect(blocks.map(({ kind }) => kind)).not.toContain('table');
});

it('risk: a text of many paragraphs overflows the stack of its reader', async () => {
  const { blocks } = await readBytes('а\n\n'.repeat(140_000), 'a.txt');
  expect(blocks.length).toBeGreaterThan(100_000);
});

it('Markdown is read as the page that it stands for', async () => {
  const text =
    '---\ntitle: "Помощь"\n---\n# Доставка\n\nПо **городу** [бесплатно](http://a.example).\n\n- утром\n- вечером\n  - до восьми\n\n| Товар | Цена |\n|---|---|\n| Кран | 500 |\n\n<script>alert(1)</script>\n\n```\nкод 1\n```';
  const { title, blocks } = await readBytes(text, 'a.md');
  expect(title).toBe('Помощь');
  expect(outline(blocks)).toEqual([
    ...['# Доставка', 'По городу бесплатно.', '- утром', '- вечером', '- вечером: до восьми'],
    ...['! Товар | Цена', '| Кран | 500', 'код 1'],
  ]);
});

it.each([
  ['Доставка по городу стоит 300 рублей.', 'ru'],
  ['Delivery within the city costs 300 roubles.', 'en'],
  ['Кран шаровой Bugatti DN15, Valtec VT.217, Rehau Rautitan', 'ru'],
  ['Доставка по місту коштує триста гривень, її привозять щодня', null],
  ['Die Lieferung ist für größere Aufträge möglich, täglich für Österreich', null],
  ['OK 5', null],
])('%s is in %s', async (text, language) => {
  expect((await readBytes(text, 'a.txt')).language).toBe(language);
});
