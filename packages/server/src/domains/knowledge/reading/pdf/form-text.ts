/** What is used of a drawn page: its steps, and what each is given. */
type Drawing = { fnArray: number[]; argsArray: unknown[] };
type Codes = { showText: number; beginAnnotation: number; endAnnotation: number };
export type Annotation = { subtype?: string; hidden?: boolean; hasAppearance?: boolean };

/** Fields and notes that are shown on the page, with words of their own. */
export function hasShownText(annotations: Annotation[]): boolean {
  return annotations.some(
    ({ subtype, hidden, hasAppearance }) =>
      hasAppearance === true && hidden !== true && (subtype === 'Widget' || subtype === 'FreeText'),
  );
}

/** The words of fields, buttons and notes as they are drawn: they are no part of the text of the page. */
export function readDrawnFields({ fnArray, argsArray }: Drawing, codes: Codes): string[] {
  const texts: string[] = [];
  let open: string | undefined;
  for (const [at, code] of fnArray.entries()) {
    if (code === codes.beginAnnotation) open = '';
    else if (code === codes.showText && open !== undefined) open += signsOf(argsArray[at]);
    else if (code === codes.endAnnotation) {
      if (open !== undefined && open.trim() !== '') texts.push(open.trim());
      open = undefined;
    }
  }
  return texts;
}

function signsOf(args: unknown): string {
  const [glyphs]: unknown[] = Array.isArray(args) ? args : [];
  if (!Array.isArray(glyphs)) return '';
  return glyphs.map(signOf).join('');
}

function signOf(glyph: unknown): string {
  if (typeof glyph !== 'object' || glyph === null || !('unicode' in glyph)) return '';
  return typeof glyph.unicode === 'string' ? glyph.unicode : '';
}
