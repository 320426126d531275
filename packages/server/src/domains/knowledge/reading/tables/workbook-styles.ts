/** Where the library is told that the styles of a workbook are. */
export const STYLES = 'xl/styles.xml';
const STYLES_TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml.styles+xml';
const PARTS = [
  { name: 'numFmts', begin: /<(?:\w+:)?numFmts\b[^<>]*>/, end: /<\/(?:\w+:)?numFmts>/ },
  { name: 'cellXfs', begin: /<(?:\w+:)?cellXfs\b[^<>]*>/, end: /<\/(?:\w+:)?cellXfs>/ },
];
const FILLS = '<fills count="1"><fill><patternFill patternType="none"/></fill></fills>';

/**
 * Of styles the formats of figures and dates alone. Colours are nothing to read, and the library throws and catches an error
 * for each cell whose colour it does not find, which takes a hundred times of the cell itself. It finds this one.
 */
export function formatsOf(styles: Buffer): Buffer {
  const text = styles.toString('latin1').replaceAll(/\bfillId\s*=/g, 'withoutFill=');
  const formats = PARTS.map((part) => findPart(text, part)).join('');
  const space = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
  return Buffer.from(`<styleSheet xmlns="${space}">${FILLS}${formats}</styleSheet>`, 'latin1');
}

/** The part that holds the others of its kind, without the prefix that some programs give to all names. */
function findPart(text: string, { name, begin, end }: (typeof PARTS)[number]): string {
  const found = begin.exec(text);
  if (found === null) return '';
  const rest = text.slice(found.index + found[0].length);
  const length = rest.search(end);
  return length === -1 ? '' : `<${name}>${rest.slice(0, length)}</${name}>`;
}

const OVERRIDE = /<(?:\w+:)?Override\b[^<>]*\bPartName\s*=\s*["']\/?([^"'<>]*)["'][^<>]*>/g;

/** A list of parts that names those that are handed over and our styles, and no other: the library looks for each of them. */
export function listParts(types: Buffer, isHandedOver: (part: string) => boolean): Buffer {
  const others = types
    .toString('latin1')
    .replaceAll(OVERRIDE, (override, part: string) =>
      part.toLowerCase() !== STYLES && isHandedOver(part) ? override : '',
    );
  const override = `<Override PartName="/${STYLES}" ContentType="${STYLES_TYPE}"/>`;
  return Buffer.from(
    others.replace(/<\/(?:\w+:)?Types>/, (end) => override + end),
    'latin1',
  );
}
