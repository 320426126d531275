import type { Locale } from '@otvet/contract';

const FOLDER = '../../../../../docs/';
const pages = import.meta.glob<string>('../../../../../docs/{channels/*,knowledge,knowledge.en}.md', {
  query: '?raw',
  import: 'default',
});

/** `name`: of a page below docs: `channels/{type}`, `knowledge`. */
export function hasHelpPage(name: string): boolean {
  return Object.hasOwn(pages, pathOf(name));
}

/** A help page in one language; undefined where there is none. Russian is the source. */
export async function loadHelpPage(name: string, locale: Locale): Promise<string | undefined> {
  const own = pages[pathOf(`${name}.en`)];
  const load = locale === 'en' && own !== undefined ? own : pages[pathOf(name)];
  return load?.();
}

function pathOf(name: string): string {
  return `${FOLDER}${name}.md`;
}
