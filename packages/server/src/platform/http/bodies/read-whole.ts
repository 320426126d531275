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

const EMPTY = Buffer.alloc(0);

/**
 * Reads a body into one piece of memory that grows with what has arrived. Not into a list of its chunks: a sender of single
 * bytes makes each of them cost a hundred.
 */
export function readWhole(payload: IncomingMessage, { maxBytes, onGrow }: Options): WholeBody {
  const { promise, resolve, reject } = Promise.withResolvers<Buffer>();
  const announced = Number(payload.headers['content-length'] ?? maxBytes);
  let piece: Buffer = EMPTY;
  let length = 0;

  function onData(chunk: Buffer): void {
    try {
      const needed = length + chunk.length;
      if (needed > maxBytes) throw new AppError('request.too_large');
      if (chunk.length === announced) take(chunk);
      else add(chunk, needed);
      length = needed;
    } catch (error) {
      stop(error);
    }
  }

  /** All of it at once, as nearly every body comes. */
  function take(chunk: Buffer): void {
    onGrow(chunk.length);
    piece = chunk;
  }

  function add(chunk: Buffer, needed: number): void {
    if (needed > piece.length) grow(needed);
    chunk.copy(piece, length);
  }

  function grow(needed: number): void {
    const bytes = Math.max(needed, Math.min(piece.length * 2, announced, maxBytes));
    onGrow(bytes);
    const larger = Buffer.allocUnsafe(bytes);
    piece.copy(larger, 0, 0, length);
    piece = larger;
  }

  const onEnd = () => resolve(length === piece.length ? piece : piece.subarray(0, length));
  // An error comes before it where anybody listens for one.
  const onClose = () => {
    if (!payload.readableEnded) reject(new AppError('request.invalid', { details: { body: 'cut' } }));
  };

  function stop(reason: unknown): void {
    payload.off('data', onData).off('end', onEnd).off('close', onClose);
    reject(reason);
  }

  if (payload.destroyed) onClose();
  else if (announced > maxBytes) reject(new AppError('request.too_large'));
  else payload.on('data', onData).on('end', onEnd).on('close', onClose);
  return { bytes: promise, stop };
}
