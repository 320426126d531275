import { expect, it } from 'vitest';
import { createTrimCells } from './trim-cells.ts';

async function* cut(text: string, size: number): AsyncGenerator<Buffer> {
  for (let at = 0; at < text.length; at += size) yield Buffer.from(text.slice(at, at + size));
}

const SHEET =
  '<row r="1"><c r="A1" s="1"/><c r="B1"><v>1</v></c><x:c s="2" r="C1"/></row><row r="2" hidden="1"/><row><c/><c t="s"/></row>';
const TRIMMED = '<row r="1"><c r="B1"><v>1</v></c></row><row r="2" hidden="1"/><row><c/><c t="s"/></row>';

it.each([1, 2, 3, 7, 1000])('leaves out cells that are only painted, however a sheet is cut: %s', async (size) => {
  expect(`${await createTrimCells()(cut(SHEET, size))}`).toBe(TRIMMED);
});

it('cells whose place is only counted stay, and letters of several bytes', async () => {
  const text = '<row><c/><c s="1"/><c t="inlineStr"><is><t>Кран <![CDATA[&]]></t></is></c></row>';
  expect(`${await createTrimCells()(cut(text, 1000))}`).toBe(text);
});
