import type { IncomingMessage } from 'node:http';
import { AppError } from '../../errors/app-error.ts';
import { crowdsOf, type NetworkShare } from '../network-of.ts';
import { countsOf, MAX_FORM_BYTES, type UploadCount } from './upload-counts.ts';

/** Who sends a form, and on which request; without an account it is a stranger. */
export type Sender = {
  raw: IncomingMessage;
  ip: string;
  accountId?: string | undefined;
  /** Of its whole form; that of one file where it is left out. */
  maxBytes?: number;
};

/** A form that is being read or worked on. Its times are counted in looks, which no change of the clock disturbs. */
export type Upload = {
  raw: IncomingMessage;
  isStranger: boolean;
  counts: readonly UploadCount[];
  crowds: readonly NetworkShare[];
  /** What it may take in the end. */
  announced: number;
  /** Held in memory. */
  bytes: number;
  /** Since its beginning, and how much of it the upload waited for others. */
  ms: number;
  waitedMs: number;
  /** What it has cost the others: its bytes for the time that it held them. */
  byteSeconds: number;
  /** What its connection had brought a window ago. */
  window: { ms: number; seen: number };
  isRead: boolean;
  /** Set when somebody ended it. */
  error: AppError | undefined;
  fail: (error: AppError) => void;
};

export function beginUpload({ raw, ip, accountId, maxBytes = MAX_FORM_BYTES }: Sender): {
  upload: Upload;
  failed: Promise<never>;
} {
  const { promise: failed, reject: fail } = Promise.withResolvers<never>();
  // It may fail when nobody waits for it any more.
  failed.catch(() => undefined);
  const upload: Upload = {
    raw,
    fail,
    isStranger: accountId === undefined,
    counts: countsOf({ ip, accountId }),
    crowds: crowdsOf(ip),
    announced: announcedBytes(raw.headers['content-length'], maxBytes),
    bytes: 0,
    ms: 0,
    waitedMs: 0,
    byteSeconds: 0,
    window: { ms: 0, seen: raw.socket.bytesRead },
    isRead: false,
    error: undefined,
  };
  return { upload, failed };
}

/** Throws `files.too_large` before any of it is read. */
function announcedBytes(contentLength: string | undefined, maxBytes: number): number {
  if (contentLength === undefined) return maxBytes;
  const bytes = Number(contentLength);
  if (bytes > maxBytes) throw new AppError('files.too_large');
  return bytes;
}

/** Of strangers: so much has to arrive in every window, and all of it within the deadline. */
const WINDOW_MS = 6000;
const MIN_BYTES_OF_WINDOW = 16 * 1024;
const DEADLINE_MS = 180_000;

/** Lets time pass for an upload. */
export function passTime(upload: Upload, { ms, isWaiting }: { ms: number; isWaiting: boolean }): void {
  upload.ms += ms;
  if (isWaiting) upload.waitedMs += ms;
  else upload.window.ms += ms;
  upload.byteSeconds += (upload.bytes * ms) / 1000;
}

/** Whether a stranger sends too slowly to be waited for; a time in which nobody reads what he sends does not count. */
export function isTooSlow({ raw, isStranger, isRead, ms, window }: Upload): boolean {
  if (!isStranger || isRead || raw.complete) return false;
  if (ms >= DEADLINE_MS) return true;
  if (window.ms < WINDOW_MS) return false;
  const seen = raw.socket.bytesRead;
  const isSlow = seen - window.seen < MIN_BYTES_OF_WINDOW;
  Object.assign(window, { ms: 0, seen });
  return isSlow;
}

const MAX_RATE_WAIT_SECONDS = DEADLINE_MS / 1000;
/** What is read is worked on for so long, about. */
const WORK_SECONDS = 3;

/** In how many seconds it should be over, by what it has sent so far. */
export function secondsLeft(upload: Upload): number {
  if (upload.isRead) return WORK_SECONDS;
  const bytes = upload.announced - upload.bytes;
  const untilDeadline = Math.max(1, MAX_RATE_WAIT_SECONDS - upload.ms / 1000);
  return Math.min(untilDeadline, Math.max(0, bytes) / Math.max(1, rateOf(upload)) + WORK_SECONDS);
}

/** Bytes in a second, while it was read. */
export function rateOf({ bytes, ms, waitedMs }: Upload): number {
  return (bytes * 1000) / Math.max(1, ms - waitedMs);
}
