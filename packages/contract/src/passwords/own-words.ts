const MIN_LENGTH = 3;
const MAX_LENGTH = 30;
const MAX_WORDS = 24;
const PRODUCT = ['otvet', 'ответ'];

/** The words that a stranger would try first for this person: of his address, name, company and site, and the product. */
export function ownWords(texts: readonly string[]): string[] {
  const words = texts.flatMap((text) =>
    text
      .slice(0, 200)
      .normalize('NFKC')
      .toLowerCase()
      .split(/[^\p{L}\p{N}]+/u),
  );
  const long = [...PRODUCT, ...words].filter((word) => word.length >= MIN_LENGTH);
  return [...new Set(long)].slice(0, MAX_WORDS).map((word) => word.slice(0, MAX_LENGTH));
}
