import { isPublicWildcard } from '@otvet/contract';
import { readOrigin } from '../../../platform/http/index.ts';

type OriginQuestion = {
  /** The header as the browser sent it; undefined when absent. */
  origin: string | undefined;
  isReading: boolean;
  allowedOrigins: readonly string[];
  /** Pages of this server itself may always use the widget. */
  isOwnPage: boolean;
};

/** `allowOrigin` is the value to echo; null where the request has none. */
export type OriginVerdict = { isAllowed: true; allowOrigin: string | null } | { isAllowed: false };

/** Who may talk to a widget from which page. An empty list lets every site in; reading without an Origin is same-origin or no browser. */
export function judgeOrigin(question: OriginQuestion): OriginVerdict {
  const { origin, allowedOrigins } = question;
  const isOpen = allowedOrigins.length === 0;
  if (origin === undefined) return isOpen || question.isReading ? { isAllowed: true, allowOrigin: null } : refused;
  if (isOpen) return { isAllowed: true, allowOrigin: origin };
  const address = readOrigin(origin);
  const isListed = address !== undefined && allowedOrigins.some((pattern) => matchesOrigin(pattern, address));
  return question.isOwnPage || isListed ? { isAllowed: true, allowOrigin: origin } : refused;
}

const refused: OriginVerdict = { isAllowed: false };

const patternParts = /^(?:(https?):\/\/)?(\*\.)?([^*/]+)$/i;

/** `https://shop.example` is exact, `*.shop.example` any subdomain (not the name itself), no scheme means http and https. URL turns names into punycode. */
function matchesOrigin(pattern: string, address: URL): boolean {
  const [, scheme, wildcard, name] = patternParts.exec(pattern.trim()) ?? [];
  // One that was stored before such wildcards were refused lets nobody in.
  if (name === undefined || isPublicWildcard(pattern)) return false;
  const protocol = scheme === undefined ? address.protocol : `${scheme.toLowerCase()}:`;
  if (protocol !== address.protocol || !URL.canParse(`${protocol}//${name}`)) return false;
  const listed = new URL(`${protocol}//${name}`);
  if (listed.port !== address.port) return false;
  return wildcard === undefined
    ? listed.hostname === address.hostname
    : address.hostname.endsWith(`.${listed.hostname}`) && address.hostname.length > listed.hostname.length + 1;
}
