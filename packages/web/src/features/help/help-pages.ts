import type { Locale } from '@otvet/contract';

const pages = import.meta.glob<string>('../../../../../docs/channels/*.md', { query: '?raw', import: 'default' });

export function hasHelpPage(type: string): boolean {
  return Object.hasOwn(pages, pathOf(type));
}

/** The help page of a channel type in one language; undefined where there is none. Russian is the source. */
export async function loadHelpPage(type: string, locale: Locale): Promise<string | undefined> {
  const own = pages[pathOf(`${type}.en`)];
  const load = locale === 'en' && own !== undefined ? own : pages[pathOf(type)];
  return load?.();
}

function pathOf(name: string): string {
  return `../../../../../docs/channels/${name}.md`;
}
