/** A text as the file places it, in a frame whose lines run from left to right and from top to bottom. */
export type Piece = { text: string; x: number; right: number; y: number; size: number; font: string; isRtl: boolean };

/** What the library gives of a text; marks of structure have no `str`. */
export type PdfItem = {
  str?: string;
  dir?: string;
  width?: number;
  transform?: number[];
  fontName?: string;
  hasEOL?: boolean;
};

/** Letters that fonts join, and forms that Arabic letters have within a word: stored for looks, unlike what people type. */
const JOINED = /[\uFB00-\uFDFF\uFE70-\uFEFC\u017F]/g;
const SPACES_AND_BULLETS = /[\s\uF0A7\uF0B7]/g;
/** The second sign of a font without names is often its space. */
const SPACE_OF_A_FONT = '\u0002';
const MAX_UNKNOWN_SHARE = 0.3;
const RIGHT_ANGLE = Math.PI / 2;

/**
 * Pieces of a page in the order of the file, each turn of the text by itself, the usual one first. `view`: what turns the
 * page as people see it. Spaces that the file writes apart are pieces too.
 */
export function placePieces(items: PdfItem[], view: number[]): { turns: Piece[][]; unreadShare: number } {
  const turns = new Map<number, Piece[]>();
  let unread = 0;
  let all = 0;
  for (const item of items) {
    const length = item.str?.trim().length ?? 0;
    all += length;
    if (isUnreadable(item.str ?? '')) unread += length;
    const placed = isUnreadable(item.str ?? '') ? undefined : placeItem(item, view);
    if (placed === undefined) continue;
    const pieces = turns.get(placed.turn) ?? [];
    pieces.push(placed.piece);
    turns.set(placed.turn, pieces);
  }
  const sorted = [...turns.values()].toSorted((one, other) => countSigns(other) - countSigns(one));
  return { turns: sorted, unreadShare: all === 0 ? 0 : unread / all };
}

function countSigns(pieces: Piece[]): number {
  return pieces.reduce((sum, { text }) => sum + text.length, 0);
}

function placeItem(item: PdfItem, view: number[]): { turn: number; piece: Piece } | undefined {
  const { str, width = 0, transform, fontName = '', dir } = item;
  if (str === undefined || str === '' || transform === undefined) return undefined;
  const [a = 1, b = 0, c = 0, d = 1, e = 0, f = 0] = multiply(view, transform);
  const turn = Math.round(Math.atan2(b, a) / RIGHT_ANGLE);
  const [cos, sin] = [Math.cos(turn * RIGHT_ANGLE), Math.sin(turn * RIGHT_ANGLE)];
  const x = e * cos + f * sin;
  const y = f * cos - e * sin;
  const size = Math.hypot(c, d);
  if (![x, y, size, width].every(Number.isFinite) || size === 0) return undefined;
  const text = cleanSigns(str);
  const isRtl = dir === 'rtl';
  return { turn: turn === -2 ? 2 : turn, piece: { text, x, right: x + width, y, size, font: fontName, isRtl } };
}

/** A font that does not say which letters its signs are: what comes out are numbers of signs. */
function isUnreadable(text: string): boolean {
  const signs = text.replaceAll(SPACE_OF_A_FONT, '').replaceAll(SPACES_AND_BULLETS, '');
  const unknown = signs.replaceAll(/[^\p{Cc}\p{Co}\uFFFD]/gu, '');
  return unknown.length > signs.length * MAX_UNKNOWN_SHARE;
}

/** Bullets of a font of signs are bullets, and what a font has in place of a space is one. */
function cleanSigns(text: string): string {
  return text
    .replaceAll(JOINED, (sign) => sign.normalize('NFKC'))
    .replaceAll(/[\uF0A7\uF0B7]/g, '•')
    .replaceAll(/\p{Cc}/gu, ' ')
    .replaceAll(/\p{Co}/gu, '');
}

function multiply(one: number[], other: number[]): number[] {
  const [a = 1, b = 0, c = 0, d = 1, e = 0, f = 0] = one;
  const [g = 1, h = 0, i = 0, j = 1, k = 0, l = 0] = other;
  return [a * g + c * h, b * g + d * h, a * i + c * j, b * i + d * j, a * k + c * l + e, b * k + d * l + f];
}
