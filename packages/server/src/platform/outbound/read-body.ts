import type { IncomingMessage } from 'node:http';
import type { Readable } from 'node:stream';
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';
import { OutboundError } from './outbound-error.ts';

const decoders = { gzip: createGunzip, 'x-gzip': createGunzip, deflate: createInflate, br: createBrotliDecompress };

/** Reads a body while counting what comes out of the decompression: a bomb ends at `maxBytes`. */
export async function readBody(response: IncomingMessage, maxBytes: number): Promise<Buffer> {
  if (Number(response.headers['content-length'] ?? 0) > maxBytes) throw new OutboundError('too_large');
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of decode(response)) {
    const bytes = Buffer.from(chunk);
    size += bytes.length;
    if (size > maxBytes) throw new OutboundError('too_large');
    chunks.push(bytes);
  }
  return Buffer.concat(chunks);
}

function decode(response: IncomingMessage): Readable {
  const encoding = (response.headers['content-encoding'] ?? 'identity').trim().toLowerCase();
  if (encoding === 'identity' || encoding === '') return response;
  if (!isKnown(encoding)) throw new OutboundError('content_type');
  const decoder = decoders[encoding]();
  response.once('error', (error) => decoder.destroy(error));
  decoder.once('close', () => response.destroy());
  return response.pipe(decoder);
}

function isKnown(encoding: string): encoding is keyof typeof decoders {
  return Object.hasOwn(decoders, encoding);
}
