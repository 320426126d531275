import sharp, { type Sharp } from 'sharp';
import type { ImageHead } from './image-head.ts';

/** What the job gets: what the head said, how many pixels it may have, and the longest edge of what is stored, if it is smaller. */
export type ImageTask = Pick<ImageHead, 'type' | 'width' | 'height' | 'frames'> & {
  maxPixels: number;
  edge: number | undefined;
  /** Too large to be turned: that needs all of it in memory. The orientation is written into the new file instead. */
  keepsOrientation: boolean;
};

/** A picture that is safe to show: decoded and written again, without what the camera wrote of place and person. */
export type ProcessedImage = { bytes: Uint8Array; contentType: ImageHead['type']; width: number; height: number };

const formats = {
  'image/jpeg': 'jpeg',
  'image/png': 'png',
  'image/gif': 'gif',
  'image/webp': 'webp',
} as const;
/**
 * Writing these formats takes several copies of a picture in memory: a larger one is stored as JPEG. Measured in a
 * process of 155 MB: a GIF of 1 million pixels takes 128 MB, of 2 million 157; a WebP of 2 million 129 to 140, of 4 million 155.
 */
const MAX_COPIED_PIXELS: Partial<Record<ImageHead['type'], number>> = {
  'image/gif': 1_000_000,
  'image/webp': 2_100_000,
};
/** So large a WebP takes half the memory at half of its size: 6 million pixels take 147 MB as they are, 12 million 194. */
const MAX_WHOLE_WEBP_PIXELS = 5_500_000;
/** Orientations of EXIF from here on swap width and height. */
const FIRST_ON_ITS_SIDE = 5;
const WHITE = '#ffffff';

sharp.concurrency(1);
sharp.cache(false);

/** Runs in the confined process: decodes within the bounds, turns by EXIF or says how to, and encodes again. Throws what the decoder says. */
export async function run(bytes: Buffer, task: ImageTask): Promise<ProcessedImage> {
  const source = sharp(bytes, { limitInputPixels: task.maxPixels, pages: task.frames, failOn: 'error' });
  const { orientation = 1 } = await source.metadata();
  const isTurned = task.frames === 1 && orientation > 1;
  const contentType = chooseType(task);
  const image = shrink(isTurned && !task.keepsOrientation ? source.autoOrient() : source, task);
  const oriented =
    isTurned && task.keepsOrientation ? image.withExif({ IFD0: { Orientation: `${orientation}` } }) : image;
  const { data, info } = await encode(oriented, contentType).toBuffer({ resolveWithObject: true });
  const shown = { width: info.width, height: info.pageHeight ?? info.height };
  const isOnItsSide = isTurned && task.keepsOrientation && orientation >= FIRST_ON_ITS_SIDE;
  return {
    bytes: data,
    contentType,
    ...(isOnItsSide ? { width: shown.height, height: shown.width } : shown),
  };
}

function chooseType({ type, frames, width, height }: ImageTask): ImageHead['type'] {
  const max = MAX_COPIED_PIXELS[type];
  return max !== undefined && frames === 1 && width * height > max ? 'image/jpeg' : type;
}

/** The decoders of JPEG and WebP give a part of the size for a fraction of the memory. */
function shrink(image: Sharp, { edge, type, frames, width, height }: ImageTask): Sharp {
  if (edge !== undefined) return image.resize({ width: edge, height: edge, fit: 'inside' });
  const isHalved = type === 'image/webp' && frames === 1 && width * height > MAX_WHOLE_WEBP_PIXELS;
  return isHalved ? image.resize({ width: Math.ceil(width / 2) }) : image;
}

function encode(image: Sharp, contentType: ImageHead['type']): Sharp {
  const format = formats[contentType];
  // The best tables of a JPEG need all of it in memory.
  if (format === 'jpeg')
    return image.flatten({ background: WHITE }).toFormat(format, { quality: 85, optimiseCoding: false });
  return image.toFormat(format, format === 'webp' ? { quality: 85 } : {});
}
