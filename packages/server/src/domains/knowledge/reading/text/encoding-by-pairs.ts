/** The upper bytes of Latin and of Cyrillic letters, of spaces and of figures in UTF-16. */
const UPPER_BYTES = new Set([0x00, 0x04]);
const MIN_UPPER_SHARE = 0.9;
const MAX_OTHER_SHARE = 0.2;

/** UTF-16 without a mark: nearly every second byte is one of two that no other text has in it. */
export function encodingByPairs(sample: Buffer): 'utf-16le' | 'utf-16be' | undefined {
  const counts = { even: 0, odd: 0 };
  for (const [at, byte] of sample.entries()) if (UPPER_BYTES.has(byte)) counts[at % 2 === 0 ? 'even' : 'odd'] += 1;
  const half = sample.length / 2;
  if (counts.odd > half * MIN_UPPER_SHARE && counts.even < half * MAX_OTHER_SHARE) return 'utf-16le';
  return counts.even > half * MIN_UPPER_SHARE && counts.odd < half * MAX_OTHER_SHARE ? 'utf-16be' : undefined;
}
