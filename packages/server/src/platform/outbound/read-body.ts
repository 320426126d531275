import type { IncomingMessage } from 'node:http';
import type { Readable } from 'node:stream';
import { createDecoder, readEncoding } from './decode.ts';
import { OutboundError } from './outbound-error.ts';

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
  const encoding = readEncoding(response.headers['content-encoding']);
  if (encoding === undefined) return response;
  if (encoding === 'unknown') throw new OutboundError('content_type');
  const decoder = createDecoder(encoding);
  response.once('error', (error) => decoder.destroy(error));
  decoder.once('close', () => response.destroy());
  return response.pipe(decoder);
}
