import { deflateSync } from 'node:zlib';
import { CFB, utils, write } from '@e965/xlsx';
import { describe, expect, it } from 'vitest';
import { makeDocx, paragraph } from '../testing/documents/make-docx.ts';
import { makePdf } from '../testing/documents/make-pdf.ts';
import { makeXlsx } from '../testing/documents/make-xlsx.ts';
import { makeZip } from '../testing/documents/make-zip.ts';
import { readBytes, readRefusal } from '../testing/documents/read-bytes.ts';
import { readingLimits } from './reading-limits.ts';

const docx = makeDocx(paragraph('Доставка по городу'));
const xlsx = makeXlsx([
  {
    name: 'Цены',
    rows: [
      ['Товар', 'Цена'],
      ['Кран', 500],
    ],
  },
]);
const pdf = makePdf([[{ text: 'Delivery takes two days.', x: 50, y: 50 }]]);

function oldBook(change: (stream: Buffer) => Buffer = (stream) => stream): Buffer {
  const book = utils.book_new();
  utils.book_append_sheet(
    book,
    utils.aoa_to_sheet([
      ['Товар', 'Цена'],
      ['Кран', 500],
    ]),
    'Цены',
  );
  const container = CFB.read(write(book, { type: 'buffer', bookType: 'biff8' }), { type: 'buffer' });
  const part = CFB.find(container, 'Workbook');
  part.content = change(Buffer.from(part.content));
  part.size = part.content.length;
  return Buffer.from(CFB.write(container, { type: 'buffer', fileType: 'cfb' }));
}

/** Behind the record that begins the book stands the one that says how it is locked. */
function lock(stream: Buffer): Buffer {
  const first = 4 + stream.readUInt16LE(2);
  const record = Buffer.from([0x2f, 0, 6, 0, 0, 0, 0x12, 0x34, 0x56, 0x78]);
  return Buffer.concat([stream.subarray(0, first), record, stream.subarray(first)]);
}

function compound(streamName: string): Buffer {
  const container = CFB.utils.cfb_new();
  CFB.utils.cfb_add(container, `/${streamName}`, Buffer.alloc(5000, 1));
  return Buffer.from(CFB.write(container, { type: 'buffer', fileType: 'cfb' }));
}

describe('a file is what its bytes say, and its name says the same', () => {
  const program = Buffer.concat([Buffer.from('MZ\u0090\u0000\u0003', 'latin1'), Buffer.alloc(500)]);
  it.each<[string, Buffer | string, string]>([
    ['a page named as a table', '<!doctype html><html><body><p>Доставка</p></body></html>', 'prices.csv'],
    ['a page named as a text', '\n <HTML><body>hello</body></html>', 'notes.txt'],
    ['a program named as a table', program, 'prices.xlsx'],
    ['a program named as a text', program, 'prices.txt'],
    ['a script of a shell', '#!/bin/sh\nrm -rf /', 'notes.txt'],
    ['a picture named as a text', Buffer.from('GIF89a/*\u0001\u0000*/=1;alert(1)', 'latin1'), 'notes.txt'],
    ['a drawing named as a page', '<svg xmlns="http://www.w3.org/2000/svg"><text>hello</text></svg>', 'page.html'],
    ['an archive with a document behind it', Buffer.concat([makeZip([{ name: 'a', content: 'b' }]), pdf]), 'price.pdf'],
    ['a document named as a table', docx, 'prices.xlsx'],
    ['a table named as a document', xlsx, 'prices.docx'],
    ['a document named as a PDF', docx, 'prices.pdf'],
    ['a PDF named as a document', pdf, 'prices.docx'],
    ['any archive named as a document', makeZip([{ name: 'readme.txt', content: 'hello' }]), 'prices.docx'],
    ['an old document named as an old table', compound('WordDocument'), 'prices.xls'],
    ['an old document named as a new one', compound('WordDocument'), 'prices.docx'],
    ['bytes named as a text', Buffer.from([1, 2, 3, 0, 5, 6]), 'notes.txt'],
    ['rich text named as a text', '{\\rtf1 hello}', 'notes.txt'],
    ['a name without an ending', 'Доставка', 'notes'],
    ['an ending that nobody reads', 'Доставка', 'notes.exe'],
    ['an ending that is turned round on the screen', 'Доставка', 'notes\u202Etxt.exe'],
    ['a table with macros by its name', xlsx, 'prices.xlsm'],
    [
      'a table with macros by its parts',
      makeXlsx([{ name: 'Цены', rows: [['Кран']] }], {
        mainType: 'application/vnd.ms-excel.sheet.macroEnabled.main+xml',
      }),
      'prices.xlsx',
    ],
    [
      'a document with macros by its parts',
      makeDocx(paragraph('hello'), { mainType: 'application/vnd.ms-word.document.macroEnabled.main+xml' }),
      'prices.docx',
    ],
  ])('refuses %s', async (_name, bytes, name) => {
    expect(await readRefusal(bytes, name)).toBe('wrong_type');
  });

  it.each([
    ['../../../etc/passwd.txt'],
    ['con.txt'],
    [`${'я'.repeat(300)}.TXT`],
    ['a"b\r\nc\u0000.txt'],
    ['C:\\temp\\notes.md'],
  ])('takes a text whatever else its name is: %j', async (name) => {
    expect(await readRefusal('Доставка по городу бесплатна.', name)).toBeUndefined();
  });
});

