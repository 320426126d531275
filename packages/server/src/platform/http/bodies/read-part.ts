import type { Readable } from 'node:stream';
import { AppError } from '../../errors/app-error.ts';
import type { Arrived } from '../uploads/upload-admission.ts';

/** Reads a file of a form whole, in the pieces in which it comes: to copy 10 MB holds up everybody. Each piece is counted before the next one is asked for: the rest stays at the sender. */
export async function readPart(file: Readable & { truncated: boolean }, arrived: Arrived): Promise<Buffer[]> {
  const pieces: Buffer[] = [];
  for await (const piece of file) {
    const bytes = Buffer.isBuffer(piece) ? piece : Buffer.from(piece);
    await arrived(bytes.length);
    pieces.push(bytes);
  }
  if (file.truncated) throw new AppError('files.too_large');
  return pieces;
}
