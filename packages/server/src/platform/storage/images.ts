import { limits } from '@otvet/contract';
import { z } from 'zod';
import { type Confined, type ConfinedBounds, type ConfinedJob, ConfinedJobError } from '../confined/index.ts';
import { AppError, isAppError } from '../errors/app-error.ts';
import { createRates } from '../rates/index.ts';
import type { Clock } from '../time/clock.ts';
import { type ImageHead, readImageHead } from './image-head.ts';
import { type DecodingBounds, type DecodingPlan, planDecoding } from './plan-decoding.ts';
import type { ImageTask, ProcessedImage } from './process-image.ts';
import { callerOf, type Uploader } from './uploader.ts';

export type Picture = { accountId: string; bytes: Buffer; by: Uploader };
export type SafeImage = { bytes: Buffer; contentType: string; extension: string; width: number; height: number };

const processImage: ConfinedJob<ImageTask, ProcessedImage> = {
  name: 'storage.process-image',
  module: new URL('./process-image.ts', import.meta.url),
  result: z.object({
    bytes: z.instanceof(Uint8Array),
    contentType: z.enum(['image/jpeg', 'image/png', 'image/gif', 'image/webp']),
    width: z.number().int().positive(),
    height: z.number().int().positive(),
  }),
};

type FileType = { mime: string; ext: string };

const detectType: ConfinedJob<null, FileType | null> = {
  name: 'storage.detect-type',
  module: new URL('./detect-type.ts', import.meta.url),
  result: z.object({ mime: z.string().max(200), ext: z.string().regex(/^[a-z0-9.]{1,20}$/i) }).nullable(),
};

const EXTENSIONS: Record<ImageHead['type'], string> = {
  'image/jpeg': 'jpg',
  'image/png': 'png',
  'image/gif': 'gif',
  'image/webp': 'webp',
};
/** A stranger's picture must not cost the machine more than a small part of its memory. */
const VISITOR_BOUNDS: ConfinedBounds = { maxMs: 10_000, maxMegabytes: 155 };
const BOUNDS: ConfinedBounds = { maxMs: 20_000, maxMegabytes: 600 };
/** What is turned by EXIF is held whole, so the edge is what memory allows: 2560 px of a 50-megapixel photo take 144 MB, 2880 162 MB. */
const VISITOR_DECODING: DecodingBounds = { maxPixels: limits.visitorImagePixels, maxEdge: 2560 };
const DECODING: DecodingBounds = { maxPixels: limits.imagePixels, maxEdge: 4096 };

// In megapixels that are decoded: at most 17 of the photo of a phone.
const RATES = {
  'pixels.network': { capacity: 130, perMinute: 60 },
  'pixels.account': { capacity: 1200, perMinute: 600 },
  'pixels.user': { capacity: 800, perMinute: 400 },
};
const MEGAPIXEL = 1_000_000;
const LEAST_COST = 0.1;

/** Pictures of outsiders: bounded by their heads, charged for their pixels, decoded in the confined process. */
export function createImages({ confined, clock }: { confined: Confined; clock: Clock }) {
  const rates = createRates(clock, RATES);

  function charge({ accountId, by }: Picture, pixels: number): void {
    const cost = Math.max(LEAST_COST, pixels / MEGAPIXEL);
    if (by.kind === 'visitor') {
      rates('pixels.network').require(by.network, cost);
    } else {
      if (by.kind === 'member') rates('pixels.user').require(by.userId, cost);
      rates('pixels.account').require(accountId, cost);
    }
  }

  async function process(picture: Picture): Promise<SafeImage> {
    const { task, pixels } = plan(picture);
    charge(picture, pixels);
    const done = await confined.run(processImage, { ...placeOf(picture), input: task }).catch(refusePicture);
    return {
      ...done,
      bytes: Buffer.from(done.bytes.buffer, done.bytes.byteOffset, done.bytes.byteLength),
      extension: EXTENSIONS[done.contentType],
    };
  }

  return {
    /** Throws `files.wrong_type`, `files.too_many_pixels`, `files.too_complex` or `request.rate_limited`. */
    process,
    /** Undefined when it is no picture that can be shown. */
    async processIfReadable(file: Picture): Promise<SafeImage | undefined> {
      if (readImageHead(file.bytes) === undefined) return undefined;
      return await process(file).catch((error: unknown) => {
        if (isAppError(error) && error.code.startsWith('files.')) return undefined;
        throw error;
      });
    },
    /** The type by content; undefined when it cannot be told. */
    async detectType(file: Picture): Promise<FileType | undefined> {
      const found = confined.run(detectType, { ...placeOf(file), input: null });
      return (
        (await found.catch((error: unknown) => {
          if (error instanceof ConfinedJobError) return null;
          throw error;
        })) ?? undefined
      );
    },
  };
}

function placeOf({ bytes, by, accountId }: Picture) {
  return { bytes, bounds: by.kind === 'visitor' ? VISITOR_BOUNDS : BOUNDS, caller: callerOf(by, accountId) };
}

function plan({ bytes, by }: Picture): DecodingPlan {
  const head = readImageHead(bytes);
  if (head === undefined) throw new AppError('files.wrong_type');
  return planDecoding(head, by.kind === 'visitor' ? VISITOR_DECODING : DECODING);
}

/** What the decoder cannot read is damaged or cut; what it had to be ended for costs too much. */
function refusePicture(error: unknown): never {
  if (!(error instanceof ConfinedJobError)) throw error;
  if (error.reason !== 'failed') throw new AppError('files.too_complex', { cause: error });
  throw new AppError('files.wrong_type', { details: { file: 'damaged' }, cause: error });
}
