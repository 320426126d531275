import type { Source } from '@otvet/contract';

type Named = Pick<Source, 'sourceName' | 'heading' | 'title'>;
/**
 * What an answer stands on, in the parts that are shown: the question of a pair; of a file or page its name and the heading.
 * `number`: which of the `all` that would else look alike.
 */
export type SourceName<S> = { source: S; name: string; heading: string; number: number; all: number };

/** In a few words. */
export function nameSource(source: Named): string {
  const { name, heading } = partsOf(source);
  return heading === '' ? name : `${name} › ${heading}`;
}

/** The sources of one answer, so that no two of them look alike. */
export function nameSources<S extends Named>(sources: readonly S[]): SourceName<S>[] {
  const named = sources.map((source) => ({ source, ...partsOf(source) }));
  const seen = new Map<string, number>();
  return named.map((one) => {
    const key = nameSource(one.source);
    const number = (seen.get(key) ?? 0) + 1;
    seen.set(key, number);
    return { ...one, number, all: named.filter(({ source }) => nameSource(source) === key).length };
  });
}

const MAX_NAME = 36;
const TAIL = 12;

/** A long name without its middle: how it begins tells what it is, and how it ends which of several. */
export function shortenName(name: string): string {
  const signs = [...name];
  if (signs.length <= MAX_NAME) return name;
  return `${signs
    .slice(0, MAX_NAME - TAIL - 1)
    .join('')
    .trimEnd()}…${signs.slice(-TAIL).join('').trimStart()}`;
}

function partsOf({ sourceName, heading, title }: Named): { name: string; heading: string } {
  // Answers of earlier days know only what stands above the passage.
  if (sourceName === undefined) return { name: title, heading: '' };
  return { name: sourceName, heading: heading === undefined || heading === sourceName ? '' : heading };
}
