import { describe, expect, it } from 'vitest';
import { makeDocx, paragraph } from '../../../testing/documents/make-docx.ts';
import { makePdf } from '../../../testing/documents/make-pdf.ts';
import { makeXlsx } from '../../../testing/documents/make-xlsx.ts';
import { outline, readBytes } from '../../../testing/documents/read-bytes.ts';

type Rows = string[][];

const read = async (bytes: Buffer | string, name: string) => await readBytes(bytes, name);
const csv = (rows: Rows, separator = ';') =>
  rows.map((row) => row.map((cell) => `"${cell.replaceAll('"', '""')}"`).join(separator)).join('\n');
const readRows = async (rows: Rows) => outline((await read(csv(rows), 'a.csv')).blocks);

const chat: Rows = [
  ['Дата', 'Автор', 'Сообщение'],
  ['12.03.2026 10:15', 'Марина Иванова', 'Здравствуйте! А торт без сахара делаете?'],
  ['12.03.2026 10:16', 'Пекарня Батон', 'Здравствуйте, Марина! Да, делаем, от 1 кг.'],
  ['12.03.2026 10:17', 'Марина Иванова', 'Мой номер +7 912 345-67-89, Лесная 5.\nДоставка за город есть?'],
  ['12.03.2026 10:18', 'Пекарня Батон', 'Да, 600 рублей. Привезём на Лесную.'],
  ['12.03.2026 10:19', 'Марина Иванова', 'Спасибо!'],
];
const told = [
  '! Вопрос | Ответ',
  '| А торт без сахара делаете? | Да, делаем, от 1 кг.',
  '| Доставка за город есть? | Да, 600 рублей.',
];
const renamed = (names: string[]) => [names, ...chat.slice(1)];

