/** Where something stands in a payload. */
type Place = readonly (string | number)[];
type Body = { name: string; payload: unknown };

const BYTES = 2 * 1024 * 1024 - 64 * 1024;
/** The values that a body of a platform may hold, and room for those of the fixture. */
const MAX_VALUES = 90_000;

const fill = (piece: string, bytes: number): string => piece.repeat(Math.ceil(bytes / Buffer.byteLength(piece)));
const copies = (one: unknown): unknown[] => {
  const json = JSON.stringify(one);
  const count = Math.min(BYTES / (Buffer.byteLength(json) + 1), MAX_VALUES / json.split(',').length);
  return Array.from({ length: Math.floor(count) }, () => one);
};

/** What slow readers of texts go over again and again. */
const slow = ["<a href='u:1'>x</a>", '<', '[club1|', '&amp;', 'TEL:\r\n', '12345678'];
const text = `<p>${slow.map((piece) => fill(piece, BYTES / slow.length)).join(' ')}</p>`;
const unknownKeys = Object.fromEntries(Array.from({ length: MAX_VALUES }, (_, at) => [`nobody${at}`, 1]));

/** Fields in which people write. */
const WORDS = /^(?:text|body|caption|title|subject|conversation|vcard|url)$/;

/** What may stand in the place of a value, as large as a webhook may be. */
function hostileValues(value: unknown, name: string | number | undefined): Record<string, unknown> {
  if (typeof value === 'string' && WORDS.test(String(name))) return { text };
  if (Array.isArray(value))
    return { copies: copies(value[0] ?? {}), 'empty objects': copies({}), 'long numbers': copies(1e18) };
  const isObject = typeof value === 'object' && value !== null;
  return name === undefined && isObject ? { 'unknown keys': { ...value, ...unknownKeys } } : {};
}

/** The value at a place of a payload replaced. */
function replaceAt(payload: unknown, [key, ...rest]: Place, value: unknown): unknown {
  if (key === undefined) return value;
  if (Array.isArray(payload)) return payload.map((one, at) => (at === key ? replaceAt(one, rest, value) : one));
  const of = Object.entries(payload ?? {});
  return Object.fromEntries(of.map(([name, one]) => [name, name === key ? replaceAt(one, rest, value) : one]));
}

function listPlaces(value: unknown, place: Place = []): { place: Place; value: unknown }[] {
  const here = { place, value };
  if (Array.isArray(value)) return [here, ...value.slice(0, 1).flatMap((one) => listPlaces(one, [...place, 0]))];
  if (typeof value !== 'object' || value === null) return [here];
  return [here, ...Object.entries(value).flatMap(([key, one]) => listPlaces(one, [...place, key]))];
}

/** A few hundred of what the list holds, and beside it a megabyte that nobody reads. */
function withShared(payload: unknown, place: Place, list: unknown[]): unknown {
  const many = replaceAt(
    payload,
    place,
    Array.from({ length: 300 }, () => list[0] ?? {}),
  );
  const parent = place.slice(0, -1);
  const around = parent.reduce<unknown>((value, key) => Object(value)[key], many);
  return replaceAt(many, parent, { ...Object(around), nobody: 'x'.repeat(1_000_000) });
}

/** Payloads of a channel's own form in which one place holds as much as a webhook may bring. */
export function* listHostileBodies(fixtures: readonly { payload: unknown }[]): Generator<Body> {
  const seen = new Set<string>();
  for (const { payload } of fixtures)
    for (const { place, value } of listPlaces(payload)) {
      const name = String(place.at(-1));
      const values = seen.has(name) ? {} : hostileValues(value, place.at(-1));
      if (Object.keys(values).length === 0) continue;
      seen.add(name);
      for (const [kind, hostile] of Object.entries(values))
        yield { name: `${place.join('.')}: ${kind}`, payload: replaceAt(payload, place, hostile) };
      if (Array.isArray(value) && typeof place.at(-1) === 'string')
        yield { name: `${place.join('.')}: junk beside it`, payload: withShared(payload, place, value) };
    }
}
