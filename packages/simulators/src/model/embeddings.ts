import { createHash } from 'node:crypto';
import { z } from 'zod';
import { conceptOf } from './concepts.ts';
import type { ModelFault } from './faults.ts';
import { countTokens } from './tokens.ts';

/** What the vectors are: of some meaning, or of none. */
export type EmbeddingMode = 'meaning' | 'noise';

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

/** Words of no subject, which a real model hardly heeds. */
const empty = new Set(
  `а и но или же ли в на с со у о об по за до из от для при без под над к не ни это этот эта как где когда сколько какой какая какие кто что
  чем чего можно нужно надо есть у вас вы мы я нам мне бы будет а то the a an of to in on at for with without is are do does can could i you we my
  your our how what when where which who why much many it this that there be will`.split(/\s+/),
);
const WORD_WEIGHT = 1;
const CONCEPT_WEIGHT = 2.5;
const GRAM_WEIGHT = 0.25;
/** So that forms of a word are one. */
const STEM_LETTERS = 5;

/**
 * A deterministic vector with some meaning: texts whose words mean about the same (`concepts.ts`) lie near each other, and
 * so do texts that share words or letter triples.
 */
export function embedText(text: string, dimensions: number = DEFAULT_DIMENSIONS): number[] {
  const vector = new Array<number>(dimensions).fill(0);
  const words = wordsOf(text);
  const subjects = words.filter((word) => !empty.has(word));
  for (const word of subjects.length > 0 ? subjects : words) {
    const concept = conceptOf(word);
    if (concept === undefined) add(vector, `word ${word.slice(0, STEM_LETTERS)}`, WORD_WEIGHT);
    else add(vector, `concept ${concept}`, CONCEPT_WEIGHT);
  }
  const plain = ` ${words.join(' ')} `;
  for (let at = 0; at + 3 <= plain.length; at += 1) add(vector, `gram ${plain.slice(at, at + 3)}`, GRAM_WEIGHT);
  return toUnit(vector);
}

/** A vector that is the same for the same text, and means nothing. */
export function embedNoise(text: string, dimensions: number = DEFAULT_DIMENSIONS): number[] {
  return toUnit([...directionOf(`noise ${text}`, dimensions)]);
}

const wordsOf = (text: string): string[] =>
  text
    .toLowerCase()
    .replaceAll('ё', 'е')
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '');

function add(vector: number[], token: string, weight: number): void {
  const direction = directionOf(token, vector.length);
  for (let place = 0; place < vector.length; place += 1)
    vector[place] = (vector[place] ?? 0) + weight * (direction[place] ?? 0);
}

const directions = new Map<string, Int8Array>();
const MAX_DIRECTIONS = 50_000;

/** Signs that follow from the token alone; two of them are about at right angles. */
function directionOf(token: string, dimensions: number): Int8Array {
  const key = `${dimensions} ${token}`;
  const known = directions.get(key);
  if (known !== undefined) return known;
  const bytes = createHash('shake256', { outputLength: Math.ceil(dimensions / 8) })
    .update(token)
    .digest();
  const direction = Int8Array.from({ length: dimensions }, (_, place) =>
    ((bytes[place >> 3] ?? 0) >> (place & 7)) & 1 ? 1 : -1,
  );
  if (directions.size >= MAX_DIRECTIONS) directions.clear();
  directions.set(key, direction);
  return direction;
}

function toUnit(vector: number[]): number[] {
  const length = Math.hypot(...vector);
  return length === 0 ? vector.fill(1 / Math.sqrt(vector.length)) : vector.map((value) => value / length);
}

/** The answer of `/v1/embeddings`. */
export function describeEmbeddings(
  request: EmbeddingRequest,
  { mode, fault }: { mode: EmbeddingMode; fault: ModelFault | undefined },
): { body: object; tokens: number } {
  const inputs = typeof request.input === 'string' ? [request.input] : request.input;
  const tokens = inputs.reduce((sum, input) => sum + countTokens(input), 0);
  const given = request.dimensions ?? DEFAULT_DIMENSIONS;
  const dimensions = fault?.kind === 'wrong-dimensions' ? given + 1 : given;
  const embed = mode === 'noise' ? embedNoise : embedText;
  const answered = fault?.kind === 'wrong-count' ? inputs.slice(1) : inputs;
  const data = answered.map((input, index) => {
    const vector = fault?.kind === 'zero-vectors' ? new Array<number>(dimensions).fill(0) : embed(input, dimensions);
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
