/** What a model gave: one vector for each word of a text, or one for the whole. */
export type ModelOutput = { data: Float32Array; dims: readonly number[] };

/** One vector of unit length of a text that was read alone, so that every word counts. Undefined where it has no direction. */
export function poolWords({ data, dims }: ModelOutput, pooling: 'mean' | 'first'): Float32Array | undefined {
  const size = dims.at(-1) ?? 0;
  if (size === 0 || data.length === 0 || data.length % size !== 0) return undefined;
  const words = dims.length === 3 && pooling === 'mean' ? data.length / size : 1;
  const vector = new Float32Array(size);
  for (let at = 0; at < words * size; at += 1) vector[at % size] = (vector[at % size] ?? 0) + (data[at] ?? 0);
  const length = Math.hypot(...vector);
  if (!Number.isFinite(length) || length === 0) return undefined;
  return vector.map((value) => value / length);
}
