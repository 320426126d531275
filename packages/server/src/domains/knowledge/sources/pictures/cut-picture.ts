type Size = { width: number; height: number };
export type PicturePart = Size & { left: number; top: number; size: Size };
export type CutPicture = { parts: PicturePart[]; direction: 'down' | 'right' };

/** Beyond this edge servers make a picture smaller themselves. */
const MAX_EDGE = 2048;
/** Longer than so many times its width, a picture that is made to fit loses its letters. */
const MAX_RATIO = 2;
/** Of one part, as many times its width; each repeats a little of the one before, so that no line is cut in two. */
const PART_RATIO = 1.5;
const OVERLAP = 0.08;
const MAX_PARTS = 6;

/** Which parts of a picture are shown to a model, and how large: all of it, or a long one (the screen of a phone) piece by piece. */
export function cutPicture({ width, height }: Size): CutPicture {
  const long = Math.max(width, height);
  const short = Math.min(width, height);
  const direction = height >= width ? 'down' : 'right';
  const isWhole = long <= MAX_EDGE || long <= short * MAX_RATIO;
  const count = isWhole ? 1 : Math.min(MAX_PARTS, Math.ceil(long / (short * PART_RATIO)));
  const step = Math.ceil(long / count);
  const overlap = count === 1 ? 0 : Math.round(step * OVERLAP);
  const parts = Array.from({ length: count }, (_, at) => {
    const from = Math.max(0, at * step - overlap);
    const length = Math.max(1, Math.min(long, (at + 1) * step) - from);
    return direction === 'down'
      ? place({ left: 0, top: from, width, height: length })
      : place({ left: from, top: 0, width: length, height });
  });
  return { parts, direction };
}

function place(part: Size & { left: number; top: number }): PicturePart {
  const scale = Math.min(1, MAX_EDGE / Math.max(part.width, part.height));
  const edge = (pixels: number) => Math.max(1, Math.round(pixels * scale));
  return { ...part, size: { width: edge(part.width), height: edge(part.height) } };
}
