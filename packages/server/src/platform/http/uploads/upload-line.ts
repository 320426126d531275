import { AppError } from '../../errors/app-error.ts';
import { answerBare } from '../connections/answer-bare.ts';
import { measureCrowds } from '../connections/choose-crowd.ts';
import type { NetworkShare } from '../network-of.ts';
import { chooseSlowest } from './choose-slowest.ts';
import { isTooSlow, passTime, secondsLeft, type Upload } from './upload.ts';
import { allUploads, createUploadCounts, type UploadCount, type UploadCounts } from './upload-counts.ts';

/** A form waits so long for others, in all; the rest of it stays at the sender meanwhile. */
const MAX_WAIT_MS = 15_000;
const MAX_WAITING = 200;
const MAX_WAITING_OF_ONE = 40;
const MAX_RETRY_SECONDS = 180;

type Waiting = { bytes: number; full: UploadCount; go: () => void; stop: (error: AppError) => void };

/** All forms that are read or worked on, and those of them that wait for room. */
export type UploadLine = {
  uploads: Set<Upload>;
  waiting: Map<Upload, Waiting>;
  counts: UploadCounts<Upload>;
  /** What the largest crowd of somebody costs, at the last look. */
  pressOf: (crowds: readonly NetworkShare[]) => number;
};

export function createUploadLine(): UploadLine {
  return { uploads: new Set(), waiting: new Map(), counts: createUploadCounts(), pressOf: () => 0 };
}

/** Holds so many bytes more for the upload as soon as there is room; less, where it gave some away. */
export function grow(line: UploadLine, upload: Upload, bytes: number): Promise<void> {
  if (upload.error) throw upload.error;
  if (bytes < 0) {
    line.counts.take(upload, bytes);
    admitWaiting(line);
    return Promise.resolve();
  }
  const full = tryTake(line, upload, bytes);
  if (full === undefined) return Promise.resolve();
  const { promise, resolve: go, reject: stop } = Promise.withResolvers<void>();
  promise.catch(() => undefined);
  line.waiting.set(upload, { bytes, full, go, stop });
  boundWaiting(line, upload, full);
  return promise;
}

/** Takes so many bytes more, and ends others for them where it may; else gives what is full. */
function tryTake(line: UploadLine, upload: Upload, bytes: number): UploadCount | undefined {
  for (;;) {
    const full = line.counts.findFull(upload, bytes);
    if (full === undefined) {
      line.counts.take(upload, bytes);
      return undefined;
    }
    const slowest = full === allUploads ? chooseSlowest(line.uploads, { newcomer: upload, ...line }) : undefined;
    if (slowest === undefined) return full;
    end(line, slowest, new AppError('request.rate_limited', { retryAfter: secondsUntilRoom(line, full) }));
  }
}

function boundWaiting(line: UploadLine, upload: Upload, full: UploadCount): void {
  const ofOne = [...line.waiting.values()].filter((other) => other.full.key === full.key).length;
  if (full !== allUploads && ofOne > MAX_WAITING_OF_ONE) end(line, upload, refusal(line, full));
  if (line.waiting.size <= MAX_WAITING) return;
  const last = byPress(line).at(-1) ?? upload;
  end(line, last, refusal(line, full));
}

/** Those that wait, the smallest crowd first. */
function byPress({ waiting, pressOf }: UploadLine): Upload[] {
  return [...waiting.keys()]
    .map((upload) => ({ upload, press: pressOf(upload.crowds) }))
    .sort((one, other) => one.press - other.press)
    .map(({ upload }) => upload);
}

/** Lets those go on that find room now. */
export function admitWaiting(line: UploadLine): void {
  for (const upload of byPress(line)) {
    const entry = line.waiting.get(upload);
    if (entry === undefined) continue;
    const full = tryTake(line, upload, entry.bytes);
    if (full) entry.full = full;
    else {
      line.waiting.delete(upload);
      entry.go();
    }
  }
}

export function remove(line: UploadLine, upload: Upload): void {
  if (!line.uploads.delete(upload)) return;
  line.waiting.delete(upload);
  line.counts.remove(upload);
}

export function end(line: UploadLine, upload: Upload, error: AppError): void {
  upload.error ??= error;
  line.waiting.get(upload)?.stop(error);
  remove(line, upload);
  upload.fail(error);
}

/** Lets time pass for all of them: who is too slow, or has waited too long, is ended. */
export function look(line: UploadLine, ms: number): void {
  for (const upload of line.uploads) passTime(upload, { ms, isWaiting: line.waiting.has(upload) });
  for (const upload of line.uploads) if (isTooSlow(upload)) endSlow(line, upload);
  const unread = [...line.uploads].filter(({ isRead }) => !isRead);
  line.pressOf = measureCrowds(unread.map(({ crowds, byteSeconds: size }) => ({ crowds, size })));
  admitWaiting(line);
  for (const [upload, { full }] of line.waiting)
    if (upload.waitedMs >= MAX_WAIT_MS) end(line, upload, refusal(line, full));
}

function endSlow(line: UploadLine, upload: Upload): void {
  answerBare(upload.raw.socket, { status: 408 });
  end(line, upload, new AppError('request.invalid', { details: { body: 'too_slow' } }));
}

function refusal(line: UploadLine, full: UploadCount): AppError {
  const code = full === allUploads ? 'server.unavailable' : 'request.rate_limited';
  return new AppError(code, { retryAfter: secondsUntilRoom(line, full) });
}

/** When the first of those that are held there should be over. */
function secondsUntilRoom({ uploads }: UploadLine, { key }: UploadCount): number {
  const holders = [...uploads].filter(({ bytes, counts }) => bytes > 0 && counts.some((one) => one.key === key));
  return Math.ceil(Math.min(MAX_RETRY_SECONDS, ...holders.map(secondsLeft)));
}
