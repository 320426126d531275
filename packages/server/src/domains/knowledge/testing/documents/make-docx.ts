import { makeZip, type ZipPart } from './make-zip.ts';

const WORD = 'http://schemas.openxmlformats.org/wordprocessingml/2006/main';
const MAIN_TYPE = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml';

type Docx = { styles?: string; footnotes?: string; more?: ZipPart[]; mainType?: string; prolog?: string };

/** A document of the given body. `prolog`: what stands before its root. */
export function makeDocx(
  body: string,
  { styles = '', footnotes, more = [], mainType = MAIN_TYPE, prolog = '' }: Docx = {},
) {
  const types = `<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Override PartName="/word/document.xml" ContentType="${mainType}"/></Types>`;
  const namespaces = `xmlns:w="${WORD}" xmlns:mc="http://schemas.openxmlformats.org/markup-compatibility/2006" xmlns:wps="http://schemas.microsoft.com/office/word/2010/wordprocessingShape"`;
  const parts: ZipPart[] = [
    { name: '[Content_Types].xml', content: types },
    { name: 'word/document.xml', content: `${prolog}<w:document ${namespaces}><w:body>${body}</w:body></w:document>` },
    { name: 'word/styles.xml', content: `<w:styles ${namespaces}>${styles}</w:styles>` },
  ];
  if (footnotes !== undefined)
    parts.push({ name: 'word/footnotes.xml', content: `<w:footnotes ${namespaces}>${footnotes}</w:footnotes>` });
  return makeZip([...parts, ...more]);
}

/** A paragraph; `properties` of it, of a run in it, or a whole run in place of the text. */
export function paragraph(text: string, { properties = '', run = '', inside = '' } = {}): string {
  return `<w:p><w:pPr>${properties}</w:pPr><w:r><w:rPr>${run}</w:rPr><w:t xml:space="preserve">${text}</w:t></w:r>${inside}</w:p>`;
}

export function table(rows: string[][], { rowProperties = '' } = {}): string {
  const cell = (text: string) => `<w:tc>${paragraph(text)}</w:tc>`;
  const lines = rows.map((row) => `<w:tr><w:trPr>${rowProperties}</w:trPr>${row.map(cell).join('')}</w:tr>`);
  return `<w:tbl>${lines.join('')}</w:tbl>`;
}
