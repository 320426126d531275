import { createHash } from 'node:crypto';
import { z } from 'zod';
import { countTokens } from './tokens.ts';

/** The limits of https://platform.openai.com/docs/api-reference/embeddings/create */
const INPUT_LIMIT = 2048;
const DEFAULT_DIMENSIONS = 256;

export const embeddingRequestSchema = z.looseObject({
  model: z.string(),
  input: z.union([z.string().min(1), z.array(z.string().min(1)).min(1).max(INPUT_LIMIT)]),
  dimensions: z.int().positive().max(4096).nullish(),
  encoding_format: z.enum(['float', 'base64']).nullish(),
});
export type EmbeddingRequest = z.output<typeof embeddingRequestSchema>;

/** A deterministic vector: texts that share letter triples lie near each other. */
export function embedText(text: string, dimensions: number = DEFAULT_DIMENSIONS): number[] {
  const vector = new Array<number>(dimensions).fill(0);
  const plain = ` ${text
    .toLowerCase()
    .replaceAll('ё', 'е')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()} `;
  for (let at = 0; at + 3 <= plain.length; at += 1) {
    const hash = createHash('md5')
      .update(plain.slice(at, at + 3))
      .digest();
    const slot = hash.readUInt32LE(0) % dimensions;
    vector[slot] = (vector[slot] ?? 0) + (hash.readUInt8(4) % 2 === 0 ? 1 : -1);
  }
  const length = Math.hypot(...vector);
  return length === 0 ? vector.fill(1 / Math.sqrt(dimensions)) : vector.map((value) => value / length);
}

/** The answer of `/v1/embeddings`. */
export function describeEmbeddings(request: EmbeddingRequest): { body: object; tokens: number } {
  const inputs = typeof request.input === 'string' ? [request.input] : request.input;
  const tokens = inputs.reduce((sum, input) => sum + countTokens(input), 0);
  const data = inputs.map((input, index) => {
    const vector = embedText(input, request.dimensions ?? DEFAULT_DIMENSIONS);
    const isBase64 = request.encoding_format === 'base64';
    return {
      object: 'embedding',
      index,
      embedding: isBase64 ? Buffer.from(Float32Array.from(vector).buffer).toString('base64') : vector,
    };
  });
  return {
    body: { object: 'list', data, model: request.model, usage: { prompt_tokens: tokens, total_tokens: tokens } },
    tokens,
  };
}
