import { z } from 'zod';
import { inverseLength } from './pack-vector.ts';
import { EmbeddingError } from './port.ts';

const answerSchema = z.object({
  data: z.array(
    z.object({ index: z.int().nonnegative().optional(), embedding: z.union([z.array(z.number()), z.string()]) }),
  ),
});
const MAX_DIMENSIONS = 8192;
const FLOAT_BYTES = 4;
const RETRY_MS = 15_000;

const unreadable = (reason: string, options?: ErrorOptions) =>
  new EmbeddingError({ kind: 'retry', afterMs: RETRY_MS }, reason, options);

/**
 * The vectors of an answer in the order of the texts, of unit length. Numbers or, which some servers send unasked, base64 of
 * little-endian floats. Throws EmbeddingError where they are not as many as the texts, or no numbers.
 */
export function readEmbeddings(body: Buffer, count: number): Float32Array[] {
  const parsed = answerSchema.safeParse(parseJson(body));
  if (!parsed.success) throw unreadable('unreadable', { cause: parsed.error });
  const { data } = parsed.data;
  if (data.length !== count) throw unreadable('count');
  const vectors = new Array<Float32Array | undefined>(count);
  data.forEach(({ index, embedding }, place) => {
    vectors[index ?? place] = toUnit(
      typeof embedding === 'string' ? fromBase64(embedding) : Float32Array.from(embedding),
    );
  });
  return Array.from({ length: count }, (_, place) => {
    const vector = vectors[place];
    // Two of one number, and so none of another.
    if (vector === undefined) throw unreadable('count');
    return vector;
  });
}

function parseJson(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString('utf8'));
  } catch (cause) {
    throw unreadable('unreadable', { cause });
  }
}

function fromBase64(text: string): Float32Array {
  const bytes = Buffer.from(text, 'base64');
  if (bytes.length % FLOAT_BYTES !== 0) throw unreadable('unreadable');
  return Float32Array.from({ length: bytes.length / FLOAT_BYTES }, (_, place) =>
    bytes.readFloatLE(place * FLOAT_BYTES),
  );
}

function toUnit(vector: Float32Array): Float32Array {
  const inverse = inverseLength(vector);
  const isUsable = vector.length > 0 && vector.length <= MAX_DIMENSIONS && inverse > 0 && Number.isFinite(inverse);
  if (!isUsable || !vector.every(Number.isFinite)) throw unreadable('numbers');
  return vector.map((value) => value * inverse);
}