describe('what cannot be read is refused with its reason', () => {
  const encrypted = compound('EncryptedPackage');
  it.each<[string, Buffer | string, string, string]>([
    ['nothing', '', 'notes.txt', 'no_text'],
    ['spaces', ' \n\t \u00a0', 'notes.txt', 'no_text'],
    ['a document without a word', makeDocx('<w:p/>'), 'a.docx', 'no_text'],
    ['a table without a value', makeXlsx([{ name: 'Лист1', rows: [[], ['']] }]), 'a.xlsx', 'no_text'],
    ['a PDF without a word', makePdf([[]]), 'a.pdf', 'no_text'],
    ['a locked PDF', makePdf([[{ text: 'hello', x: 1, y: 1 }]], { encrypt: true }), 'a.pdf', 'password'],
    ['a locked document', encrypted, 'a.docx', 'password'],
    ['a locked table', encrypted, 'a.xlsx', 'password'],
    ['a locked old table', oldBook(lock), 'a.xls', 'password'],
    ['a PDF cut off at its head', pdf.subarray(0, 60), 'a.pdf', 'damaged'],
    ['a document cut off', docx.subarray(0, docx.length - 200), 'a.docx', 'damaged'],
    ['a document whose XML is cut off', makeDocx('<w:p><w:r>'), 'a.docx', 'damaged'],
    ['a PDF whose tree of pages has no end', makePdf([[], []], { kids: '2 0 R 2 0 R' }), 'a.pdf', 'damaged'],
    ['a byte too many', Buffer.alloc(readingLimits.fileBytes + 1, 'a '), 'a.txt', 'too_large'],
  ])('%s', async (_name, bytes, name, reason) => {
    expect(await readRefusal(bytes, name)).toBe(reason);
  });

  it('an old table without a lock is read', async () => {
    const { blocks } = await readBytes(oldBook(), 'prices.xls');
    expect(blocks.at(-1)).toMatchObject({ kind: 'table', header: ['Товар', 'Цена'], rows: [['Кран', '500']] });
  });
});

