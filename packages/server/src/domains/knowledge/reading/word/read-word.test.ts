import { createServer } from 'node:http';
import { expect, it } from 'vitest';
import { makeDocx, paragraph, table } from '../../testing/documents/make-docx.ts';
import { outline, readBytes } from '../../testing/documents/read-bytes.ts';

const style = (id: string, name: string, more = '') =>
  `<w:style w:type="paragraph" w:styleId="${id}"><w:name w:val="${name}"/>${more}</w:style>`;
const styled = (id: string) => ({ properties: `<w:pStyle w:val="${id}"/>` });
const item = { properties: '<w:numPr><w:ilvl w:val="0"/><w:numId w:val="3"/></w:numPr>' };

async function read(body: string, parts: Parameters<typeof makeDocx>[1] = {}): Promise<string[]> {
  return outline((await readBytes(makeDocx(body, parts), 'a.docx')).blocks);
}

it('keeps headings by their styles, whatever the program calls them, lists and paragraphs', async () => {
  const styles = [
    style('1', 'heading 1'),
    style('a5', 'Раздел', '<w:basedOn w:val="1"/><w:pPr><w:outlineLvl w:val="1"/></w:pPr>'),
    style('a6', 'Мой раздел', '<w:basedOn w:val="a5"/>'),
  ].join('');
  const body = [
    paragraph('Доставка', styled('1')),
    paragraph('По городу', styled('a5')),
    paragraph('Возим каждый день:'),
    paragraph('утром', item),
    paragraph('вечером', item),
    paragraph('За город', styled('a6')),
    paragraph('Один раз в неделю.'),
  ].join('');
  expect(await read(body, { styles })).toEqual([
    '# Доставка',
    '## По городу',
    'Возим каждый день:',
    '- утром',
    '- вечером',
    '## За город',
    'Один раз в неделю.',
  ]);
});

it('takes a bold line for a heading where no style says so, but no bold word and no bold text', async () => {
  const bold = { run: '<w:b/>' };
  const body = [
    paragraph('Часы работы', bold),
    paragraph('Каждый день.', bold),
    paragraph('Звоните', { ...bold, inside: '<w:r><w:t> с девяти</w:t></w:r>' }),
    paragraph('Не жирно', { run: '<w:b w:val="0"/>' }),
  ].join('');
  expect(await read(body)).toEqual([`${'#'.repeat(9)} Часы работы`, 'Каждый день.', 'Звоните с девяти', 'Не жирно']);
});

it('risk: a bold line says something itself, and as a heading without text it would be lost', async () => {
  const bold = (text: string) => paragraph(text, { run: '<w:b/>' });
  const hash = '#'.repeat(9);
  // A fact, whatever stands below it.
  expect(await read(bold('Звоните: +7 900 123-45-67') + paragraph('Каждый день.'))).toEqual([
    'Звоните: +7 900 123-45-67',
    'Каждый день.',
  ]);
  expect(await read(bold('Доставка от 3000 ₽ бесплатно') + paragraph('По городу.'))).toEqual([
    'Доставка от 3000 ₽ бесплатно',
    'По городу.',
  ]);
  expect(await read(bold('Сборка 900 рублей') + paragraph('Сегодня.'))).toEqual(['Сборка 900 рублей', 'Сегодня.']);
  // Nothing stands below it.
  expect(await read(bold('Доставка') + paragraph('По городу.') + bold('Самовывоз есть'))).toEqual([
    `${hash} Доставка`,
    'По городу.',
    'Самовывоз есть',
  ]);
  // Bold text, line by line; a title above a heading is one.
  expect(await read(['Мы открыты', 'Ждём вас', 'Приходите'].map(bold).join('') + paragraph('Пока.'))).toEqual([
    'Мы открыты',
    'Ждём вас',
    'Приходите',
    'Пока.',
  ]);
  expect(await read(bold('Наш салон') + bold('Часы работы') + paragraph('С девяти.'))).toEqual([
    `${hash.slice(1)} Наш салон`,
    `${hash} Часы работы`,
    'С девяти.',
  ]);
});

