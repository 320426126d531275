import type { IncomingMessage } from 'node:http';
import { AppError } from '../../errors/app-error.ts';

/** A body that is being read. */
export type WholeBody = {
  bytes: Promise<Buffer>;
  /** Reads no further: the body fails with this reason. Nothing happens when it is over. */
  stop(reason: AppError): void;
};

type Options = {
  maxBytes: number;
  /** Called before the body takes so many bytes of memory in all; what it throws ends the body. */
  onGrow: (bytes: number) => void;
};

/**
 * Reads a body into one piece of memory that grows with what has arrived. Not into a list of its chunks: a sender of single
 * bytes makes each of them cost a hundred.
 */
export function readWhole(payload: IncomingMessage, { maxBytes, onGrow }: Options): WholeBody {
  const { promise, resolve, reject } = Promise.withResolvers<Buffer>();
  const announced = Number(payload.headers['content-length'] ?? maxBytes);
  let piece = Buffer.alloc(0);
  let length = 0;

  function onData(chunk: Buffer): void {
    try {
      const needed = length + chunk.length;
      if (needed > maxBytes) throw new AppError('request.too_large');
      if (needed > piece.length) grow(needed);
      chunk.copy(piece, length);
      length = needed;
    } catch (error) {
      end(() => reject(error));
    }
  }

  function grow(needed: number): void {
    const bytes = Math.max(needed, Math.min(piece.length * 2, announced, maxBytes));
    onGrow(bytes);
    const larger = Buffer.allocUnsafe(bytes);
    piece.copy(larger, 0, 0, length);
    piece = larger;
  }

  const onEnd = () => end(() => resolve(piece.subarray(0, length)));
  const onGone = () => end(() => reject(new AppError('request.invalid', { details: { body: 'cut' } })));

  function end(settle: () => void): void {
    payload.off('data', onData).off('end', onEnd).off('error', onGone).off('close', onGone);
    settle();
  }

  if (announced > maxBytes) reject(new AppError('request.too_large'));
  else payload.on('data', onData).on('end', onEnd).on('error', onGone).on('close', onGone);
  return { bytes: promise, stop: (reason) => end(() => reject(reason)) };
}
