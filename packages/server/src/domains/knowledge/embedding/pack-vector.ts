const LARGEST = 127;

/**
 * A vector in signed bytes, as it is stored and held: a quarter of what floats take. Its length is lost, which does not
 * matter: directions are compared. An angle is then wrong by a thousandth at most (`docs/retrieval.md`).
 */
export function packVector(vector: Float32Array): Int8Array {
  let largest = 0;
  for (const value of vector) largest = Math.max(largest, Math.abs(value));
  const scale = largest === 0 ? 0 : LARGEST / largest;
  return Int8Array.from(vector, (value) => Math.round(value * scale));
}

/** The direction of a packed vector, of unit length. */
export function unpackVector(packed: Int8Array): Float32Array {
  const inverse = inverseLength(packed);
  return Float32Array.from(packed, (value) => value * inverse);
}

/** One over the length; 0 of a vector of zeros. */
export function inverseLength(values: ArrayLike<number>): number {
  let squares = 0;
  for (let place = 0; place < values.length; place += 1) squares += (values[place] ?? 0) ** 2;
  return squares === 0 ? 0 : 1 / Math.sqrt(squares);
}
