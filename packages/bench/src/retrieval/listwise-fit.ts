/** One query: its candidates' features in one flat array, and which of them are right. */
export type RankedSample = {
  features: Float64Array;
  gold: number[];
  count: number;
};

const STEPS = 300;
const FIRST_RATE = 0.2;
const PENALTY = 3e-4;

/**
 * Weights that make the right candidate the likeliest of its list (softmax), every group of samples counting the same.
 * Weights stay at or above zero: each feature is evidence for a candidate, a negative weight would only suit a set.
 */
export function fitListwise(groups: RankedSample[][], width: number): Float64Array {
  const weights = new Float64Array(width).fill(1);
  const first = new Float64Array(width);
  const second = new Float64Array(width);
  const gradient = new Float64Array(width);
  for (let step = 1; step <= STEPS; step += 1) {
    gradient.fill(0);
    for (const samples of groups) {
      for (const sample of samples)
        addGradient({ sample, weights, gradient, share: 1 / samples.length / groups.length });
    }
    const rate = FIRST_RATE * (1 - (0.95 * step) / STEPS);
    for (let k = 0; k < width; k += 1) {
      const slope = (gradient[k] ?? 0) + PENALTY * (weights[k] ?? 0);
      first[k] = 0.9 * (first[k] ?? 0) + 0.1 * slope;
      second[k] = 0.99 * (second[k] ?? 0) + 0.01 * slope * slope;
      const move = (first[k] ?? 0) / (1 - 0.9 ** step) / (Math.sqrt((second[k] ?? 0) / (1 - 0.99 ** step)) + 1e-9);
      weights[k] = Math.max(0, (weights[k] ?? 0) - rate * move);
    }
  }
  return weights;
}

function addGradient(read: {
  sample: RankedSample;
  weights: Float64Array;
  gradient: Float64Array;
  share: number;
}): void {
  const { sample, weights, gradient, share } = read;
  const width = weights.length;
  const scores = scoresOf(sample, weights);
  const top = scores.reduce((a, b) => Math.max(a, b), -Infinity);
  let all = 0;
  let right = 0;
  for (let i = 0; i < sample.count; i += 1) {
    scores[i] = Math.exp((scores[i] ?? 0) - top);
    all += scores[i] ?? 0;
    if (sample.gold.includes(i)) right += scores[i] ?? 0;
  }
  for (let i = 0; i < sample.count; i += 1) {
    const score = scores[i] ?? 0;
    const pull = (score / all - (sample.gold.includes(i) ? score / Math.max(right, 1e-12) : 0)) * share;
    for (let k = 0; k < width; k += 1) gradient[k] = (gradient[k] ?? 0) + pull * (sample.features[i * width + k] ?? 0);
  }
}

export function scoresOf(sample: RankedSample, weights: Float64Array): Float64Array {
  const width = weights.length;
  const scores = new Float64Array(sample.count);
  for (let i = 0; i < sample.count; i += 1) {
    let sum = 0;
    for (let k = 0; k < width; k += 1) sum += (weights[k] ?? 0) * (sample.features[i * width + k] ?? 0);
    scores[i] = sum;
  }
  return scores;
}
