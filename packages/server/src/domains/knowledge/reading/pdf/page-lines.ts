import type { Piece } from './page-pieces.ts';

export type LineCell = { text: string; x: number; right: number };
/** What stands on one height, parts with a wide gap between them apart. */
export type Line = { cells: LineCell[]; x: number; right: number; y: number; size: number; font: string };

/** Parts of the size of the letters. */
const SAME_HEIGHT = 0.45;
const RAISED_HEIGHT = 0.7;
const BACKWARDS = 0.6;
const SPACE = 0.15;
/** A cell's own margins; words of a line that is stretched to both edges stand closer. */
const CELL_GAP = 1;
const SMALLER = 0.85;

type OpenLine = Line & { signsOfFont: Map<string, number>; hasSpace: boolean };

/** Lines in the order of the file, which is the order of reading wherever a program wrote it. */
export function joinPieces(pieces: Piece[]): Line[] {
  const lines: OpenLine[] = [];
  for (const piece of pieces) {
    const line = lines.at(-1);
    if (piece.text.trim() === '') {
      if (line !== undefined) line.hasSpace = true;
    } else if (line !== undefined && isOnLine(piece, line)) addPiece(line, piece);
    else lines.push(beginLine(piece));
  }
  return lines.map(({ signsOfFont, hasSpace, ...line }) => ({ ...line, font: mostUsed(signsOfFont) }));
}

function beginLine({ text, x, right, y, size, font }: Piece): OpenLine {
  const signsOfFont = new Map([[font, text.length]]);
  return {
    cells: [{ text: fold(text), x, right }],
    x,
    right,
    y,
    size,
    font,
    signsOfFont,
    hasSpace: text.endsWith(' '),
  };
}

function isOnLine(piece: Piece, line: OpenLine): boolean {
  const size = Math.max(piece.size, line.size);
  const isRaised = Math.min(piece.size, line.size) < size * SMALLER;
  if (Math.abs(piece.y - line.y) > size * (isRaised ? RAISED_HEIGHT : SAME_HEIGHT)) return false;
  return piece.isRtl || piece.x >= line.right - size * BACKWARDS;
}

function addPiece(line: OpenLine, piece: Piece): void {
  const size = Math.max(piece.size, line.size);
  const last = line.cells.at(-1);
  const gap = piece.isRtl ? line.x - piece.right : piece.x - line.right;
  const text = fold(piece.text);
  if (last === undefined || (gap > size * CELL_GAP && !piece.isRtl))
    line.cells.push({ text, x: piece.x, right: piece.right });
  else {
    const isApart = line.hasSpace || gap > size * SPACE || piece.text.startsWith(' ');
    last.text += `${isApart ? ' ' : ''}${text}`;
    last.x = Math.min(last.x, piece.x);
    last.right = Math.max(last.right, piece.right);
  }
  // A raised figure belongs to the line and does not move it.
  if (piece.size > line.size) {
    line.size = piece.size;
    line.y = piece.y;
  }
  line.x = Math.min(line.x, piece.x);
  line.right = Math.max(line.right, piece.right);
  line.signsOfFont.set(piece.font, (line.signsOfFont.get(piece.font) ?? 0) + text.length);
  line.hasSpace = piece.text.endsWith(' ');
}

function fold(text: string): string {
  return text.replaceAll(/\s/g, ' ').split(' ').filter(Boolean).join(' ');
}

export function mostUsed<Key>(counts: Map<Key, number>): Key {
  const [first] = [...counts].toSorted(([, one], [, other]) => other - one);
  if (first === undefined) throw new Error('Nothing was counted');
  return first[0];
}

export function textOfLine({ cells }: Line): string {
  return cells.map(({ text }) => text).join(' ');
}
