import sharp, { type Sharp } from 'sharp';
import type { ImageHead } from './image-head.ts';

/** What the job gets: what the head said, how many pixels it may have, and the longest edge of what is stored, if it is smaller. */
export type ImageTask = Pick<ImageHead, 'type' | 'width' | 'height' | 'frames'> & {
  maxPixels: number;
  edge: number | undefined;
};

/** A picture that is safe to show: decoded and written again, without the metadata of the camera. */
export type ProcessedImage = { bytes: Uint8Array; contentType: ImageHead['type']; width: number; height: number };

const formats = {
  'image/jpeg': 'jpeg',
  'image/png': 'png',
  'image/gif': 'gif',
  'image/webp': 'webp',
} as const;
/** Reading and writing these formats takes several copies of a picture in memory: a larger one is stored as JPEG. */
const MAX_COPIED_PIXELS = 4_000_000;
const MAX_SECONDS = 15;
const WHITE = '#ffffff';

sharp.concurrency(1);
sharp.cache(false);

/** Runs in the confined process: decodes within the bounds, turns by EXIF and encodes again. Throws what the decoder says. */
export async function run(bytes: Buffer, task: ImageTask): Promise<ProcessedImage> {
  const source = sharp(bytes, { limitInputPixels: task.maxPixels, pages: task.frames, failOn: 'error' });
  const { orientation = 1 } = await source.metadata();
  // Turning needs the whole picture in memory.
  const turned = task.frames === 1 && orientation > 1 ? source.autoOrient() : source;
  const contentType = chooseType(task);
  const { data, info } = await encode(shrink(turned, task), contentType)
    .timeout({ seconds: MAX_SECONDS })
    .toBuffer({ resolveWithObject: true });
  return { bytes: data, contentType, width: info.width, height: info.pageHeight ?? info.height };
}

function isCopied({ type, frames, width, height }: ImageTask): boolean {
  return (type === 'image/gif' || type === 'image/webp') && frames === 1 && width * height > MAX_COPIED_PIXELS;
}

function chooseType(task: ImageTask): ImageHead['type'] {
  return isCopied(task) ? 'image/jpeg' : task.type;
}

/** The decoders of JPEG and WebP give a part of the size for a fraction of the memory. */
function shrink(image: Sharp, task: ImageTask): Sharp {
  const { edge } = task;
  if (edge !== undefined) return image.resize({ width: edge, height: edge, fit: 'inside' });
  const isHalved = task.type === 'image/webp' && isCopied(task);
  return isHalved ? image.resize({ width: Math.ceil(task.width / 2) }) : image;
}

function encode(image: Sharp, contentType: ImageHead['type']): Sharp {
  const format = formats[contentType];
  // The best tables of a JPEG need all of it in memory.
  if (format === 'jpeg')
    return image.flatten({ background: WHITE }).toFormat(format, { quality: 85, optimiseCoding: false });
  return image.toFormat(format, format === 'webp' ? { quality: 85 } : {});
}
