import { limits } from '@otvet/contract';
import { AppError } from '../errors/app-error.ts';
import type { ImageHead } from './image-head.ts';
import type { ImageTask } from './process-image.ts';

/** What to do with a picture, and the pixels that it costs. */
export type DecodingPlan = { task: ImageTask; pixels: number };

/** How many pixels may be decoded whole, and of how many a JPEG is turned in memory; the longest edge of what is made smaller. */
export type DecodingBounds = { maxPixels: number; maxTurned: number; maxEdge: number };

/** Of a picture that is made smaller. */
const MAX_SHRUNK_PIXELS = 17_000_000;

/**
 * Whole within the bound; a JPEG of a camera beyond it is decoded at a part of its size. Throws `files.too_many_pixels`,
 * or `files.too_complex` when another way of saving the same picture would do.
 */
export function planDecoding(head: ImageHead, { maxPixels, maxTurned, maxEdge }: DecodingBounds): DecodingPlan {
  const { type, width, height, weight, frames } = head;
  const size = width * height;
  const pixels = size * weight;
  if (pixels <= maxPixels) {
    // All frames within the bound, else the first alone.
    const kept = pixels * frames > maxPixels ? 1 : frames;
    const keepsOrientation = type === 'image/jpeg' && size > maxTurned;
    return {
      task: { type, width, height, frames: kept, maxPixels, edge: undefined, keepsOrientation },
      pixels: size * kept,
    };
  }
  if (type !== 'image/jpeg' || size > limits.shrunkImagePixels) throw new AppError('files.too_many_pixels');
  if (!head.canShrink) throw new AppError('files.too_complex');
  const scale = [1, 2, 4].find((part) => size / part ** 2 <= MAX_SHRUNK_PIXELS) ?? 8;
  // Not more than the scaled size: the decoder scales by itself only as far as what is asked for allows.
  const edge = Math.min(maxEdge, Math.floor(Math.max(width, height) / scale));
  return {
    task: { type, width, height, frames: 1, maxPixels: size, edge, keepsOrientation: size / scale ** 2 > maxTurned },
    pixels: size / scale ** 2,
  };
}
