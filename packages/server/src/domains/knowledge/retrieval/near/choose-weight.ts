/** One question whose right answer is known: what words and vectors say of each candidate, and which of them are right. */
export type WeighedQuestion = { words: Float64Array; closeness: Float64Array; right: ReadonlySet<number> };

/** What a spread of nearness may weigh, in the units of the ranking; a pair asked word for word has about 15 of them. */
const WEIGHTS = [0.5, 1, 1.5, 2, 3] as const;
/** Fewer questions that were won may be luck, and so may a surplus of less than so many standard deviations. */
const MIN_WON = 6;
const MIN_DEVIATIONS = 2.5;
/** Of a right answer that is not among those found. */
const LEAST_LIKELY = 1e-4;

export type ChosenWeight = { weight: number; won: number; lost: number; asked: number };

/**
 * How much vectors weigh, by the questions that they win and lose against words alone: 0 where it is not plain that they win
 * more. Vectors without meaning win hardly any and lose many. Of the weights that do, the one that makes the right answers the
 * likeliest: scores are fitted as such likelihoods.
 */
export function chooseWeight(questions: readonly WeighedQuestion[]): ChosenWeight {
  const none: ChosenWeight = { weight: 0, won: 0, lost: 0, asked: questions.length };
  const byWords = questions.map((question) => chanceOfRight(question, 0));
  let best = { ...none, likelihood: likelihoodOf(questions, 0) };
  for (const weight of WEIGHTS) {
    let [won, lost] = [0, 0];
    questions.forEach((question, place) => {
      const change = chanceOfRight(question, weight) - (byWords[place] ?? 0);
      if (change > 0) won += change;
      else lost -= change;
    });
    const isPlain = won >= MIN_WON && won - lost >= MIN_DEVIATIONS * Math.sqrt(won + lost);
    const likelihood = likelihoodOf(questions, weight);
    if (isPlain && likelihood > best.likelihood) best = { weight, won, lost, asked: questions.length, likelihood };
  }
  const { likelihood: _, ...chosen } = best;
  return chosen;
}

/**
 * Chance that a right one stands first: of several at the same height each is as likely, so that vectors without meaning, which
 * put these in some order, win nothing by it.
 */
function chanceOfRight(question: WeighedQuestion, weight: number): number {
  const scores = scoresOf(question, weight);
  const top = Math.max(...scores);
  const first = [...scores.keys()].filter((place) => scores[place] === top);
  return first.length === 0 ? 0 : first.filter((place) => question.right.has(place)).length / first.length;
}

/** Sum over the questions of the logarithm of the right one's likelihood. */
function likelihoodOf(questions: readonly WeighedQuestion[], weight: number): number {
  let sum = 0;
  for (const question of questions) {
    const scores = scoresOf(question, weight);
    const top = Math.max(...scores);
    let [all, own] = [0, 0];
    scores.forEach((score, place) => {
      const share = Math.exp(score - top);
      all += share;
      if (question.right.has(place)) own += share;
    });
    sum += Math.log(Math.max(LEAST_LIKELY, all === 0 ? 0 : own / all));
  }
  return sum;
}

const scoresOf = ({ words, closeness }: WeighedQuestion, weight: number): Float64Array =>
  words.map((value, place) => value + weight * (closeness[place] ?? 0));
