import type { Source } from '@otvet/contract';

/** What an answer stands on, in a few words: the question of a pair; of a file or page its name and the heading. */
export function nameSource({ sourceName, heading, title }: Pick<Source, 'sourceName' | 'heading' | 'title'>): string {
  // Answers of earlier days know only what stands above the passage.
  if (sourceName === undefined) return title;
  return heading === undefined || heading === sourceName ? sourceName : `${sourceName} › ${heading}`;
}
