/** The texts nearest to a question by their vectors: passage, which of its texts, and the cosine; the nearest first. */
export type NearText = { passageId: string; part: number; cosine: number };

/** What a base found out of its vectors: how much nearness weighs beside words, and what cosines its other texts have. */
export type VectorScale = { weight: number; center: number; spread: number };

/** What vectors say to one question. `closeness`: in spreads above the usual cosine of two texts of the base. */
export type NearPassages = {
  weight: number;
  /** By passage, the nearest first. */
  closeness: ReadonlyMap<string, number>;
  /** Of passages that are not among the nearest, at most. */
  others: number;
  /** False of a passage whose vector is still to come: nobody knows how near it is. */
  isKnown(passageId: string): boolean;
};

/** As many passages as are looked at: those beyond are as far as the last of them. */
export const NEAR_PASSAGES = 60;
/** Beyond it nearness says no more. */
const MAX_CLOSENESS = 8;
const MIN_SPREAD = 1e-3;

export function toNearPassages(
  texts: readonly NearText[],
  { weight, center, spread }: VectorScale,
  isKnown: (passageId: string) => boolean,
): NearPassages {
  const closenessOf = (cosine: number) =>
    Math.min(MAX_CLOSENESS, Math.max(0, (cosine - center) / Math.max(MIN_SPREAD, spread)));
  const last = texts.length >= NEAR_PASSAGES ? texts.at(-1) : undefined;
  return {
    weight,
    closeness: new Map(texts.map(({ passageId, cosine }) => [passageId, closenessOf(cosine)])),
    others: last === undefined ? 0 : closenessOf(last.cosine),
    isKnown,
  };
}
