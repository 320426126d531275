import { describe, expect, it } from 'vitest';
import { run as readRows } from '../spreadsheets/read-rows-job.ts';
import { makeDocx, paragraph } from '../testing/documents/make-docx.ts';
import { makeXlsx } from '../testing/documents/make-xlsx.ts';
import { outline, readBytes, readRefusal } from '../testing/documents/read-bytes.ts';

/** A table of 200 x 200 cells with the same said of each. */
function tableOf(cell: (row: number, column: number) => string, row: (cells: string) => string): string {
  const lines = Array.from({ length: 200 }, (_, at) =>
    row(Array.from({ length: 200 }, (_cell, column) => cell(at, column)).join('')),
  );
  return lines.join('');
}
const cell = (place: string, text: string) => `<c r="${place}" t="inlineStr"><is><t>${text}</t></is></c>`;
const row = (at: number, cells: string) => `<row r="${at}">${cells}</row>`;
const LAST_ROW = 1_048_576;

describe('risk: a small file with a huge table holds the one process that reads for everybody', () => {
  it.each([['rowspan="50" colspan="50"'], ['rowspan="60000" colspan="1000"'], ['rowspan="50"'], ['colspan="50"']])(
    'a page whose cells go over others: %s',
    async (spans) => {
      const rows = tableOf(
        (at, column) => `<td ${spans}>${at} ${column}</td>`,
        (cells) => `<tr>${cells}</tr>`,
      );
      expect(await readRefusal(`<!doctype html><html><body><table>${rows}</table></body></html>`, 'a.html')).toBe(
        'too_large',
      );
    },
  );

  it('rows that are not wide, and many, each over fifty below', async () => {
    const wide = `<tr>${'<td rowspan="50" colspan="50">a</td>'.repeat(9)}</tr>`;
    const rows = Array.from({ length: 10_000 }, (_, at) => (at % 49 === 0 ? wide : `<tr><td>${at}</td></tr>`));
    expect(
      await readRefusal(`<!doctype html><html><body><table>${rows.join('')}</table></body></html>`, 'a.html'),
    ).toBe('too_large');
  });

  it('a document whose cells go over others', async () => {
    const properties = '<w:tcPr><w:gridSpan w:val="100"/><w:vMerge w:val="restart"/></w:tcPr>';
    const rows = tableOf(
      (at, column) => `<w:tc>${properties}${paragraph(`${at} ${column}`)}</w:tc>`,
      (cells) => `<w:tr>${cells}</w:tr>`,
    );
    expect(await readRefusal(makeDocx(`<w:tbl>${rows}</w:tbl>`), 'a.docx')).toBe('too_large');
  });

  it('many sheets with one cell in each corner', async () => {
    const data = row(1, cell('A1', 'Доставка')) + row(LAST_ROW, cell(`XFD${LAST_ROW}`, 'бесплатно'));
    const book = makeXlsx(Array.from({ length: 200 }, (_, at) => ({ name: `Лист${at}`, rows: [], data })));
    const { pages, blocks } = await readBytes(book, 'a.xlsx');
    expect(pages).toBe(200);
    expect(blocks.slice(0, 2)).toMatchObject([
      { text: 'Доставка', place: { row: 1 } },
      { text: 'бесплатно', place: { row: LAST_ROW } },
    ]);
    const rows = await readRows(book, { name: 'a.xlsx', maxRows: 1000 });
    expect(rows).toMatchObject({ kind: 'read', sheets: { length: 200 } });
  });

  it('rows far below each other with cells far beside each other', async () => {
    const places = Array.from({ length: 10_000 }, (_, at) => at * 100 + 1);
    const data = places.map((at) => row(at, cell(`A${at}`, `Кран ${at}`) + cell(`XFD${at}`, `${at} ₽`))).join('');
    const book = makeXlsx([{ name: 'Цены', rows: [], data }]);
    const lines = outline((await readBytes(book, 'a.xlsx')).blocks);
    expect(lines).toHaveLength(places.length + 1);
    expect(lines.at(-1)).toBe('| Кран 999901 | 999901 ₽');
    const rows = await readRows(book, { name: 'a.xlsx', maxRows: 20_000 });
    expect(rows.kind === 'read' && rows.sheets[0]?.rows.at(-1)).toEqual({
      row: 999_901,
      cells: ['Кран 999901', '999901 ₽'],
    });
  });

  it('a link and columns that go over the whole sheet', async () => {
    const everywhere = `<hyperlinks><hyperlink ref="A1:XFD${LAST_ROW}" location="a"/></hyperlinks>`;
    const columns = '<col min="1" max="999999999" width="9"/><col min="2" max="999999999" hidden="1"/>';
    const rows = [
      ['Товар', 'Закупка'],
      ['Кран', '300'],
    ];
    const book = makeXlsx([{ name: 'Цены', rows, before: `<cols>${columns}</cols>`, after: everywhere }]);
    expect(outline((await readBytes(book, 'a.xlsx')).blocks)).toEqual(['# Цены', 'Товар', 'Кран']);
  });

  it('cells merged over the same rows again and again', async () => {
    const rows = Array.from({ length: 5000 }, (_, at) => [`Кран ${at}`, '500']);
    const after = `<mergeCells>${`<mergeCell ref="A1:A${LAST_ROW}"/>`.repeat(5000)}</mergeCells>`;
    expect(await readRefusal(makeXlsx([{ name: 'Цены', rows, after }]), 'a.xlsx')).toBe('too_large');
  });

  it('cells of a style that is nowhere', async () => {
    const rows = Array.from({ length: 300 }, (_, at) =>
      Array.from({ length: 300 }, () => ({ xml: `s="7"><v>${at}</v></c>` })),
    );
    const book = makeXlsx([{ name: 'Цены', rows }], { hasStyles: false });
    expect((await readBytes(book, 'a.xlsx')).blocks.at(-1)).toMatchObject({ rows: { length: 300 } });
  });
});

