import type { Message, Source } from '@otvet/contract';

const quoted = { ru: ['«', '»'], en: ['“', '”'] } as const;

/** What an answer to several questions left open; nothing where it answered all of them or none. */
export function openQuestionsOf({ sources, debug }: Pick<Message, 'sources' | 'debug'>): string[] {
  return sources.length === 0 ? [] : (debug?.openQuestions ?? []);
}

/** Questions in the customer's words, as a sentence names them: «сауна» и «парковка». */
export function quoteQuestions(questions: readonly string[], locale: keyof typeof quoted): string {
  const [begin, end] = quoted[locale];
  return new Intl.ListFormat(locale, { type: 'conjunction' }).format(
    questions.map((question) => `${begin}${question.trim().replace(/(?<![\s?!.,])[\s?!.,]+$/u, '')}${end}`),
  );
}

/** What it did answer, by what that stands on, each named once. */
export function nameAnswered(sources: readonly Source[], nameOf: (source: Source) => string): string {
  return [...new Set(sources.map(nameOf))].join('; ');
}