it('keeps tables with the names of their columns, cells over rows and columns, and lists within cells', async () => {
  const merged = `<w:tbl>
    <w:tr><w:tc>${paragraph('Товар')}</w:tc><w:tc>${paragraph('Цена')}</w:tc></w:tr>
    <w:tr><w:tc><w:tcPr><w:vMerge w:val="restart"/></w:tcPr>${paragraph('Кран')}</w:tc><w:tc>${paragraph('500')}</w:tc></w:tr>
    <w:tr><w:tc><w:tcPr><w:vMerge/></w:tcPr><w:p/></w:tc><w:tc>${paragraph('опт', item)}${paragraph('450', item)}</w:tc></w:tr>
  </w:tbl>`;
  expect(await read(merged)).toEqual(['! Товар | Цена', '| Кран | 500', '| Кран | опт\n450']);
  const named = table([['Анна', 'Ольга']], { rowProperties: '<w:tblHeader/>' }).replace('</w:tbl>', '');
  const rows = table([['5', '6']]).replace('<w:tbl>', '');
  expect(await read(named + rows)).toEqual(['! Анна | Ольга', '| 5 | 6']);
});

it('reads a table of one column as the text that it frames', async () => {
  expect(await read(table([['Внимание'], ['Склад закрыт по воскресеньям.']]))).toEqual([
    'Внимание',
    'Склад закрыт по воскресеньям.',
  ]);
});

it('leaves out what was deleted, moved away or hidden, and keeps what was inserted', async () => {
  const body = `<w:p>
    <w:r><w:t xml:space="preserve">Цена </w:t></w:r>
    <w:del><w:r><w:delText>400</w:delText></w:r></w:del><w:ins><w:r><w:t>500</w:t></w:r></w:ins>
    <w:moveFrom><w:r><w:t>переехало</w:t></w:r></w:moveFrom>
    <w:r><w:rPr><w:vanish/></w:rPr><w:t>закупка 300</w:t></w:r>
    <w:r><w:instrText>PAGE</w:instrText></w:r><w:r><w:t xml:space="preserve"> рублей</w:t></w:r></w:p>`;
  expect(await read(body)).toEqual(['Цена 500 рублей']);
});

it('reads a text box once, a note under its paragraph, and content controls', async () => {
  const box = `<w:p><w:r><mc:AlternateContent><mc:Choice Requires="wps"><wps:txbx><w:txbxContent>${paragraph('В рамке')}</w:txbxContent></wps:txbx></mc:Choice><mc:Fallback><w:txbxContent>${paragraph('В рамке')}</w:txbxContent></mc:Fallback></mc:AlternateContent></w:r><w:r><w:t>Рядом</w:t></w:r></w:p>`;
  expect(await read(box)).toEqual(['В рамке', 'Рядом']);
  const noted = `<w:sdt><w:sdtContent>${paragraph('Гарантия год', { inside: '<w:r><w:footnoteReference w:id="2"/></w:r>' })}</w:sdtContent></w:sdt>`;
  const footnotes = `<w:footnote w:id="2">${paragraph('Кроме ламп.')}</w:footnote>`;
  expect(await read(noted, { footnotes })).toEqual(['Гарантия год', 'Кроме ламп.']);
});

it('asks no address that a document names', async () => {
  const asked: string[] = [];
  const server = createServer((request, response) => {
    asked.push(request.url ?? '');
    response.end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const url = `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}`;
  const relations = `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="r1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/image" Target="${url}/picture.png" TargetMode="External"/><Relationship Id="r2" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/attachedTemplate" Target="${url}/template.dotm" TargetMode="External"/></Relationships>`;
  await read(paragraph('Доставка'), { more: [{ name: 'word/_rels/document.xml.rels', content: relations }] });
  const page = `<html><head><link rel="stylesheet" href="${url}/a.css"><base href="${url}"></head><body><img src="${url}/b.png"><script src="${url}/c.js"></script><iframe src="${url}"></iframe><p>Доставка по городу</p></body></html>`;
  await readBytes(page, 'a.html');
  await readBytes(`![картинка](${url}/d.png)\n\nДоставка`, 'a.md');
  server.close();
  expect(asked).toEqual([]);
});
