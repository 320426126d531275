import { timingSafeEqual } from 'node:crypto';

/**
 * Compares in constant time for texts of one length: the length of a secret is none. A secret that is missing or empty is
 * the same as nothing.
 */
export function isSameSecret(given: string | undefined, expected: string | undefined): boolean {
  if (given === undefined || expected === undefined || expected === '') return false;
  const [one, other] = [Buffer.from(given), Buffer.from(expected)];
  return one.length === other.length && timingSafeEqual(one, other);
}
