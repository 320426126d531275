import { parse } from 'tldts';
import { siteOriginPattern } from './patterns.ts';

/** Why a pattern of sites is refused: a key of `errors.field.*`. */
export type OriginFault = 'origin' | 'origin_public';

const WILDCARD = /^(?:https?:\/\/)?\*\.([^/:]+)(?::\d{1,5})?$/i;

/**
 * Whether a wildcard lets in the sites of people who have nothing to do with each other: `*.com`, `*.co.uk`, and
 * `*.github.io`, below which everybody may have a site. By the public suffix list, its private part included.
 */
export function isPublicWildcard(pattern: string): boolean {
  const name = WILDCARD.exec(pattern.trim())?.[1];
  if (name === undefined) return false;
  const { domain, isIp } = parse(name, { allowPrivateDomains: true });
  return domain === null || isIp === true;
}

/** What is wrong with a site of the list that may show a widget; undefined where nothing is. */
export function findOriginFault(pattern: string): OriginFault | undefined {
  if (!siteOriginPattern.test(pattern)) return 'origin';
  return isPublicWildcard(pattern) ? 'origin_public' : undefined;
}
