const PLACE = /\{\{(\w+)\}\}/g;

export type Catalogue = ReadonlyMap<string, string>;
export type Params = Record<string, string | number>;

/** Text of a key with its `{{places}}` filled; with a `count`, the form that the language has for it. A missing one is its key. */
export function fillText({
  catalogue,
  plurals,
  key,
  params,
}: {
  catalogue: Catalogue;
  plurals: Intl.PluralRules;
  key: string;
  params: Params;
}): string {
  const { count } = params;
  const form = typeof count === 'number' ? catalogue.get(`${key}_${plurals.select(count)}`) : undefined;
  const text = form ?? catalogue.get(key) ?? key;
  return text.replaceAll(PLACE, (place, name: string) => String(Object.hasOwn(params, name) ? params[name] : place));
}
