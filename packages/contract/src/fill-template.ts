// No schema stands here: browsers take these rules without the schema library.

const PLACE = /\{\{([a-z0-9_]{1,60})\}\}/gi;

/** Names of the places of a template's text, each once, in their order: numbers, or words. */
export function placesOf(text: string): string[] {
  return [...new Set([...text.matchAll(PLACE)].map(([, name = '']) => name))];
}

/** The text with its places filled; one without a value stays as it is. */
export function fillTemplate(text: string, values: Readonly<Record<string, string>>): string {
  return text.replace(PLACE, (place, name: string) => (Object.hasOwn(values, name) ? (values[name] ?? place) : place));
}

/** What the customer sees, from top to bottom. */
export function showTemplate(
  { header, body, footer }: { header: string | null; body: string; footer: string | null },
  values: Readonly<Record<string, string>>,
): string {
  return [header ?? '', fillTemplate(body, values), footer ?? ''].filter((part) => part !== '').join('\n');
}
