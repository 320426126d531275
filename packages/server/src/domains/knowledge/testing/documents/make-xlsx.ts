import { makeZip, type ZipPart } from './make-zip.ts';

const MAIN_TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml';
const SPREADSHEET = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const RELATIONS = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';

const STYLES: ZipPart = {
  name: 'xl/styles.xml',
  content: `<styleSheet xmlns="${SPREADSHEET}"><cellXfs count="3"><xf numFmtId="0"/><xf numFmtId="14" applyNumberFormat="1"/><xf numFmtId="4" applyNumberFormat="1"/></cellXfs></styleSheet>`,
};

/** A cell: a text, a figure, or its XML as it stands after `r="A1"`. */
export type SheetCell = string | number | { xml: string };
/** `data`: rows as XML, behind the others. */
type Sheet = {
  name: string;
  rows: SheetCell[][];
  isHidden?: boolean;
  before?: string;
  data?: string;
  after?: string;
};
type Xlsx = { mainType?: string; prolog?: string; more?: ZipPart[]; hasStyles?: boolean };

/** A workbook; figures have the format of a date of the country in style 1. */
export function makeXlsx(
  sheets: Sheet[],
  { mainType = MAIN_TYPE, prolog = '', more = [], hasStyles = true }: Xlsx = {},
): Buffer {
  const names = sheets.map(
    ({ name, isHidden }, at) =>
      `<sheet name="${name}" sheetId="${at + 1}" ${isHidden === true ? 'state="hidden"' : ''} r:id="rId${at + 1}"/>`,
  );
  const relations = sheets.map(
    (_, at) => `<Relationship Id="rId${at + 1}" Type="${RELATIONS}/worksheet" Target="worksheets/sheet${at + 1}.xml"/>`,
  );
  return makeZip([
    { name: '[Content_Types].xml', content: typesOf(sheets.length, mainType) },
    {
      name: 'xl/workbook.xml',
      content: `<workbook xmlns="${SPREADSHEET}" xmlns:r="${RELATIONS}"><sheets>${names.join('')}</sheets></workbook>`,
    },
    {
      name: 'xl/_rels/workbook.xml.rels',
      content: `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${relations.join('')}</Relationships>`,
    },
    ...(hasStyles ? [STYLES] : []),
    ...sheets.map((sheet, at): ZipPart => {
      return { name: `xl/worksheets/sheet${at + 1}.xml`, content: `${prolog}${writeSheet(sheet)}` };
    }),
    ...more,
  ]);
}

function typesOf(sheets: number, mainType: string): string {
  const type = 'application/vnd.openxmlformats-officedocument.spreadsheetml';
  const parts = Array.from(
    { length: sheets },
    (_, at) => `<Override PartName="/xl/worksheets/sheet${at + 1}.xml" ContentType="${type}.worksheet+xml"/>`,
  );
  return `<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Override PartName="/xl/workbook.xml" ContentType="${mainType}"/><Override PartName="/xl/styles.xml" ContentType="${type}.styles+xml"/>${parts.join('')}</Types>`;
}

function writeSheet({ rows, before = '', data = '', after = '' }: Sheet): string {
  const lines = rows.map((row, at) => {
    const cells = row.map((cell, column) => writeCell(cell, `${columnName(column)}${at + 1}`));
    return `<row r="${at + 1}">${cells.join('')}</row>`;
  });
  return `<worksheet xmlns="${SPREADSHEET}">${before}<sheetData>${lines.join('')}${data}</sheetData>${after}</worksheet>`;
}

function writeCell(cell: SheetCell, place: string): string {
  if (typeof cell === 'number') return `<c r="${place}"><v>${cell}</v></c>`;
  if (typeof cell === 'object') return `<c r="${place}" ${cell.xml}`;
  const text = cell.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
  return cell === '' ? '' : `<c r="${place}" t="inlineStr"><is><t>${text}</t></is></c>`;
}

function columnName(column: number): string {
  const letter = String.fromCharCode(65 + (column % 26));
  return column < 26 ? letter : `${columnName(Math.floor(column / 26) - 1)}${letter}`;
}
