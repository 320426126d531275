/** A text at a place: points from the left and from the top of an A4 page. `font`: 2 is another face. */
export type PdfText = { text: string; x: number; y: number; size?: number; font?: 1 | 2 };
type Pdf = { encrypt?: boolean; script?: string; kids?: string };

const HEIGHT = 842;
/** Of the size of the letters, for every letter. */
export const PDF_LETTER_WIDTH = 0.5;

/** A PDF whose letters are named by their Unicode numbers. `kids`: pages as the tree names them, where it lies. */
export function makePdf(pages: PdfText[][], { encrypt = false, script, kids }: Pdf = {}): Buffer {
  const first = 11;
  const numbers = pages.map((_, at) => first + at * 2);
  const tree = kids ?? numbers.map((number) => `${number} 0 R`).join(' ');
  const names = `begincmap /CMapName /U def 1 begincodespacerange <0000> <FFFF> endcodespacerange 1 beginbfrange <0000> <FFFF> <0000> endbfrange endcmap`;
  const fontOf = (name: string, face: number) =>
    `<< /Type /Font /Subtype /Type0 /BaseFont /${name} /Encoding /Identity-H /DescendantFonts [${face} 0 R] /ToUnicode 6 0 R >>`;
  const faceOf = (name: string, descriptor: number) =>
    `<< /Type /Font /Subtype /CIDFontType2 /BaseFont /${name} /CIDSystemInfo << /Registry (Adobe) /Ordering (Identity) /Supplement 0 >> /FontDescriptor ${descriptor} 0 R /DW ${PDF_LETTER_WIDTH * 1000} >>`;
  const descriptorOf = (name: string, width: number) =>
    `<< /Type /FontDescriptor /FontName /${name} /Flags 4 /FontBBox [0 -200 1000 900] /ItalicAngle 0 /Ascent 900 /Descent -200 /CapHeight 700 /StemV ${width} >>`;
  const objects = [
    `<< /Type /Catalog /Pages 2 0 R ${script === undefined ? '' : '/OpenAction 8 0 R'} >>`,
    `<< /Type /Pages /Kids [${tree}] /Count ${pages.length} >>`,
    fontOf('Plain', 5),
    fontOf('Bold', 9),
    faceOf('Plain', 7),
    stream(names),
    descriptorOf('Plain', 80),
    `<< /Type /Action /S /JavaScript /JS (${script ?? ''}) >>`,
    faceOf('Bold', 10),
    descriptorOf('Bold', 160),
    ...pages.flatMap((texts, at) => [
      `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 ${HEIGHT}] /Resources << /Font << /F1 3 0 R /F2 4 0 R >> >> /Contents ${first + at * 2 + 1} 0 R >>`,
      stream(texts.map(writeText).join('\n')),
    ]),
  ];
  return assemble(objects, encrypt);
}

function stream(content: string): string {
  return `<< /Length ${content.length} >>\nstream\n${content}\nendstream`;
}

function writeText({ text, x, y, size = 11, font = 1 }: PdfText): string {
  const codes = Array.from({ length: text.length }, (_, at) => text.charCodeAt(at).toString(16).padStart(4, '0'));
  return `BT /F${font} ${size} Tf 1 0 0 1 ${x} ${HEIGHT - y} Tm <${codes.join('')}> Tj ET`;
}

function assemble(objects: string[], encrypt: boolean): Buffer {
  let file = '%PDF-1.7\n';
  const places = objects.map((object, at) => {
    const place = file.length;
    file += `${at + 1} 0 obj\n${object}\nendobj\n`;
    return place;
  });
  const start = file.length;
  const rows = places.map((place) => `${String(place).padStart(10, '0')} 00000 n \n`);
  // Of no password that anybody knows.
  const locked = `/Encrypt << /Filter /Standard /V 2 /R 3 /Length 128 /P -44 /O <${'ab'.repeat(32)}> /U <${'cd'.repeat(32)}> >> /ID [<${'01'.repeat(16)}> <${'01'.repeat(16)}>]`;
  file += `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${rows.join('')}trailer\n<< /Size ${objects.length + 1} /Root 1 0 R ${encrypt ? locked : ''} >>\nstartxref\n${start}\n%%EOF\n`;
  return Buffer.from(file, 'latin1');
}