describe('a table with cells over others stays as it is', () => {
  it('in a page, whatever its cells say that they go over', async () => {
    const rows = [
      '<tr><td colspan="1000">Цены на сборку</td></tr>',
      '<tr><th>Товар</th><th>Цена</th></tr>',
      '<tr><td rowspan="3">Шкаф</td><td>500 ₽</td></tr>',
      '<tr><td>700 ₽</td></tr>',
      '<tr><td>900 ₽</td></tr>',
    ];
    const { blocks } = await readBytes(`<html><body><table>${rows.join('')}</table></body></html>`, 'a.html');
    expect(outline(blocks)).toEqual([
      'Цены на сборку',
      '! Товар | Цена',
      '| Шкаф | 500 ₽',
      '| Шкаф | 700 ₽',
      '| Шкаф | 900 ₽',
    ]);
  });

  it('in a sheet that goes far to the right, without what is hidden there', async () => {
    const line = (at: number, [name, cost, price]: [string, string, string]) =>
      row(at, cell(`B${at}`, name) + cell(`ZZ${at}`, cost) + cell(`AAA${at}`, price));
    const data =
      line(2, ['Товар', 'Закупка', 'Цена']) +
      line(3, ['Кран', '300', '500']) +
      row(4, cell('AAA4', '450')) +
      line(5, ['Люк', '700', '900']);
    const before = '<cols><col min="702" max="702" hidden="1"/></cols>';
    const after = '<mergeCells><mergeCell ref="B3:B4"/></mergeCells>';
    const { blocks } = await readBytes(makeXlsx([{ name: 'Лист1', rows: [], before, data, after }]), 'a.xlsx');
    expect(outline(blocks)).toEqual(['! Товар | Цена', '| Кран | 500', '| Кран | 450', '| Люк | 900']);
  });
});