describe('a chat as a table', () => {
  it('risk: names, phones and words of customers stand in what is read of it', async () => {
    expect(await readRows(chat)).toEqual(told);
  });

  it.each([
    ['named otherwise', renamed(['Время', 'От кого', 'Текст'])],
    ['without names', chat.slice(1)],
    ['the newest first', [...chat.slice(0, 1), ...chat.slice(1).toReversed()]],
    ['below a title', [['Переписка: Марина Иванова', '', ''], ['', '', ''], ...chat]],
  ])('risk: one %s is read as rows', async (_name, rows) => {
    expect(await readRows(rows)).toEqual(told);
  });

  it('risk: the file that says who writes by the side alone is read as rows, and names that it has beside go out', async () => {
    const rows = [
      ['Диалог', 'Время', 'Направление', 'Имя', 'Телефон', 'Текст'],
      ['1', '12.03.2026 10:15', 'Входящее', 'Марьям', '+79123456789', 'Сколько стоит маникюр?'],
      ['2', '12.03.2026 10:15', 'Входящее', 'Жасмин', '+79120000000', 'Работаете в воскресенье?'],
      ['1', '12.03.2026 10:16', 'Исходящее', 'Марьям', '+79123456789', 'Марьям, маникюр 1800 ₽'],
      [
        '2',
        '12.03.2026 10:17',
        'Исходящее',
        'Жасмин',
        '',
        'Да, с 10 до 18. Приходите с Марьям. Пишу на 8 912 345-67-89.',
      ],
    ];
    expect(await readRows(rows)).toEqual([
      '! Вопрос | Ответ',
      '| Сколько стоит маникюр? | маникюр 1800 ₽',
      '| Работаете в воскресенье? | Да, с 10 до 18.',
    ]);
  });

  it('risk: an English one, with words of the program between, is read as rows', async () => {
    const rows = [
      ['Chat ID', 'Date', 'Sender type', 'Sender name', 'Message'],
      ['1', '2026-03-12T10:15:00Z', 'visitor', 'Mary', 'How much is a cake?'],
      ['1', '2026-03-12T10:16:00Z', 'agent', 'Anna', 'Hello Mary, 20 USD.'],
      ['1', '2026-03-12T10:16:30Z', 'system', '', 'Mary left the chat'],
    ];
    expect(await readRows(rows)).toEqual(['! Question | Answer', '| How much is a cake? | 20 USD.']);
  });

  it('risk: a sheet is called after a customer, and a short one beside it is read as rows', async () => {
    const short = [chat[0] ?? [], ['13.03.2026', 'Игорь', 'Садовая 7, жду']];
    const bytes = makeXlsx([
      { name: 'Марина Иванова', rows: chat },
      { name: 'Игорь', rows: short },
      {
        name: 'Прайс',
        rows: [
          ['Товар', 'Цена'],
          ['Хлеб', 100],
        ],
      },
    ]);
    const { title, blocks } = await read(bytes, 'a.xlsx');
    expect(title).toBeNull();
    expect(outline(blocks)).toEqual([...told, '# Прайс', '! Товар | Цена', '| Хлеб | 100']);
    expect(JSON.stringify(blocks)).not.toContain('Марина');
  });

  it('risk: a table of a text, of a page or of pages of a PDF is read as rows', async () => {
    const cell = (text: string) => `<w:tc>${paragraph(text)}</w:tc>`;
    const table = `<w:tbl>${chat.map((row) => `<w:tr>${row.map(cell).join('')}</w:tr>`).join('')}</w:tbl>`;
    const docx = makeDocx(`${paragraph('Переписка с Мариной')}${paragraph('Мы печём хлеб.')}${table}`);
    expect(outline((await read(docx, 'a.docx')).blocks)).toEqual(['Мы печём хлеб.', ...told]);

    const lines = chat.map((row) => `| ${row.join(' | ').replaceAll('\n', ' ')} |`);
    expect(outline((await read([lines[0], '|---|---|---|', ...lines.slice(1)].join('\n'), 'a.md')).blocks)).toEqual(
      told,
    );

    const html = `<table>${chat.map((row) => `<tr>${row.map((text) => `<td>${text}</td>`).join('')}</tr>`).join('')}</table>`;
    expect(outline((await read(`<html><body>${html}</body></html>`, 'a.html')).blocks)).toEqual(told);

    const page = (rows: Rows) =>
      rows.flatMap((row, at) =>
        row.map((text, column) => ({
          text: text.replaceAll('\n', ' '),
          x: 40 + column * 120,
          y: 50 + at * 16,
          size: 7,
        })),
      );
    const pdf = makePdf([page(chat.slice(0, 4)), page([chat[0] ?? [], ...chat.slice(4)])]);
    expect(outline((await read(pdf, 'a.pdf')).blocks)).toEqual(told);
  });

  it.each([
    [
      'is one of customers whom nobody answers',
      [
        ['Роль', 'Сообщение'],
        ['Клиент', 'Лесная 5, жду'],
        ['Менеджер', 'Хорошо'],
      ],
    ],
    [
      'tells sides',
      [
        ['Направление', 'Сообщение'],
        ['Входящее', 'Я у подъезда'],
        ['Исходящее', 'Выходим'],
      ],
    ],
  ])('risk: one that %s is read as rows', async (_name, rows) => {
    await expect(readRows(rows)).rejects.toThrow('no_answers');
  });

  it('risk: a business is taken for a program, and a program for a business', async () => {
    const rows = [
      ['Date', 'Sender', 'Message'],
      ['2026-03-12 10:15', 'Mary', 'How much is a cake?'],
      ['2026-03-12 10:16', 'System', 'The dialog was given to Anna'],
      ['2026-03-12 10:17', 'Service Team', 'A cake is 20 USD.'],
      ['2026-03-12 10:18', 'Mary', 'Do you deliver?'],
      ['2026-03-12 10:19', 'Service Team', 'Yes, within an hour.'],
    ];
    expect(await readRows(rows)).toEqual([
      '! Question | Answer',
      '| How much is a cake? | A cake is 20 USD.',
      '| Do you deliver? | Yes, within an hour.',
    ]);
  });

  it('risk: one customer is answered what another was', async () => {
    const rows = [
      ['Чат', 'Автор', 'Сообщение'],
      ['1', 'Клиент', 'Доставка есть?'],
      ['2', 'Менеджер', 'Да, за 300 рублей чистим ковёр.'],
      ['3', 'Клиент', 'Работаете в воскресенье?'],
      ['3', 'Менеджер', 'Да, с 10 до 18.'],
    ];
    expect(await readRows(rows)).toEqual(['! Вопрос | Ответ', '| Работаете в воскресенье? | Да, с 10 до 18.']);
  });

  it('risk: what stands beside one goes, or rows of it behind a page stay', async () => {
    const table = (rows: Rows) =>
      `<table>${rows.map((row) => `<tr>${row.map((text) => `<td>${text}</td>`).join('')}</tr>`).join('')}</table>`;
    const said = [
      ['Роль', 'Сообщение'],
      ['Клиент', 'Доставка есть?'],
      ['Менеджер', 'Да, 300 рублей.'],
    ];
    const more = table([
      ['Клиент', 'Лесная 5'],
      ['Клиент', 'Жду'],
    ]);
    const hours = table([
      ['пн', '10–18'],
      ['вт', '10–19'],
    ]);
    const page = `<html><body>${table(said)}${more}<p>Клиент может вернуть товар за 14 дней.</p>${hours}</body></html>`;
    expect(outline((await read(page, 'a.html')).blocks)).toEqual([
      ...['! Вопрос | Ответ', '| Доставка есть? | Да, 300 рублей.'],
      ...['Клиент может вернуть товар за 14 дней.', '| пн | 10–18', '| вт | 10–19'],
    ]);
  });

  it('risk: one in which nobody asks is read as rows', async () => {
    await expect(
      readRows([chat[0] ?? [], ...chat.slice(4), ['12.03.2026', 'Марина Иванова', 'Лесная 5']]),
    ).rejects.toThrow();
  });
});

