export type Box = { left: number; right: number; top: number; bottom: number };

export type Place = {
  /** Where toasts stand from left to right, and how high they are together. */
  toasts: { left: number; right: number; height: number };
  viewportHeight: number;
  /** What they must not cover. */
  kept: readonly Box[];
};

const EDGE = 16;
const GAP = 8;

/** How far above the lower edge toasts stand so that they cover nothing that is kept; where there is no such place, as little as can be. */
export function findFreeBottom({ toasts, viewportHeight, kept }: Place): number {
  const beside = kept.filter(({ left, right }) => left < toasts.right && right > toasts.left);
  const highest = viewportHeight - EDGE - toasts.height;
  const places = [EDGE, ...beside.map(({ top }) => viewportHeight - top + GAP), highest]
    .filter((bottom) => bottom >= EDGE && bottom <= highest)
    .sort((one, other) => one - other);
  const covered = (bottom: number) => {
    const top = viewportHeight - bottom - toasts.height;
    const heights = beside.map((box) => Math.min(box.bottom, viewportHeight - bottom) - Math.max(box.top, top));
    return heights.reduce((sum, height) => sum + Math.max(0, height), 0);
  };
  return places.reduce((best, bottom) => (covered(bottom) < covered(best) ? bottom : best), places[0] ?? EDGE);
}
