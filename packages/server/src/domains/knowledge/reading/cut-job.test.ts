import { expect, it } from 'vitest';
import { makeXlsx } from '../testing/documents/make-xlsx.ts';
import { cutDocument } from './cut-job.ts';
import { cutPassages } from './cut-passages.ts';
import { DocumentRefusedError } from './refuse-document.ts';
import { readWorkbook, workbookRows } from './tables/read-workbook.ts';
import { tidyDocument } from './tidy-document.ts';

const cut = async (bytes: Buffer | string, name: string) =>
  await cutDocument(Buffer.from(bytes), { name }, () => undefined);
const long = 'Доставка '.repeat(10_000);

it('risk: a title without end is said again in every passage', async () => {
  const result = await cut(`---\ntitle: ${long}\n---\n\nКурьер приезжает за два часа.\n`, 'a.md');
  expect(result).toMatchObject({ document: { title: long.slice(0, 200) }, passages: [{ trail: [] }] });
});

it('names of sheets and headings of pages are cut', async () => {
  const rows = [
    ['Товар', 'Цена'],
    ['Кран', 500],
  ];
  const sheet = await cut(makeXlsx([{ name: `Цены ${long}`, rows }]), 'a.xlsx');
  const passages = sheet.kind === 'read' ? sheet.passages : [];
  expect(passages.map(({ place }) => place.sheet?.length)).toEqual(passages.map(() => 200));
  expect(passages).not.toHaveLength(0);
  const page = await cut(`<main><h1 id="${'a'.repeat(9000)}">Цены</h1><p>Кран стоит 500 ₽.</p></main>`, 'a.html');
  expect(page).toMatchObject({ passages: [{ place: { anchor: 'a'.repeat(500) } }] });
});

it('risk: a small document whose headings are said again in every passage fills the memory of the server', async () => {
  const above = [1, 2, 3, 4, 5].map((level) => `${'#'.repeat(level)} ${long.slice(0, 300)}\n\n`).join('');
  const below = Array.from({ length: 9000 }, (_, at) => `###### а${at}\n\nб\n\n`).join('');
  expect(await cut(`${above}${below}`, 'a.md')).toEqual({ kind: 'refused', reason: 'too_large' });
});

it('risk: one sign that the database cannot hold loses a whole document', async () => {
  const bad = 'а\u0000б\ud800в';
  const place = { sheet: bad, anchor: bad };
  const good = { sheet: 'аб\ufffdв', anchor: 'аб\ufffdв' };
  const blocks = [
    { kind: 'heading' as const, level: 1, text: bad, place },
    { kind: 'paragraph' as const, text: bad, place },
    { kind: 'list' as const, items: [bad], place },
    { kind: 'table' as const, header: [bad], rows: [[bad]], place },
  ];
  expect(tidyDocument({ title: bad, blocks })).toEqual({
    title: good.sheet,
    blocks: [
      { kind: 'heading', level: 1, text: good.sheet, place: good },
      { kind: 'paragraph', text: good.sheet, place: good },
      { kind: 'list', items: [good.sheet], place: good },
      { kind: 'table', header: [good.sheet], rows: [[good.sheet]], place: good },
    ],
  });
  const rows = [['Кран'], [{ xml: 't="str"><v>Цена&#xD800; 500</v></c>' }]];
  const result = await cut(makeXlsx([{ name: 'Цены', rows }]), 'a.xlsx');
  expect(JSON.stringify(result)).toContain('Цена');
  expect(JSON.stringify(result)).not.toContain('\\ud800');
});

it('no letter is cut into halves, neither of a text nor of a heading', () => {
  const text = `а${'😀'.repeat(5000)}`;
  const blocks = [
    { kind: 'heading' as const, level: 1, text, place: {} },
    { kind: 'paragraph' as const, text, place: {} },
  ];
  const passages = cutPassages({ blocks });
  expect(passages.map((passage) => passage.text).join('')).toBe(text);
  expect(passages.flatMap((passage) => [passage.text, ...passage.trail]).every((part) => part.isWellFormed())).toBe(
    true,
  );
  const { title } = tidyDocument({ title: text, blocks: [] });
  expect(title?.isWellFormed()).toBe(true);
});

