import { parse } from 'tldts';
import { findOriginShapeFault, type OriginFault } from './patterns.ts';

const WILDCARD = /^(?:https?:\/\/)?\*\.([^/:]+)(?::\d{1,5})?$/i;

/**
 * Whether a wildcard lets in the sites of people who have nothing to do with each other: `*.com`, `*.co.uk`, and
 * `*.github.io`, below which everybody may have a site. By the public suffix list, its private part included, for the name
 * that a browser makes of what was written: the list is compared letter by letter, and `РУС` is `рус`.
 */
export function isPublicWildcard(pattern: string): boolean {
  const name = WILDCARD.exec(pattern.trim())?.[1];
  if (name === undefined) return false;
  const url = `http://${name.normalize('NFKC').toLowerCase()}`;
  if (!URL.canParse(url)) return true;
  const { domain, isIp } = parse(new URL(url).hostname, { allowPrivateDomains: true });
  return domain === null || isIp === true;
}

/** What is wrong with a site of the list that may show a widget; undefined where nothing is. */
export function findOriginFault(pattern: string): OriginFault | undefined {
  return findOriginShapeFault(pattern) ?? (isPublicWildcard(pattern) ? 'origin_public' : undefined);
}