describe('no chat', () => {
  it('risk: a table of roles takes the page with it', async () => {
    const rows =
      '<tr><th>Роль</th><th>Комментарий</th></tr><tr><td>Клиент</td><td>Оформляет заказ на сайте</td></tr><tr><td>Менеджер</td><td>Подтверждает его</td></tr>';
    const hours = '<tr><td>пн</td><td>10–18</td></tr><tr><td>вт</td><td>10–19</td></tr>';
    const page = `<html><body><table>${rows}</table><p>Клиент может вернуть товар за 14 дней.</p><table>${hours}</table></body></html>`;
    expect(outline((await read(page, 'a.html')).blocks)).toEqual([
      ...['! Роль | Комментарий', '| Клиент | Оформляет заказ на сайте', '| Менеджер | Подтверждает его'],
      ...['Клиент может вернуть товар за 14 дней.', '| пн | 10–18', '| вт | 10–19'],
    ]);
  });

  it('risk: announcements with a question that nobody answers go from their page', async () => {
    const said = [
      ['Дата', 'Автор', 'Сообщение'],
      ['12.03.2026', 'Анна', 'Новый зал открыт'],
      ['13.03.2026', 'Олег', 'Что нового в мае?'],
      ['14.03.2026', 'Анна', 'Расписание на май'],
      ['15.03.2026', 'Анна', 'В июне мы закрыты'],
    ];
    const text = [said[0], ['---', '---', '---'], ...said.slice(1)].map((row) => `| ${row?.join(' | ')} |`).join('\n');
    expect(outline((await read(`Наши новости\n\n${text}`, 'a.md')).blocks)).toContain(
      '| 12.03.2026 | Анна | Новый зал открыт',
    );
  });

  it.each([
    [
      'roles',
      [
        ['Роль', 'Комментарий'],
        ['Клиент', 'Оформляет заказ на сайте'],
        ['Менеджер', 'Подтверждает его'],
      ],
    ],
    [
      'announcements',
      [
        ['Дата', 'Автор', 'Сообщение'],
        ['12.03.2026', 'Анна', 'Новый зал. Приходите!'],
        ['13.03.2026', 'Олег', 'Расписание на май'],
        ['14.03.2026', 'Анна', 'Закрыто'],
      ],
    ],
    [
      'a plan',
      [
        ['Смена', 'Мастер', 'Что делать'],
        ...['12', '13', '14', '15'].flatMap((day) => [
          [`${day}.03.2026`, 'Анна', 'Как начать бегать?'],
          [`${day}.03.2026`, 'Олег', 'Растяжка для всех'],
        ]),
      ],
    ],
    [
      'notes of many',
      [
        ['12.03.2026', 'Анна', 'Что такое йога?'],
        ['13.03.2026', 'Олег', 'Занятие в зале'],
        ['14.03.2026', 'Анна', 'Что такое пилатес?'],
        ['15.03.2026', 'Игорь', 'Занятие на полу'],
      ],
    ],
    [
      'letters',
      [
        ['Тип', 'Дата', 'Автор', 'Содержание'],
        ['Входящее', '12.03.2026', 'Анна', 'Письмо о поставке хлеба'],
        ['Исходящее', '13.03.2026', 'Олег', 'Договор на май'],
      ],
    ],
    [
      'several who answer once each',
      [
        ['Имя', 'Текст'],
        ['Анна', 'Что такое йога?'],
        ['Олег', 'Занятие в зале'],
        ['Игорь', 'Что такое пилатес?'],
        ['Ольга', 'Занятие на полу'],
        ['Инна', 'Что такое растяжка?'],
        ['Яна', 'Занятие с лентой'],
      ],
    ],
    [
      'few rows',
      [
        ['Имя', 'Текст'],
        ['Анна', 'Что такое йога?'],
        ['Олег', 'Занятие в зале. Какое?'],
        ['Анна', 'Для всех'],
      ],
    ],
    [
      'questions',
      [
        ['Вопрос', 'Ответ'],
        ['Доставка есть?', 'Да.'],
        ['Скидки есть?', 'Нет.'],
      ],
    ],
    [
      'who wrote answers',
      [
        ['Дата', 'Автор', 'Вопрос', 'Ответ'],
        ['12.03.2026', 'Анна', 'Доставка есть?', 'Да.'],
        ['13.03.2026', 'Анна', 'Скидки?', 'Нет.'],
      ],
    ],
    [
      'reviews',
      [
        ['Автор', 'Дата', 'Текст'],
        ['Анна', '12.03.2026', 'Вкусно! Где ещё есть?'],
        ['Олег', '13.03.2026', 'Приду ещё'],
        ['Игорь', '14.03.2026', 'Свежий хлеб'],
        ['Анна', '15.03.2026', 'Хорошо'],
      ],
    ],
    [
      'news',
      [
        ['Дата', 'Автор', 'Текст'],
        ['12.03.2026', 'Анна', 'Новый зал. Приходите!'],
        ['13.03.2026', 'Олег', 'Расписание на май'],
        ['14.03.2026', 'Анна', 'Как получить скидку? Приходите.'],
        ['15.03.2026', 'Олег', 'Закрыто'],
      ],
    ],
    [
      'a timetable',
      [
        ['Дата', 'Время', 'Мастер', 'Занятие'],
        ['12.03.2026', '10:00', 'Анна', 'Как начать бегать?'],
        ['12.03.2026', '11:00', 'Олег', 'Растяжка для всех'],
        ['13.03.2026', '10:00', 'Анна', 'Как начать бегать?'],
        ['13.03.2026', '11:00', 'Олег', 'Растяжка для всех'],
      ],
    ],
    [
      'prices',
      [
        ['Товар', 'Описание', 'Цена'],
        ['Хлеб', 'Ржаной, что ещё нужно?', '100'],
        ['Батон', 'Белый', '50'],
        ['Хлеб', 'С тмином', '120'],
        ['Батон', 'Нарезной', '55'],
      ],
    ],
    [
      'customers',
      [
        ['Клиент', 'Проект', 'Сумма'],
        ['Ель', 'Сайт под ключ', '500'],
        ['Сосна', 'Магазин', '700'],
        ['Ель', 'Реклама', '300'],
      ],
    ],
  ])('risk: a table of %s is taken for one', async (_name, rows) => {
    // Names of columns among texts alone may be rows.
    expect((await readRows(rows)).map((line) => line.slice(2))).toEqual(rows.map((row) => row.join(' | ')));
  });
});
