import { giveWay } from '../../../platform/time/give-way.ts';
import type { OpenBase } from '../base-index.ts';
import { linesOf } from '../lines-of.ts';
import {
  askEvidence,
  choosePassages,
  chooseWeight,
  type Evidence,
  NEAR_PASSAGES,
  type NearText,
  type RetrievalModel,
  toEvidence,
  toNearPassages,
  type VectorScale,
  type WeighedQuestion,
} from '../retrieval/index.ts';
import type { BaseVectors } from './base-vectors.ts';
import type { Embedder } from './port.ts';
import { embedAll } from './query-vectors.ts';
import { textsToEmbed } from './texts-to-embed.ts';

/** Questions that a base is tried with: what they cost is asked of the embedder once, and anew when the base has grown. */
const MAX_ASKED = 120;
/** Pairs of other texts that tell the usual cosine. */
const MAX_COMPARED = 60;

export type Measured = VectorScale & { won: number; lost: number; asked: number };

type Opened = { base: OpenBase; vectors: BaseVectors; embedder: Embedder; model?: RetrievalModel | undefined };
type Asked = { evidence: Evidence; vector: Float32Array; left: NearText[] };

/**
 * Whether the vectors of a base help it, and how much they weigh: it is asked what it knows, in words that are not there, by
 * words alone and with vectors. Throws EmbeddingError.
 */
export async function measureVectors({ base, vectors, embedder, model }: Opened): Promise<Measured> {
  const asked = await embedEvidence(await listEvidence(base), embedder);
  const { center, spread } = await measureUsual(asked, vectors);
  const questions: WeighedQuestion[] = [];
  for (const { evidence, vector, left } of asked) {
    const { passageId, part } = evidence;
    const others = await vectors.nearest(
      vector,
      (id, place) => id === passageId && (part === undefined || place === part),
    );
    const texts = [...others, ...left].sort((one, other) => other.cosine - one.cosine).slice(0, NEAR_PASSAGES);
    const near = toNearPassages(texts, { weight: 1, center, spread }, () => true);
    questions.push(askEvidence(base.index, { evidence, near, model }));
    await giveWay();
  }
  await base.index.compact(giveWay);
  return { center, spread, ...chooseWeight(questions) };
}

async function listEvidence(base: OpenBase): Promise<Evidence[]> {
  const chosen = choosePassages(base.index, MAX_ASKED);
  const texts = await base.texts(chosen.map(({ passageId }) => passageId));
  return chosen.flatMap(({ passageId, phrasing }) => {
    const text = texts.get(passageId);
    if (text === undefined) return [];
    return toEvidence({ ...text, phrasings: linesOf(text.phrasings) }, phrasing) ?? [];
  });
}

/** The vectors of what is asked, and of what is in the place of a passage that has none of its own left. */
async function embedEvidence(evidence: Evidence[], embedder: Embedder): Promise<Asked[]> {
  const textOf = ({ left }: Evidence) => (left.kind === 'qa' ? left.text : textOfPiece(left));
  const alone = evidence.filter(({ part }) => part === undefined);
  const asked = await embedAll(embedder, [...new Set(evidence.map((each) => each.asked))], 'query');
  const rests = await embedAll(embedder, [...new Set(alone.map(textOf))], 'passage');
  return evidence.flatMap((each) => {
    const vector = asked.get(each.asked);
    const rest = each.part === undefined ? rests.get(textOf(each)) : undefined;
    if (vector === undefined) return [];
    const left = rest ? [{ passageId: each.passageId, part: 0, cosine: cosineOf(vector, rest) }] : [];
    return [{ evidence: each, vector, left }];
  });
}

function textOfPiece({ kind, question = '', text }: Evidence['left']): string {
  return textsToEmbed({ kind, question, phrasings: '', body: text })[0]?.text ?? text;
}

/** Mean and spread of the cosines of texts that have nothing to do with each other: models differ much in them. */
async function measureUsual(asked: Asked[], vectors: BaseVectors): Promise<{ center: number; spread: number }> {
  const some = asked.slice(0, MAX_COMPARED);
  const stored = await Promise.all(some.map(({ evidence }) => vectors.of(evidence.passageId, 0)));
  const cosines: number[] = [];
  some.forEach(({ vector }, place) => {
    stored.forEach((other, at) => {
      if (at !== place && other?.length === vector.length) cosines.push(cosineOf(vector, other));
    });
  });
  if (cosines.length === 0) return { center: 0, spread: 1 };
  const center = cosines.reduce((sum, value) => sum + value, 0) / cosines.length;
  const variance = cosines.reduce((sum, value) => sum + (value - center) ** 2, 0) / cosines.length;
  return { center, spread: Math.sqrt(variance) };
}

function cosineOf(left: Float32Array, right: Float32Array): number {
  let sum = 0;
  left.forEach((value, place) => {
    sum += value * (right[place] ?? 0);
  });
  return sum;
}
