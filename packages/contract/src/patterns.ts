/** Pictures that people may send. */
export const imageTypes: readonly string[] = ['image/jpeg', 'image/png', 'image/gif', 'image/webp'];

/** An email address, as the schema library has it: browsers ask the same of it without the library. */
export const emailPattern =
  /^(?!\.)(?!.*\.\.)([A-Za-z0-9_'+\-.]*)[A-Za-z0-9_+-]@([A-Za-z0-9][A-Za-z0-9-]*\.)+[A-Za-z]{2,}$/;

export const hexColorPattern = /^#(?:[0-9a-fA-F]{3}|[0-9a-fA-F]{6})$/;

/** The number of a chat; a group's is negative. */
export const chatIdPattern = /^-?\d{1,20}$/;

export const phonePattern = /^\+?[0-9 ()-]{5,24}$/;

/**
 * `https://shop.example`, `http://localhost:8080` or `*.shop.example`. A name of one part is `localhost` or follows its
 * scheme (`javascript:1` is no site), and never a wildcard: `*.com` would let everybody in.
 */
const siteOriginPattern =
  /^(?:(?:https?:\/\/)?(?:(?:\*\.)?[a-z0-9а-яё-]+(?:\.[a-z0-9а-яё-]+)+|localhost)|https?:\/\/[a-z0-9а-яё-]+)(?::\d{1,5})?$/i;

/** Why a pattern of sites is refused: a key of `errors.field.*`. */
export type OriginFault = 'origin' | 'origin_public';

/** A wildcard before a name of one part, which only its owner could want: `*.com`. */
const zoneWildcard = /^(?:https?:\/\/)?\*\.[a-z0-9а-яё-]+(?::\d{1,5})?$/i;
/** Browsers take a name for an address when its last part is a number; an address has no subdomains. */
const addressWildcard = /\*\.(?:[^:]{0,255}\.)?(?:\d{1,15}|0x[0-9a-f]{0,15})(?::\d{1,5})?$/i;

/** What is wrong with the look of a site, as far as it can be said without the list of zones. */
export function findOriginShapeFault(pattern: string): OriginFault | undefined {
  if (addressWildcard.test(pattern)) return 'origin';
  if (zoneWildcard.test(pattern)) return 'origin_public';
  return siteOriginPattern.test(pattern) ? undefined : 'origin';
}

/** http(s) address of a host; other schemes are none. Nor is one with a name before `@`: people read it as the host. */
export function isWebUrl(value: string): boolean {
  if (!URL.canParse(value)) return false;
  const { protocol, hostname, username, password } = new URL(value);
  return (protocol === 'http:' || protocol === 'https:') && hostname !== '' && username === '' && password === '';
}
