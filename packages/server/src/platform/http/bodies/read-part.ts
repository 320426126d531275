import type { Readable } from 'node:stream';
import { setTimeout as wait } from 'node:timers/promises';
import { AppError } from '../../errors/app-error.ts';
import { createRest } from '../../time/create-rest.ts';
import type { Arrived } from '../uploads/upload-admission.ts';

const SLAB_BYTES = 65_536;
/** A piece from here on is worth being kept as it came. */
const LARGE_BYTES = 32_768;

/** What is sent from beside the server comes as fast as it can be read: some milliseconds are for everybody else. */
const BYTES_PER_REST = 262_144;
const REST_MS = 4;

/**
 * Reads a file of a form whole, its large pieces as they come: to copy 10 MB holds up everybody. Small ones are put together,
 * since a sender of single bytes makes each of them cost a hundred. Each piece is counted before the next one is asked for: the
 * rest stays at the sender.
 */
export async function readPart(file: Readable & { truncated: boolean }, arrived: Arrived): Promise<Buffer[]> {
  const pieces: Buffer[] = [];
  let slab: Buffer | undefined;
  let length = 0;
  const rest = createRest(BYTES_PER_REST, () => wait(REST_MS));
  const close = () => {
    // A copy of its own, so that a small file holds no more than it has.
    if (slab !== undefined && length > 0) pieces.push(Buffer.from(slab.subarray(0, length)));
    length = 0;
  };
  for await (const piece of file) {
    const bytes = Buffer.isBuffer(piece) ? piece : Buffer.from(piece);
    await arrived(bytes.length);
    await rest(bytes.length);
    if (bytes.length >= LARGE_BYTES) {
      close();
      pieces.push(bytes);
      continue;
    }
    if (length + bytes.length > SLAB_BYTES) close();
    slab ??= Buffer.allocUnsafeSlow(SLAB_BYTES);
    bytes.copy(slab, length);
    length += bytes.length;
  }
  close();
  if (file.truncated) throw new AppError('files.too_large');
  return pieces;
}
