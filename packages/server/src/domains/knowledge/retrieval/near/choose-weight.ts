/** One question whose right answer is known: what words and vectors say of each candidate, and which of them are right. */
export type WeighedQuestion = { words: Float64Array; closeness: Float64Array; right: ReadonlySet<number> };

/** What a spread of nearness may weigh, in the units of the ranking; a pair asked word for word has about 15 of them. */
const WEIGHTS = [0.5, 1, 1.5, 2, 3] as const;
/** Fewer questions that were won may be luck, and so may a surplus of less than so many standard deviations. */
const MIN_WON = 6;
const MIN_DEVIATIONS = 2.3;

export type ChosenWeight = { weight: number; won: number; lost: number; asked: number };

/**
 * How much vectors weigh, by the questions that they win and lose against words alone. 0 where it is not plain that they win
 * more: vectors without meaning win hardly any and lose many.
 */
export function chooseWeight(questions: readonly WeighedQuestion[]): ChosenWeight {
  let best: ChosenWeight = { weight: 0, won: 0, lost: 0, asked: questions.length };
  const byWords = questions.map((question) => isFound(question, 0));
  for (const weight of WEIGHTS) {
    let [won, lost] = [0, 0];
    questions.forEach((question, place) => {
      const isNow = isFound(question, weight);
      if (isNow && byWords[place] === false) won += 1;
      if (!isNow && byWords[place] === true) lost += 1;
    });
    const isPlain = won >= MIN_WON && won - lost >= MIN_DEVIATIONS * Math.sqrt(won + lost);
    if (isPlain && won - lost > best.won - best.lost) best = { weight, won, lost, asked: questions.length };
  }
  return best;
}

/** Whether a right one stands before all that are not; a tie is no answer. */
function isFound({ words, closeness, right }: WeighedQuestion, weight: number): boolean {
  let [own, other] = [Number.NEGATIVE_INFINITY, Number.NEGATIVE_INFINITY];
  words.forEach((value, place) => {
    const score = value + weight * (closeness[place] ?? 0);
    if (right.has(place)) own = Math.max(own, score);
    else other = Math.max(other, score);
  });
  return own > other;
}
