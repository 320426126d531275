import type { Transform } from 'node:stream';
import { createDecoder, readEncoding } from './decode.ts';
import { VendorError } from './vendor-error.ts';

type Options = {
  /** The header of the answer. */
  encoding: string | undefined;
  maxBytes: number;
  /** The connection; held while a decoder is behind. */
  flow: { pause(): void; resume(): void };
  /** The first call counts. */
  onEnd(error?: VendorError): void;
};

export type BodyCollector = {
  take(piece: Buffer): void;
  end(): void;
  /** What came so far, unpacked. */
  soFar(): Buffer<ArrayBuffer>;
  close(): void;
};

/** Puts an answer together piece by piece, counting what comes out of the decompression: a bomb ends at `maxBytes`. */
export function collectBody({ encoding, maxBytes, flow, onEnd }: Options): BodyCollector {
  const pieces: Buffer[] = [];
  const packing = readEncoding(encoding);
  let size = 0;
  let decoder: Transform | undefined;

  function keep(piece: Buffer): void {
    size += piece.length;
    if (size > maxBytes) onEnd(new VendorError('too_large'));
    else pieces.push(piece);
  }

  /** Made at the first piece: an empty body is not packed, whatever its head says. */
  function openDecoder(): Transform | undefined {
    if (packing === undefined || packing === 'unknown') return undefined;
    return createDecoder(packing)
      .on('data', keep)
      .on('drain', () => flow.resume())
      .once('end', () => onEnd())
      .on('error', (cause) => onEnd(new VendorError('broken', { cause })));
  }

  return {
    take(piece) {
      decoder ??= openDecoder();
      if (decoder === undefined) keep(piece);
      else if (!decoder.write(piece)) flow.pause();
    },
    end() {
      if (decoder === undefined) onEnd();
      else decoder.end();
    },
    soFar: () => Buffer.concat(pieces),
    close: () => decoder?.destroy(),
  };
}
