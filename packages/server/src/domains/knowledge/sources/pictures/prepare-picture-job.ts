import sharp from 'sharp';
import { readImageHead } from '../../../../platform/storage/image-head.ts';
import { type CutPicture, cutPicture } from './cut-picture.ts';

export type PictureTask = { maxPixels: number; maxPartBytes: number };
export type PictureParts =
  | { kind: 'prepared'; parts: Uint8Array[]; direction: CutPicture['direction'] }
  | { kind: 'refused'; reason: 'wrong_type' | 'picture_large' };

const WHITE = '#ffffff';
/** Letters stay sharp at the first; a picture of noise needs the last. */
const QUALITIES = [88, 70, 45];

sharp.concurrency(1);
sharp.cache(false);

/**
 * Runs in the confined process: the first frame of a picture, upright, on white, without what the camera wrote of it, in parts
 * that a model can read. What it throws is the fault of the picture.
 */
export async function run(bytes: Buffer, { maxPixels, maxPartBytes }: PictureTask): Promise<PictureParts> {
  const head = readImageHead(bytes);
  if (head === undefined) return { kind: 'refused', reason: 'wrong_type' };
  if (head.width * head.height > maxPixels) return { kind: 'refused', reason: 'picture_large' };
  const source = sharp(bytes, { limitInputPixels: maxPixels, pages: 1, failOn: 'error' });
  const { autoOrient } = await source.metadata();
  const { parts, direction } = cutPicture(autoOrient);
  const encoded: Uint8Array[] = [];
  for (const { size, ...place } of parts) {
    const part = source
      .clone()
      .autoOrient()
      .extract(place)
      .resize({ ...size, fit: 'fill' })
      .flatten({ background: WHITE });
    let written: Uint8Array = new Uint8Array();
    for (const quality of QUALITIES) {
      written = await part.clone().jpeg({ quality }).toBuffer();
      if (written.length <= maxPartBytes) break;
    }
    if (written.length > maxPartBytes) return { kind: 'refused', reason: 'picture_large' };
    encoded.push(written);
  }
  return { kind: 'prepared', parts: encoded, direction };
}
