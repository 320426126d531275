import type { Locale } from '@otvet/contract';

const CYRILLIC = /[\u0400-\u04ff]/;

/** The questions to offer: those in the reader's script first, each as early as it stands. */
export function pickQuestions<Pair extends { question: string }>(
  pairs: readonly Pair[],
  { locale, count }: { locale: Locale; count: number },
): Pair[] {
  const isOwn = ({ question }: Pair) => CYRILLIC.test(question) === (locale === 'ru');
  return [...pairs.filter(isOwn), ...pairs.filter((pair) => !isOwn(pair))].slice(0, count);
}
