import { describe, expect, it } from 'vitest';
import { makeDocx, paragraph } from '../../testing/documents/make-docx.ts';
import { outline, readBytes } from '../../testing/documents/read-bytes.ts';

const read = async (text: string, name = 'a.txt') => outline((await readBytes(text, name)).blocks);
const HEADER = '! Вопрос | Ответ';

const exported = [
  '[12.03.2026, 14:05:00] Пекарня Батон: \u200eСообщения и звонки защищены сквозным шифрованием.',
  '[12.03.2026, 14:05:11] Марина: Здравствуйте! А торт без сахара делаете?',
  '[12.03.2026, 14:07:30] Пекарня Батон: Здравствуйте, Марина! Да, делаем на эритрите, от 1 кг.',
  'Заказ за 2 дня',
  '\u200e[12.03.2026, 14:07:40] Марина: \u200e<Без медиафайлов>',
  '[12.03.2026, 14:08:02] Марина: Мой номер +7 912 345-67-89. А доставка за город есть?',
  '[12.03.2026, 14:09:00] Пекарня Батон: Минутку',
  '[12.03.2026, 14:09:45] Пекарня Батон: Да, до 20 км, 600 рублей. Перезвоним вам на 8 912 345 67 89.',
  '[12.03.2026, 14:10:00] Марина: Спасибо, беру! Лесная 5, домофон 12',
  '[12.03.2026, 14:11:00] Пекарня Батон: Хорошо, привезём на Лесную.',
  '[13.03.2026, 09:12:00] Игорь: можно самовывоз в 7 утра?',
  '[13.03.2026, 09:20:00] Пекарня Батон: Открываемся в 8:00, раньше не сможем.',
  '[15.03.2026, 09:20:00] Пекарня Батон: Игорь, ваш торт готов',
];
const rows = [
  HEADER,
  '| А торт без сахара делаете? | Да, делаем на эритрите, от 1 кг. Заказ за 2 дня |',
  '| А доставка за город есть? | Да, до 20 км, 600 рублей. |',
  '| можно самовывоз в 7 утра? | Открываемся в 8:00, раньше не сможем. |',
].map((row) => row.replace(/ \|$/, ''));

