export type LogisticSample = {
  features: Float64Array;
  isAnswerable: boolean;
  isRight: boolean;
};

export type LogisticModel = {
  bias: number;
  weights: Float64Array;
};

const ROUNDS = 25;
const PENALTY = 0.01;
const LEVEL_PENALTY = 1e-4;
/** A wrong answer to an answerable question teaches less about refusing than a question without an answer. */
const WRONG_SHARE = 0.3;

/**
 * Chance that the best answer is right. Each group of samples has its own level while the weights are fitted, so that
 * they learn what tells right from wrong within a base and not which base is easy; then one level and scale for all.
 */
export function fitLogistic(groups: LogisticSample[][]): LogisticModel {
  const width = groups[0]?.[0]?.features.length ?? 0;
  const { means, spreads } = standardOf(groups, width);
  const rows = groups.flatMap((samples, group) =>
    samples.map((sample) => ({
      x: sample.features.map((value, k) => (value - (means[k] ?? 0)) / (spreads[k] ?? 1)),
      y: sample.isRight ? 1 : 0,
      weight: (sample.isAnswerable && !sample.isRight ? WRONG_SHARE : 1) / samples.length / groups.length,
      calibrationWeight: 1 / samples.length / groups.length,
      group,
    })),
  );
  const beta = new Float64Array(width);
  const levels = new Float64Array(groups.length);
  for (let round = 0; round < ROUNDS; round += 1) {
    const hessian = Array.from({ length: width }, () => new Float64Array(width + 1));
    const levelSlope = new Float64Array(groups.length);
    const levelCurve = new Float64Array(groups.length);
    for (const { x, y, weight, group } of rows) {
      const p = 1 / (1 + Math.exp(-(dot(beta, x) + (levels[group] ?? 0))));
      const curve = Math.max(1e-6, p * (1 - p)) * weight;
      const error = (y - p) * weight;
      levelSlope[group] = (levelSlope[group] ?? 0) + error;
      levelCurve[group] = (levelCurve[group] ?? 0) + curve;
      for (let i = 0; i < width; i += 1) {
        const row = hessian[i] ?? new Float64Array(0);
        const xi = x[i] ?? 0;
        for (let j = 0; j < width; j += 1) row[j] = (row[j] ?? 0) + curve * xi * (x[j] ?? 0);
        row[width] = (row[width] ?? 0) + error * xi;
      }
    }
    hessian.forEach((row, i) => {
      row[i] = (row[i] ?? 0) + PENALTY;
      row[width] = (row[width] ?? 0) - PENALTY * (beta[i] ?? 0);
    });
    solve(hessian).forEach((move, k) => {
      beta[k] = (beta[k] ?? 0) + move;
    });
    for (let group = 0; group < groups.length; group += 1) {
      const slope = (levelSlope[group] ?? 0) - LEVEL_PENALTY * (levels[group] ?? 0);
      levels[group] =
        (levels[group] ?? 0) + Math.max(-1, Math.min(1, slope / ((levelCurve[group] ?? 0) + LEVEL_PENALTY)));
    }
  }
  const platt = fitPlatt(
    rows.map(({ x, y, calibrationWeight }) => ({ z: dot(beta, x), y, weight: calibrationWeight })),
  );
  const weights = beta.map((value, k) => (platt.scale * value) / (spreads[k] ?? 1));
  return { bias: platt.level - dot(weights, means), weights };
}

function dot(a: Float64Array, b: Float64Array): number {
  let sum = 0;
  for (let k = 0; k < a.length; k += 1) sum += (a[k] ?? 0) * (b[k] ?? 0);
  return sum;
}

function fitPlatt(rows: Array<{ z: number; y: number; weight: number }>): { level: number; scale: number } {
  let [level, scale] = [0, 1];
  for (let round = 0; round < ROUNDS; round += 1) {
    const sums = [new Float64Array(3), new Float64Array(3)];
    for (const { z, y, weight } of rows) {
      const p = 1 / (1 + Math.exp(-(level + scale * z)));
      const curve = Math.max(1e-6, p * (1 - p)) * weight;
      const error = (y - p) * weight;
      [1, z].forEach((xi, i) => {
        const row = sums[i] ?? new Float64Array(0);
        row[0] = (row[0] ?? 0) + curve * xi;
        row[1] = (row[1] ?? 0) + curve * xi * z;
        row[2] = (row[2] ?? 0) + error * xi;
      });
    }
    const [a, b] = solve(sums);
    level += a ?? 0;
    scale += b ?? 0;
  }
  return { level, scale };
}

function standardOf(groups: LogisticSample[][], width: number): { means: Float64Array; spreads: Float64Array } {
  const means = new Float64Array(width);
  const squares = new Float64Array(width);
  for (const samples of groups) {
    const share = 1 / samples.length / groups.length;
    for (const { features } of samples) {
      for (let k = 0; k < width; k += 1) {
        const value = features[k] ?? 0;
        means[k] = (means[k] ?? 0) + share * value;
        squares[k] = (squares[k] ?? 0) + share * value * value;
      }
    }
  }
  const spreads = squares.map((square, k) => Math.sqrt(Math.max(0, square - (means[k] ?? 0) ** 2)) || 1);
  return { means, spreads };
}

/** Gauss elimination of an augmented matrix. */
function solve(rows: Float64Array[]): Float64Array {
  const size = rows.length;
  for (let pivot = 0; pivot < size; pivot += 1) {
    let best = pivot;
    for (let i = pivot + 1; i < size; i += 1) {
      if (Math.abs(rows[i]?.[pivot] ?? 0) > Math.abs(rows[best]?.[pivot] ?? 0)) best = i;
    }
    const chosen = rows[best] ?? new Float64Array(size + 1);
    rows[best] = rows[pivot] ?? chosen;
    rows[pivot] = chosen;
    const lead = chosen[pivot] || 1e-12;
    for (let i = 0; i < size; i += 1) {
      const row = rows[i];
      if (i === pivot || row === undefined) continue;
      const factor = (row[pivot] ?? 0) / lead;
      for (let j = pivot; j <= size; j += 1) row[j] = (row[j] ?? 0) - factor * (chosen[j] ?? 0);
    }
  }
  return Float64Array.from(rows, (row, i) => (row[size] ?? 0) / (row[i] || 1e-12));
}
