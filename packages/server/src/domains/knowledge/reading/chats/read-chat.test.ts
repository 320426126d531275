import { describe, expect, it } from 'vitest';
import { makeDocx, paragraph } from '../../testing/documents/make-docx.ts';
import { makePdf } from '../../testing/documents/make-pdf.ts';
import { makeXlsx } from '../../testing/documents/make-xlsx.ts';
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
    ['of a browser', (name: string, text: string) => `[10:15, 3/12/2026] ${name}: ${text}`],
    ['with spaces in its brackets', (name: string, text: string) => `[ 12/03/2026 10:15:20 ] ${name}: ${text}`],
    ['with times of a standard', (name: string, text: string) => `2026-03-12T10:15:00Z ${name}: ${text}`],
    ['with a zone', (name: string, text: string) => `[2026-03-12T10:15:00+03:00] ${name}: ${text}`],
    ['with the name of a month', (name: string, text: string) => `12 марта 2026 г., 10:15 - ${name}: ${text}`],
    ['with it in brackets', (name: string, text: string) => `[12 мар. 2026 г., 10:15] ${name}: ${text}`],
    ['without a year', (name: string, text: string) => `12.03 10:15 ${name}: ${text}`],
    ['with its half of the day', (name: string, text: string) => `[12.03.2026, 10:15:00 ДП] ${name}: ${text}`],
    ['with the time alone', (name: string, text: string) => `10:15 ${name}: ${text}`],
    ['with the time in brackets', (name: string, text: string) => `[10:15] ${name}: ${text}`],
    ['with the time behind', (name: string, text: string) => `${name} (10:15): ${text}`],
    ['with the time in brackets behind', (name: string, text: string) => `${name} [10:15]: ${text}`],
    ['below names and times', (name: string, text: string) => `${name} 10:15\n${text}\n`],
    ['below names, and below times', (name: string, text: string) => `${name}\n10:15\n${text}\n`],
    ['of pictures', (name: string, text: string) => `🌸${name}🌸: ${text}`],
    ['of nicknames', (name: string, text: string) => `@${name}_k: ${text}`],
    ['of names with lines', (name: string, text: string) => `${name} | Казань: ${text}`],
    ['of phones', (name: string, text: string) => `${name === 'Батон' ? name : '+7 917 123-45-67'}: ${text}`],
    ['by numbers', (name: string, text: string) => `${name.length}. ${name}: ${text}`],
    ['with words for the date', (name: string, text: string) => `${name}, [12 мар. 2026 г. в 10:15]:\n${text}\n`],
  ])('risk: a chat %s is read as a text', async (_name, write) => {
    const text = short.map(([name, said]) => write(name, said)).join('\n');
    expect(await read(text)).toEqual(shortRows);
    expect(await read(text, 'a.md')).toEqual(shortRows);
    const lines = text.split('\n').map((line) => paragraph(line));
    expect(outline((await readBytes(makeDocx(lines.join('')), 'a.docx')).blocks)).toEqual(shortRows);
  });

  it('risk: a chat in a PDF is read as a text', async () => {
    const lines = [
      '[12.03.2026, 14:05:11] Марина: Здравствуйте! А торт без сахара вы делаете или только с',
      'обычным сахаром?',
      '[12.03.2026, 14:07:30] Батон: Здравствуйте, Марина! Да, делаем на эритрите, от 1 кг, но',
      'только в субботу. Закажите за 2 дня',
      '[12.03.2026, 14:08:02] Марина: А доставка за город есть? Лесная 5',
      '[12.03.2026, 14:09:45] Батон: Да, 600 рублей. Привезём на Лесную.',
    ];
    const pages = [lines.slice(0, 3), lines.slice(3)].map((rows) =>
      rows.map((row, at) => ({ text: row, x: 50, y: 50 + at * 14 })),
    );
    expect(outline((await readBytes(makePdf(pages), 'a.pdf')).blocks)).toEqual([
      HEADER,
      '| А торт без сахара вы делаете или только с обычным сахаром? | Да, делаем на эритрите, от 1 кг, но только в субботу. Закажите за 2 дня',
      '| А доставка за город есть? | Да, 600 рублей.',
    ]);
    const labelled = short.map(([name, said], at) => ({ text: `${name}: ${said}`, x: 50, y: 50 + at * 14 }));
    expect(outline((await readBytes(makePdf([labelled]), 'a.pdf')).blocks)).toEqual(shortRows);
  });

  it('risk: words of the program and of customers stand in what is read of an English one', async () => {
    const at = (time: string) => `12/03/24, ${time}\u202fAM -`;
    const android = [
      `${at('10:15')} Messages and calls are end-to-end encrypted. Tap to learn more.`,
      `${at('10:15')} +44 7911 123456: Good morning, what are your opening hours?`,
      `${at('10:17')} Cake House: <Media omitted>`,
      `${at('10:17')} Cake House: We are open from 8 am to 6 pm.`,
      'Closed on Christmas',
      `${at('10:18')} +44 7911 123456: Can I order for tomorrow? John here, 12 baker street`,
      `${at('10:19')} Cake House: Yes John, orders until 5 pm. We'll call you on 07911 123456`,
      `${at('10:20')} +44 7911 123456: null`,
      `${at('10:20')} +44 7911 123456 joined using this group's invite link`,
      `${at('10:21')} +44 7911 123456: Do you deliver? <This message was edited>`,
      `${at('10:22')} Cake House: Delivery to Baker Street is £5. Within the city £3.`,
      `${at('10:23')} Cake House: You deleted this message`,
    ];
    const rowsOf = [
      '! Question | Answer',
      '| what are your opening hours? | We are open from 8 am to 6 pm. Closed on Christmas',
      '| Can I order for tomorrow? | Yes, orders until 5 pm.',
      '| Do you deliver? | Within the city £3.',
    ];
    expect(await read(android.join('\n'))).toEqual(rowsOf);
    const phone = android.map((line) => line.replace(/^(.{10})(.{5}).AM -/, '\u200e[$1$2:22\u202fAM]'));
    expect(await read(phone.join('\n'))).toEqual(rowsOf);
  });

  it('risk: what an answer says of somebody who told nothing of himself goes to everybody', async () => {
    const said = [
      '[12.03.2026, 14:05:11] Марина: Сколько ждать доставку?',
      '[12.03.2026, 14:07:30] Батон: Анна, ваш заказ 4512 отправлен на Лесную, 5, звонить +7 912 000-00-01. Обычно 2 часа.',
      '[12.03.2026, 14:08:11] Марина: А скидки у вас есть?',
      '[12.03.2026, 14:09:30] Батон: Для Анны Сергеевны сделали 5 %. Заказ 4512 уже в пути. Привезём на Садовую, 7 завтра.',
      '[12.03.2026, 14:09:40] Батон: Перезвоним на 89120000001. При заказе 3000 рублей 10 %. Да, Анна, и по средам.',
      '[12.03.2026, 14:10:11] Марина: Вопрос от Сергея: есть ли у вас самовывоз?',
      '[12.03.2026, 14:11:30] Батон: Да.',
      '[12.03.2026, 14:12:11] Марина: что с заказом 4512 сейчас?',
      '[12.03.2026, 14:12:30] Батон: Он в пути.',
    ];
    expect(await read(said.join('\n'))).toEqual([
      HEADER,
      '| Сколько ждать доставку? | Обычно 2 часа.',
      '| А скидки у вас есть? | При заказе 3000 рублей 10 %. Да, и по средам.',
    ]);
  });

  it.each([
    ['in brackets', (name: string, text: string) => `[12.03.2026, 10:15:00] ${name}: ${text}`],
    ['with dashes', (name: string, text: string) => `12.03.2026, 10:15 - ${name}: ${text}`],
  ])('risk: an export %s in a page, a column or a file of commas is read as any other', async (_name, write) => {
    const lines = short.map(([name, said]) => write(name, said));
    const page = (body: string) => `<html><head><title>Марина</title></head><body>${body}</body></html>`;
    const paragraphs = lines.map((line) => `<p>${line}</p>`).join('');
    expect(await read(page(paragraphs), 'a.html')).toEqual(shortRows);
    expect(await read(page(`<pre>${lines.join('\n')}</pre>`), 'a.html')).toEqual(shortRows);
    expect(await read(lines.join('\n'), 'a.csv')).toEqual(shortRows);
    const book = makeXlsx([{ name: 'Марина', rows: lines.map((line) => [line]) }]);
    expect(outline((await readBytes(book, 'a.xlsx')).blocks)).toEqual(shortRows);
  });

  it('risk: what stands above an export is told to everybody', async () => {
    const above = ['привезите на гагарина 4, код домофона 77#', 'Клиентка, тел +7 917 123-45-67'];
    expect(await read([...above, ...exported].join('\n'))).toEqual(rows);
  });

  it.each([
    ['nobody asks', 'Батон: Хорошо'],
    ['nobody answers', 'Марина: Привезёте?'],
  ])('risk: one of a program in which %s is read as a text', async (_name, last) => {
    const text = `[12.03.2026, 14:05:11] Марина: Мой адрес Лесная 5\n[12.03.2026, 14:07:30] ${last}`;
    await expect(read(text)).rejects.toThrow('no_answers');
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

  it('risk: what somebody is asked about himself is told to everybody', async () => {
    const said = [
      ...[
        'Ян: Сколько стоит маникюр?',
        'Салон: 1800 ₽, делаем за час.',
        'Ян: Какой размер?',
        'Салон: 48, на груди шрам',
      ],
      ...['Ян: Что вас беспокоит?', 'Салон: давление', 'Ян: А скидки есть?', 'Салон: Да, 5 % по средам.'],
    ];
    expect((await read(said.join('\n'))).slice(1)).toEqual([
      '| Сколько стоит маникюр? | 1800 ₽, делаем за час.',
      '| А скидки есть? | Да, 5 % по средам.',
    ]);
  });

  it('risk: a contact or an id that one customer was told is told to everybody', async () => {
    const said = [
      ...['Ян: Сколько стоит экран?', 'Сервис: 5000 ₽. Контакт клиента: 8 912 345 67 89', 'Ян: А трек есть?'],
      ...['Сервис: Да, RA123456789RU. Код 5571. Почта yan@mail.ru. Трек придёт в СМС.', 'Ян: Как с вами связаться?'],
      ...['Сервис: Звоните +7 (843) 200-00-00.', 'Ира: На какой номер звонить можно?', 'Сервис: 8 843 200 00 00'],
    ];
    expect((await read(said.map((line) => `[12.03.2026, 14:05:11] ${line}`).join('\n'))).slice(1)).toEqual([
      '| Сколько стоит экран? | 5000 ₽.',
      '| А трек есть? | Трек придёт в СМС.',
      '| Как с вами связаться? | Звоните +7 (843) 200-00-00.',
      '| На какой номер звонить можно? | 8 843 200 00 00',
    ]);
  });

  it('risk: an answer of many lines stops the reading of everything else', async () => {
    const many = `Клиент: Доставка есть?\nМенеджер: Да\n${'слово да\n'.repeat(60_000)}Клиент: Скидки есть?\nМенеджер: Нет`;
    const [, first = ''] = await read(many);
    expect(first.length).toBeLessThan(2_100);
  });

  it.each([
    ['more speakers', Array.from({ length: 130_000 }, (_, at) => `12.03.26, 10:15 - a${at}: ok?`)],
    ['more lines', ['Клиент: А?', 'М: да', 'М: x', ...Array.from({ length: 130_000 }, () => 'ab'), 'Клиент: ok?']],
  ])('risk: a chat of %s than a call takes ends with a fault of the program', async (_name, lines) => {
    const fault = await readBytes(lines.join('\n'), 'a.txt').catch((error: unknown) => error);
    expect(fault).not.toBeInstanceOf(RangeError);
  });

  it('risk: a line without end is told to everybody', async () => {
    const said = ['Клиент: Доставка есть?', 'Менеджер: Да.', `Клиент: Лесная 5 ${'а'.repeat(6_000)}?`, 'Менеджер: Нет'];
    expect((await read(said.join('\n'))).slice(1)).toEqual(['| Доставка есть? | Да. Нет']);
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
    '10:00 Йога: зал 1\n11:00 Пилатес: зал 2\n12:00 Йога: как начать?\n13:00 Пилатес: зал 1',
    'Йога 10:00\nЗал 1\nПилатес 11:00\nКак начать?\nЙога 12:00\nЗал 2\nПилатес 13:00\nЗал 1',
    '12 марта 10:00 - Йога: зал 1\n12 марта 12:00 - Пилатес: зал 2\n13 марта 10:00 - Йога: зал 1',
    '1. Доставка: есть ли она?\n2. Оплата: как платить?\n3. Возврат: можно ли вернуть?\n4. Скидки: есть ли?',
    '[2026-03-12 10:15:07] INFO: started\n[2026-03-12 10:15:08] ERROR: no disk\n[2026-03-12 10:15:09] INFO: done',
    'Клиент: ООО «Ель»\nПроект: сайт\nКлиент: ООО «Сосна»\nПроект: магазин',
    'Доставка: есть ли она?\nЗвоните нам.\nОплата: как?\nКартой.\nМы работаем каждый день.\nЖдём вас.\nЗаходите.',
  ])('risk: a text with labels is taken for one: %s', async (text) => {
    expect((await read(text)).some((line) => line.startsWith('!'))).toBe(false);
    expect((await read(text)).join('\n').replaceAll(/[#\s-]/g, '')).toBe(text.replaceAll(/[#\s-]/g, ''));
  });

  it('risk: a timetable as a table is taken for one', async () => {
    const rows = [
      '12.03.2026,10:00,Йога: как начать?',
      '12.03.2026,11:00,Пилатес: зал 2',
      '13.03.2026,10:00,Йога: зал 1',
    ];
    expect((await read(rows.join('\n'), 'a.csv')).join('\n')).toContain('Пилатес: зал 2');
  });
});
