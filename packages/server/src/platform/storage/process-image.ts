import { limits } from '@otvet/contract';
import { fileTypeFromBuffer } from 'file-type';
import { AppError } from '../errors/app-error.ts';

/** A picture that is safe to show: decoded and written again, without the metadata of the camera. */
export type ProcessedImage = { bytes: Buffer; contentType: string; extension: string; width: number; height: number };

const formats = {
  'image/jpeg': 'jpeg',
  'image/png': 'png',
  'image/gif': 'gif',
  'image/webp': 'webp',
} as const;
type ImageType = keyof typeof formats;

const MAX_FRAMES = 100;
const MAX_SECONDS = 15;

/** Reads the type by content, checks the pixels before decoding, turns by EXIF and encodes again. Throws `files.*`. */
export async function processImage(bytes: Buffer): Promise<ProcessedImage> {
  const found = await fileTypeFromBuffer(bytes);
  if (!isImageType(found?.mime)) throw new AppError('files.wrong_type');
  const format = formats[found.mime];
  const { default: sharp } = await import('sharp');
  try {
    const frames = await countFrames({ bytes, sharp });
    const image = sharp(bytes, { limitInputPixels: limits.imagePixels, pages: frames, failOn: 'error' });
    const turned = frames > 1 ? image : image.rotate();
    const { data, info } = await turned
      .timeout({ seconds: MAX_SECONDS })
      .toFormat(format, format === 'jpeg' || format === 'webp' ? { quality: 85 } : {})
      .toBuffer({ resolveWithObject: true });
    const height = info.pageHeight ?? info.height;
    return { bytes: data, contentType: found.mime, extension: extensionOf(format), width: info.width, height };
  } catch (error) {
    if (error instanceof AppError) throw error;
    // Damaged, cut, too slow: whatever the decoder says, the picture is what is wrong.
    throw new AppError('files.wrong_type', { details: { file: 'damaged' }, cause: error });
  }
}

type Sharp = typeof import('sharp')['default'];

/** Frames to keep: all within the limits of pixels and count, else the first alone. */
async function countFrames({ bytes, sharp }: { bytes: Buffer; sharp: Sharp }): Promise<number> {
  // Only the head of the file is read here; nothing is decoded.
  const { width, height, pages = 1 } = await sharp(bytes, { limitInputPixels: false }).metadata();
  const pixels = width * height;
  if (pixels === 0) throw new AppError('files.wrong_type', { details: { file: 'damaged' } });
  if (pixels > limits.imagePixels) throw new AppError('files.too_large', { details: { file: 'pixels' } });
  const frames = Math.min(pages, MAX_FRAMES);
  return pixels * frames > limits.imagePixels ? 1 : frames;
}

function isImageType(type: string | undefined): type is ImageType {
  return type !== undefined && Object.hasOwn(formats, type);
}

function extensionOf(format: (typeof formats)[ImageType]): string {
  return format === 'jpeg' ? 'jpg' : format;
}
