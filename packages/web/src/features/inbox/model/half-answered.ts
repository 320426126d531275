import type { Message, Source } from '@otvet/contract';

/** What an answer to several questions left open; nothing where it answered all of them or none. */
export function openQuestionsOf({ sources, debug }: Pick<Message, 'sources' | 'debug'>): string[] {
  return sources.length === 0 ? [] : (debug?.openQuestions ?? []);
}

/** What it did answer, by what that stands on, each named once. */
export function nameAnswered(sources: readonly Source[], nameOf: (source: Source) => string): string {
  return [...new Set(sources.map(nameOf))].join('; ');
}