describe('archives made to harm', () => {
  const megabyte = 1024 * 1024;
  const zeros = (megabytes: number) => Buffer.alloc(megabytes * megabyte);

  it.each<[string, Buffer, string]>([
    [
      'a part of more than is taken',
      makeDocx('', { more: [{ name: 'word/media/a.bin', content: zeros(101) }] }),
      'too_large',
    ],
    [
      'parts that are small, and many',
      makeDocx('', { more: Array.from({ length: 1000 }, (_, at) => ({ name: `word/${at}.xml`, content: '' })) }),
      'too_large',
    ],
    [
      'a part that says it is small',
      makeZip([
        { name: '[Content_Types].xml', content: zeros(20), claims: 100 },
        { name: 'word/document.xml', content: 'a' },
      ]),
      'damaged',
    ],
    ['a part that leads out of the folder', makeDocx('', { more: [{ name: '../../x', content: 'a' }] }), 'damaged'],
    ['a part at the root of the disk', makeDocx('', { more: [{ name: 'C:/x', content: 'a' }] }), 'damaged'],
    ['a locked part', makeZip([{ name: '[Content_Types].xml', content: 'a', isEncrypted: true }]), 'password'],
  ])('refuses %s', async (_name, bytes, reason) => {
    expect(await readRefusal(bytes, 'a.docx')).toBe(reason);
  });

  it('takes no notice of an archive within, nor of what it is named', async () => {
    const inner = makeZip([{ name: 'x', content: zeros(50) }]);
    const { blocks } = await readBytes(
      makeDocx(paragraph('Доставка'), { more: [{ name: 'word/embeddings/con.zip', content: inner }] }),
      'a.docx',
    );
    expect(blocks).toHaveLength(1);
  });

  const bomb = `<!DOCTYPE lolz [<!ENTITY a "lol"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;">]>`;
  const outside = '<!DOCTYPE a [<!ENTITY x SYSTEM "file:///etc/passwd">]>';
  const remote = '<!DOCTYPE a SYSTEM "http://127.0.0.1:1/a.dtd">';
  it.each([
    ['entities that grow', bomb],
    ['a file of the server', outside],
    ['an address', remote],
  ])('refuses a document type with %s', async (_name, prolog) => {
    expect(await readRefusal(makeDocx(paragraph('&x;'), { prolog }), 'a.docx')).toBe('damaged');
    expect(await readRefusal(makeXlsx([{ name: 'a', rows: [['b']] }], { prolog }), 'a.xlsx')).toBe('damaged');
  });

  it('finds a document type in UTF-16 too', async () => {
    const content = Buffer.from(`\ufeff${bomb}<a/>`, 'utf16le');
    const strings = { name: 'xl/sharedStrings.xml', content };
    expect(await readRefusal(makeXlsx([{ name: 'a', rows: [['b']] }], { more: [strings] }), 'a.xlsx')).toBe('damaged');
    const styles = makeDocx(paragraph('a'), { more: [{ name: 'word/footnotes.xml', content }] });
    expect(await readRefusal(styles, 'a.docx')).toBe('damaged');
  });

  it('risk: millions of short paragraphs pack into a small file, and take all the memory of their process', async () => {
    const body = paragraph('a').repeat(readingLimits.paragraphs + 1);
    expect(await readRefusal(makeDocx(body), 'a.docx')).toBe('too_large');
    expect(await readRefusal(makeDocx('<w:p/>'.repeat(readingLimits.paragraphs + 1)), 'a.docx')).toBe('too_large');
  });

  it('refuses elements within each other without end', async () => {
    expect(await readRefusal(makeDocx('<w:sdt>'.repeat(400) + '</w:sdt>'.repeat(400)), 'a.docx')).toBe('damaged');
  });
});

