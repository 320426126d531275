import { limits } from '@otvet/contract';
import { z } from 'zod';
import {
  type Confined,
  type ConfinedBounds,
  type ConfinedJob,
  ConfinedJobError,
  type FileOfJob,
  type JobResult,
} from '../confined/index.ts';
import { AppError, isAppError } from '../errors/app-error.ts';
import { type ImageHead, readImageHead } from './image-head.ts';
import { type DecodingBounds, type DecodingPlan, planDecoding } from './plan-decoding.ts';
import type { ImageTask, ProcessedImage } from './process-image.ts';
import type { DecoderUse } from './upload-charges.ts';
import { callerOf, type Uploader } from './uploader.ts';

export type Picture = { accountId: string; bytes: Buffer; by: Uploader; maxEdge?: number };
type WithBytes<File> = Omit<File, 'bytes'> & { bytes: Buffer | FileOfJob };
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

export type FileType = { mime: string; ext: string };

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
const VISITOR_BOUNDS: ConfinedBounds = { maxCpuMs: 10_000, maxMs: 30_000, maxMegabytes: 155 };
const BOUNDS: ConfinedBounds = { maxCpuMs: 20_000, maxMs: 45_000, maxMegabytes: 600 };
/** Of 12 megapixels that are turned in memory some take more than the bound: 151 MB a usual JPEG, 178 MB a progressive one. */
const VISITOR_DECODING: DecodingBounds = { maxPixels: limits.visitorImagePixels, maxTurned: 8_000_000, maxEdge: 2560 };
const DECODING: DecodingBounds = { maxPixels: limits.imagePixels, maxTurned: limits.shrunkImagePixels, maxEdge: 4096 };

const RETRY_SECONDS = 5;

/** Pictures of outsiders: bounded by their heads, decoded in the confined process. */
export function createImages({ confined }: { confined: Confined }) {
  return {
    /** Throws `files.wrong_type`, `files.too_many_pixels` or `files.too_complex`, as far as the head tells. */
    plan: planPicture,
    /**
     * Throws `files.wrong_type` when it is damaged, `files.too_complex` when it takes too much, `request.rate_limited` when
     * too many wait, `server.unavailable` when the decoder ended by neither.
     */
    async decode(picture: Picture, { task }: DecodingPlan, note: NoteDecoding): Promise<SafeImage> {
      const done = await confined.run(processImage, { ...placeOf(picture), input: task }).catch((error: unknown) => {
        throw error instanceof ConfinedJobError ? refusePicture(error, note) : error;
      });
      note({ ms: done.ms, hasEnded: false });
      const { bytes, ...rest } = done.value;
      return {
        ...rest,
        bytes: Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength),
        extension: EXTENSIONS[rest.contentType],
      };
    },
    /** The type by content; undefined when it cannot be told. */
    async detectType(file: WithBytes<Picture>, note: NoteDecoding): Promise<FileType | undefined> {
      const found = await confined
        .run(detectType, { ...placeOf(file), input: null })
        .catch((error: unknown): JobResult<null> => {
          if (!(error instanceof ConfinedJobError)) throw error;
          if (isOfOthers(error)) throw unavailable(error);
          note({ ms: error.ms, hasEnded: error.reason !== 'failed' });
          return { value: null, ms: error.ms };
        });
      return found.value ?? undefined;
    },
  };
}

/** Told of each use of the decoder by the file itself; not of one that somebody else ended. */
type NoteDecoding = (use: DecoderUse) => void;

/** A picture that no decoder can read: as a file it may be kept. */
export function isUnreadable(error: unknown): boolean {
  if (!isAppError(error)) return false;
  return (
    error.code.startsWith('files.') || (error.cause instanceof ConfinedJobError && error.cause.reason === 'crashed')
  );
}

function placeOf<Bytes>({ bytes, by, accountId }: Pick<Picture, 'by' | 'accountId'> & { bytes: Bytes }) {
  return { bytes, bounds: by.kind === 'visitor' ? VISITOR_BOUNDS : BOUNDS, caller: callerOf(by, accountId) };
}

function planPicture({ bytes, by, maxEdge }: Pick<Picture, 'bytes' | 'by' | 'maxEdge'>): DecodingPlan {
  const head = readImageHead(bytes);
  if (head === undefined) throw new AppError('files.wrong_type');
  const plan = planDecoding(head, by.kind === 'visitor' ? VISITOR_DECODING : DECODING);
  if (maxEdge === undefined || Math.max(head.width, head.height) <= maxEdge) return plan;
  return { ...plan, task: { ...plan.task, frames: 1, edge: maxEdge } };
}

/** What the decoder cannot read is damaged or cut; what it had to be ended for costs too much. The rest is no fault of the sender. */
function refusePicture(error: ConfinedJobError, note: NoteDecoding): AppError {
  const { reason, ms } = error;
  if (isOfOthers(error)) return unavailable(error);
  note({ ms, hasEnded: reason !== 'failed' });
  switch (reason) {
    case 'failed':
      return new AppError('files.wrong_type', { details: { file: 'damaged' }, cause: error });
    case 'time':
    case 'memory':
      return new AppError('files.too_complex', { cause: error });
    default:
      return unavailable(error);
  }
}

/** No fault of the sender, and nothing that he is charged for. */
function isOfOthers({ reason }: ConfinedJobError): boolean {
  return reason === 'killed' || reason === 'not-started';
}

function unavailable(cause: ConfinedJobError): AppError {
  return new AppError('server.unavailable', { cause, retryAfter: RETRY_SECONDS });
}