it('a document is counted before its texts are put together', () => {
  const header = ['а'.repeat(1_000_000)];
  const tables = Array.from({ length: 10_000 }, () => ({ kind: 'table' as const, header, rows: [['б']], place: {} }));
  expect(() => tidyDocument({ title: null, blocks: tables })).toThrow(DocumentRefusedError);
});

it('a workbook of more sheets than pages are read is refused', () => {
  const SheetNames = Array.from({ length: 2001 }, (_, at) => `Лист${at}`);
  const refusal = expect.objectContaining({ reason: 'too_large' });
  expect(() => readWorkbook({ SheetNames, Sheets: {} })).toThrow(refusal);
  expect(() => workbookRows({ SheetNames, Sheets: {} })).toThrow(refusal);
});

const SAID = [
  ['12.03.2026 10:15', 'Лейла', 'Есть доставка?'],
  ['12.03.2026 10:16', 'Магазин', 'Есть, 300 ₽ по городу.'],
  ['12.03.2026 10:17', 'Лейла', 'А картой можно?'],
  ['12.03.2026 10:18', 'Магазин', 'Можно картой курьеру.'],
];
const TABLE = [['Дата', 'Автор', 'Сообщение'], ...SAID];
const MESSAGES = SAID.map(
  ([when, who, text], at) =>
    `<div class="message" id="message${at}"><div class="body"><div class="date" title="${when}:00">${when}</div><div class="from_name">${who}</div><div class="text">${text}</div></div></div>`,
);
const cellsOf = (row: string[], tag: string) => row.map((cell) => `<${tag}>${cell}</${tag}>`).join('');

it.each([
  ['lines', 'a.txt', SAID.map(([, who, text], at) => `[12.03.26, 10:1${at}:00] ${who}: ${text}`).join('\n')],
  ['lines in Markdown', 'a.md', SAID.map(([, who, text], at) => `[12.03.26, 10:1${at}:00] ${who}: ${text}`).join('\n')],
  ['a table of commas', 'a.csv', TABLE.map((row) => row.map((cell) => `"${cell}"`).join(',')).join('\n')],
  ['a workbook', 'a.xlsx', makeXlsx([{ name: 'Чат', rows: TABLE }])],
  ['a page of messages', 'a.html', `<body>${MESSAGES.join('')}</body>`],
  [
    'a table in a page',
    'a.html',
    `<main><p>Наш чат</p><table>${TABLE.map((row, at) => `<tr>${cellsOf(row, at === 0 ? 'th' : 'td')}</tr>`).join('')}</table></main>`,
  ],
  [
    'a table in Markdown',
    'a.md',
    [TABLE[0], ['---', '---', '---'], ...SAID].map((row) => `| ${row?.join(' | ')} |`).join('\n'),
  ],
])(
  'risk: a chat saved as %s is told at once, since what is left of it looks like no talk',
  async (_title, name, bytes) => {
    const result = await cut(bytes, name);
    expect(result).toMatchObject({ kind: 'read', document: { isConversation: true } });
  },
);

it('risk: a conversation whose questions stand in headings is told at once', async () => {
  const said = '# Здравствуйте! Я Лейла, 89171234567, сколько стоит торт?\n\n900 ₽.\n\n# А доставка есть?\n\nЕсть.';
  expect(await cut(said, 'a.md')).toMatchObject({ document: { isConversation: true } });
});

it('what is written for all is no conversation', async () => {
  expect(await cut('# Доставка\n\nПо городу 300 ₽.', 'a.md')).toMatchObject({ document: { isConversation: false } });
});