describe('tables made to harm', () => {
  it('refuses more rows than are taken, and more columns', async () => {
    const many = Array.from({ length: readingLimits.rows + 2 }, (_, at) => `${at};1\n`).join('');
    expect(await readRefusal(many, 'a.csv')).toBe('too_large');
    expect(await readRefusal(`${'1;'.repeat(16_384)}\n`, 'a.csv')).toBe('too_large');
    const rows = Array.from({ length: readingLimits.rows + 1 }, (_, at) => [at]);
    expect(await readRefusal(makeXlsx([{ name: 'Лист1', rows }]), 'a.xlsx')).toBe('too_large');
    const wide = makeXlsx([{ name: 'Лист1', rows: [Array.from({ length: 1000 }, (_, at) => at)] }]);
    expect(await readRefusal(wide, 'a.xlsx')).toBe('too_large');
  });

  it.each<[string, string]>([
    ['rows', '<row><c><v>1</v></c></row>'.repeat(1_048_576)],
    ['rows of another prefix', '<x:row><x:c><x:v>1</x:v></x:c></x:row>'.repeat(readingLimits.builtRows + 1)],
    ['cells of one row', `<row>${'<c r="A1"></c>'.repeat(readingLimits.builtCells + 1)}</row>`],
  ])('risk: a workbook of some kilobytes inflates to more %s than memory holds', async (_name, data) => {
    expect(await readRefusal(makeXlsx([{ name: 'Лист1', rows: [], data }]), 'a.xlsx')).toBe('too_large');
    const hidden = makeXlsx([
      { name: 'Лист1', rows: [['Кран', 'Цена']] },
      { name: 'Лист2', rows: [], data, isHidden: true },
    ]);
    expect(await readRefusal(hidden, 'a.xlsx')).toBe('too_large');
  });

  it('risk: an old workbook holds more cells than memory does', async () => {
    const inOneRow = 200;
    const figures = Buffer.alloc(4 + 6 + 6 * inOneRow);
    figures.writeUInt16LE(0xbd, 0);
    figures.writeUInt16LE(6 + 6 * inOneRow, 2);
    figures.writeUInt16LE(inOneRow - 1, figures.length - 2);
    const many = Array.from({ length: readingLimits.builtOldCells / inOneRow + 1 }, (_, at) => {
      const record = Buffer.from(figures);
      record.writeUInt16LE(at + 2, 4);
      return record;
    });
    const end = Buffer.from([0x0a, 0, 0, 0]);
    const fill = (stream: Buffer) => Buffer.concat([stream.subarray(0, stream.lastIndexOf(end)), ...many, end]);
    expect(await readRefusal(oldBook(fill), 'a.xls')).toBe('too_large');
  });

  it('a small table in a sheet that is painted far beyond it is read', async () => {
    const painted = Array.from({ length: 26 }, (_, at) => `<c r="${String.fromCharCode(65 + at)}1" s="1"/>`).join('');
    const data = `<row r="9" ht="15">${painted}</row>`.repeat(readingLimits.builtCells / 25);
    const rows = [
      ['Товар', 'Цена'],
      ['Кран', 500],
    ];
    const { blocks } = await readBytes(makeXlsx([{ name: 'Лист1', rows, data }]), 'a.xlsx');
    expect(blocks).toMatchObject([{ kind: 'table', rows: [['Кран', '500']] }]);
  });

  it('risk: millions of lines without a value keep the process of documents busy', async () => {
    expect(await readRefusal(`a;b\n${'\n'.repeat(readingLimits.textRows + 1)}c;d`, 'a.csv')).toBe('too_large');
  });

  it('reads a small table that says it is the largest', async () => {
    const { blocks } = await readBytes(
      makeXlsx([
        {
          name: 'Лист1',
          before: '<dimension ref="A1:XFD1048576"/>',
          rows: [
            ['Товар', 'Цена'],
            ['Кран', 500],
          ],
        },
      ]),
      'a.xlsx',
    );
    expect(blocks).toMatchObject([{ kind: 'table', rows: [['Кран', '500']] }]);
  });

  it('takes values, never formulas', async () => {
    const formula = { xml: 't="str"><f>HYPERLINK("http://127.0.0.1:1","x")</f><v>500 ₽</v></c>' };
    const { blocks } = await readBytes(
      makeXlsx([
        {
          name: 'Лист1',
          rows: [
            ['Товар', 'Цена'],
            ['Кран', formula],
          ],
        },
      ]),
      'a.xlsx',
    );
    expect(blocks).toMatchObject([{ rows: [['Кран', '500 ₽']] }]);
    const csv = await readBytes("Товар;Цена\n=cmd|' /C calc'!A0;500", 'a.csv');
    expect(csv.blocks).toMatchObject([{ rows: [["=cmd|' /C calc'!A0", '500']] }]);
  });
});

it('a PDF with a script is its text alone', async () => {
  const scripted = makePdf([[{ text: 'Delivery takes two days.', x: 50, y: 50 }]], { script: 'app.alert\\(1\\)' });
  expect((await readBytes(scripted, 'a.pdf')).blocks).toMatchObject([{ text: 'Delivery takes two days.' }]);
});

it('a PDF with a stream that grows without end is refused or read, and nothing of it is kept', async () => {
  const packed = deflateSync(Buffer.alloc(30 * 1024 * 1024));
  const text = `4 0 obj\n<< /Length ${packed.length} /Filter /FlateDecode >>\nstream\n${packed.toString('latin1')}\nendstream\nendobj\n`;
  const file = `%PDF-1.4\n1 0 obj\n<< /Type /Catalog /Pages 2 0 R >>\nendobj\n2 0 obj\n<< /Type /Pages /Kids [3 0 R] /Count 1 >>\nendobj\n3 0 obj\n<< /Type /Page /Parent 2 0 R /Contents 4 0 R >>\nendobj\n${text}trailer\n<< /Root 1 0 R >>\n`;
  expect(['no_text', 'damaged']).toContain(await readRefusal(Buffer.from(file, 'latin1'), 'a.pdf'));
});
