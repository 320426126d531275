import { afterAll, expect, it } from 'vitest';
import { type Caller, createConfined } from '../../../platform/confined/index.ts';
import { createLog } from '../../../platform/log/logger.ts';
import { systemClock } from '../../../platform/time/clock.ts';
import { makeDocx, paragraph } from '../testing/documents/make-docx.ts';
import { makePdf } from '../testing/documents/make-pdf.ts';
import { makeXlsx } from '../testing/documents/make-xlsx.ts';
import { createDocumentReader, documentProcess } from './index.ts';
import { readingLimits } from './reading-limits.ts';

const confined = createConfined({ clock: systemClock, log: createLog({ level: 'silent' }), ...documentProcess });
const reader = createDocumentReader({ confined });
const caller: Caller = { lane: 'member', key: 'anna' };

afterAll(() => confined.close());

it('reads in a process of its own and says each page', async () => {
  const bytes = makePdf(
    Array.from({ length: 3 }, (_, at) => [
      { text: `${['Delivery', 'Payment', 'Returns'][at]} takes two days within the city.`, x: 50, y: 50 },
    ]),
  );
  const told: unknown[] = [];
  const result = await reader.read({ bytes, name: 'a.pdf', caller, onProgress: (progress) => told.push(progress) });
  expect(result).toMatchObject({ kind: 'read', document: { pages: 3, language: 'en' } });
  expect(told).toEqual([1, 2, 3].map((done) => ({ done, total: 3 })));
});

it('cuts what it reads where it is wanted so', async () => {
  const bytes = Buffer.from('# Доставка\n\nПо городу бесплатно.\n\n# Оплата\n\nКартой.');
  expect(await reader.cut({ bytes, name: 'a.md', caller })).toEqual({
    kind: 'read',
    document: { title: 'Доставка', language: 'ru', pages: 1, isConversation: false },
    passages: [
      { trail: ['Доставка'], text: 'По городу бесплатно.', place: {} },
      { trail: ['Оплата'], text: 'Картой.', place: {} },
    ],
  });
  expect(await reader.cut({ bytes: Buffer.alloc(0), name: 'a.md', caller })).toEqual({
    kind: 'refused',
    reason: 'no_text',
  });
});

it('says of each passage of a sheet in which of its rows it stands', async () => {
  const rows = [
    ['Прайс'],
    [],
    ['Услуга', 'Цена'],
    ['Стрижка', 900],
    ['Укладка', 700],
    [],
    ['Мужской зал'],
    ['Бритьё', 500],
  ];
  const bytes = makeXlsx([{ name: 'Стрижки', rows }]);
  const result = await reader.cut({ bytes, name: 'a.xlsx', caller });
  expect(result.kind === 'read' && result.passages.map(({ place }) => place)).toEqual([
    { sheet: 'Стрижки', row: 1, lastRow: 5, lineRows: [1, 4, 5] },
    { sheet: 'Стрижки', row: 8 },
  ]);
});

it('gives a refusal as a value', async () => {
  const bytes = makeDocx('<w:p/>');
  expect(await reader.read({ bytes, name: 'a.docx', caller })).toEqual({ kind: 'refused', reason: 'no_text' });
  expect(await reader.read({ bytes, name: 'a.pdf', caller })).toEqual({ kind: 'refused', reason: 'wrong_type' });
});

it('risk: a workbook of as many cells as are taken is more than the memory of its process holds', async () => {
  const [width, height] = [25, readingLimits.builtCells / 25];
  const rows = Array.from({ length: height }, (_, row) => Array.from({ length: width }, (_, at) => row * width + at));
  const bytes = makeXlsx([{ name: 'Остатки', rows }]);
  expect(await reader.read({ bytes, name: 'a.xlsx', caller })).toMatchObject({ kind: 'read' });
});

const manyRows = () => `<sheetData>${'<row><c t="str"><v>Кран</v></c></row>'.repeat(1_300_000)}</sheetData>`;

// Each is small as a file, and within what may be unpacked.
it.each([
  ['a table of 60 MB', 'a.xlsx', () => makeXlsx([{ name: 'a', rows: [], before: manyRows() }])],
  ['a page of 10 MB', 'a.html', () => Buffer.from('<p>я</p>'.repeat(1_000_000))],
])(
  'what takes more than a document may is refused, and the next one is read: %s',
  { timeout: 120_000 },
  async (_what, name, make) => {
    const result = await reader.read({ bytes: make(), name, caller });
    expect(result).toEqual({ kind: 'refused', reason: 'too_large' });
    const next = await reader.read({ bytes: makeDocx(paragraph('Доставка')), name: 'b.docx', caller });
    expect(next).toMatchObject({ kind: 'read', document: { blocks: [{ text: 'Доставка' }] } });
  },
);
