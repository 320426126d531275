import type { Transform } from 'node:stream';
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';

const decoders = { gzip: createGunzip, 'x-gzip': createGunzip, deflate: createInflate, br: createBrotliDecompress };

export type Encoding = keyof typeof decoders;

/** How a body is packed: `undefined` for plain, `unknown` for what nobody here can unpack. */
export function readEncoding(header: string | undefined): Encoding | 'unknown' | undefined {
  const encoding = (header ?? '').trim().toLowerCase();
  if (encoding === '' || encoding === 'identity') return undefined;
  return isKnown(encoding) ? encoding : 'unknown';
}

/** Unpacks as it goes, so that the reader can stop a bomb. */
export function createDecoder(encoding: Encoding): Transform {
  return decoders[encoding]();
}

function isKnown(encoding: string): encoding is Encoding {
  return Object.hasOwn(decoders, encoding);
}