describe('a saved chat', () => {
  it('risk: names, phones and words of customers stand in what is read of it', async () => {
    expect(await read(exported.join('\n'))).toEqual(rows);
  });

  const short = [
    ['Марина', 'Доставка за город есть?'],
    ['Батон', 'Да, до 20 км, 600 рублей.'],
    ['Марина', 'спасибо'],
    ['Игорь', 'А самовывоз можно?'],
    ['Батон', 'Можно, с 8:00.'],
  ] as const;
  const shortRows = [
    HEADER,
    '| Доставка за город есть? | Да, до 20 км, 600 рублей.',
    '| А самовывоз можно? | Можно, с 8:00.',
  ];

  it.each([
    ['of one phone', (name: string, text: string) => `12.03.2026, 10:15 - ${name}: ${text}`],
    ['of an English one', (name: string, text: string) => `12/03/2026, 10:15 PM - ${name}: ${text}`],
    ['of a computer', (name: string, text: string) => `[12.03.26 10:15] ${name}: ${text}`],
    ['by hand', (name: string, text: string) => `${name}: ${text}`],
    ['in parts', (name: string, text: string) => `${name}, [12.03.2026 10:15]\n${text}\n`],
    ['with words for the date', (name: string, text: string) => `${name}, [12 мар. 2026 г. в 10:15]:\n${text}\n`],
  ])('risk: a chat %s is read as a text', async (_name, write) => {
    const text = short.map(([name, said]) => write(name, said)).join('\n');
    expect(await read(text)).toEqual(shortRows);
    expect(await read(text, 'a.md')).toEqual(shortRows);
    const lines = text.split('\n').map((line) => paragraph(line));
    expect(outline((await readBytes(makeDocx(lines.join('')), 'a.docx')).blocks)).toEqual(shortRows);
  });

  it.each([
    ['Клиент', 'Лена'],
    ['К', 'М'],
    ['Customer', 'Agent'],
    ['Q', 'A'],
    ['Марина', 'Менеджер Анна'],
  ])('risk: «%s» is taken for who answers, and not «%s»', async (customer, business) => {
    const text = `${customer}: а ночью печатаете?\n${business}: Нет, до 18:00.\n\n${customer}: скидка студентам?\n${business}: 10 % по студенческому. А какой у вас тираж?\n${customer}: 500, на субботу`;
    expect((await read(text)).slice(1)).toEqual([
      '| а ночью печатаете? | Нет, до 18:00.',
      '| скидка студентам? | 10 % по студенческому.',
    ]);
  });

  it('risk: who asks back is taken for a customer, whose address is told', async () => {
    const said = [
      ...['Марина: Сколько стоит торт?', 'Лена: На сколько человек?', 'Марина: 10'],
      ...['Лена: 2 кг, 3000 ₽', 'Марина: доставите?', 'Лена: Да, доставим за 300 ₽. Куда?', 'Марина: Лесная 5'],
    ];
    expect(await read(said.join('\n'))).toEqual([HEADER, '| доставите? | Да, доставим за 300 ₽.']);
  });

  it('risk: the answer to another, or to one order, is told to everybody', async () => {
    const said = [
      ...['Клиент: доставка есть?', 'Лена: Да, 300 ₽.', 'Клиент: Где мой заказ?', 'Лена: Курьер выехал.'],
      ...[
        'Клиент: а в воскресенье?',
        'Лена: Да.',
        'Клиент: ясно',
        'Лена: Ждём!',
        'Клиент: торт есть?',
        'Лена: Сейчас уточню',
      ],
      ...['Клиент: <Media omitted>', 'Клиент: сколько стоит такой?', 'Лена: 3000 ₽'],
      ...['Клиент: во сколько открываетесь?', 'Ольга (клиент): а я?', 'Лена: В 8:00'],
    ];
    expect(await read(said.join('\n'))).toEqual([HEADER, '| доставка есть? | Да, 300 ₽.']);
  });

  it('risk: a name that only a message tells goes to everybody', async () => {
    const said = [
      '[12.03.26, 14:05:11] +7 912 345-67-89: Добрый день, Лена! Сколько стоит маникюр?',
      '[12.03.26, 14:06:11] Лена Ногти: Добрый день! Маникюр 1800 ₽, без покрытия 900',
      '[12.03.26, 14:07:11] +7 912 345-67-89: Запишите меня, Оксана. А снятие чужого покрытия отдельно?',
      '[12.03.26, 14:08:11] Лена Ногти: Оксана, снятие 300 рублей. Записала вас на 15:00, Оксаны ещё не было',
      '[12.03.26, 14:09:11] Лена Ногти: Адрес: Ленина 5, вход со двора',
    ];
    expect((await read(said.join('\n'))).slice(1)).toEqual([
      '| Сколько стоит маникюр? | Маникюр 1800 ₽, без покрытия 900',
      '| А снятие чужого покрытия отдельно? | снятие 300 рублей. Адрес: Ленина 5, вход со двора',
    ]);
  });

  it('keeps what the file says above it, and no name', async () => {
    const above = ['О нас', '', 'Мы печём хлеб с 2009 года.', 'Адрес: Лесная, 5.', 'Ниже отвечает Лена'];
    const said = ['', 'Клиент: доставка есть?', 'Лена: Да, 300 ₽.', 'Клиент: скидки?', 'Лена: Нет.'];
    expect(await read([...above, ...said].join('\n'))).toEqual([
      ...['### О нас', 'Мы печём хлеб с 2009 года.\nАдрес: Лесная, 5.', HEADER],
      ...['| доставка есть? | Да, 300 ₽.', '| скидки? | Нет.'],
    ]);
  });

  it('of which nobody answers is refused', async () => {
    await expect(read('Клиент: доставка есть?\nКлиент: алло\nЛена: Минутку\nКлиент: ну что там?')).rejects.toThrow();
  });
});

describe('no chat', () => {
  it.each([
    'Цена: 500\nАдрес: Лесная, 5\nТелефон: 123\nДоставка: есть',
    'Название: Кран\nЦена: 500\nНазвание: Труба\nЦена: 300\nНазвание: Вентиль\nЦена: 200',
    'Вопрос: Доставка есть?\nОтвет: Да.\n\nВопрос: Скидки есть?\nОтвет: Нет.',
    '12.03.2026, 10:00 - Йога: зал 1\n12.03.2026, 12:00 - Пилатес: зал 2\n13.03.2026, 10:00 - Йога: зал 1',
    'Клиент: ООО «Ель»\nПроект: сайт\nКлиент: ООО «Сосна»\nПроект: магазин',
    'Доставка: есть ли она?\nЗвоните нам.\nОплата: как?\nКартой.\nМы работаем каждый день.\nЖдём вас.\nЗаходите.',
  ])('risk: a text with labels is taken for one: %s', async (text) => {
    expect((await read(text)).some((line) => line.startsWith('!'))).toBe(false);
    expect((await read(text)).join('\n').replaceAll(/[#\s-]/g, '')).toBe(text.replaceAll(/[#\s-]/g, ''));
  });
});
