import { hash, timingSafeEqual } from 'node:crypto';

/**
 * Compares in constant time, whatever was sent: hashes make both sides one length. A secret that is missing or empty
 * is the same as nothing.
 */
export function isSameSecret(given: string | undefined, expected: string | undefined): boolean {
  if (given === undefined || expected === undefined || expected === '') return false;
  return timingSafeEqual(hash('sha256', given, 'buffer'), hash('sha256', expected, 'buffer'));
}
