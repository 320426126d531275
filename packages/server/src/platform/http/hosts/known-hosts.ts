import ipaddr from 'ipaddr.js';
import { rememberLast } from '../remember-last.ts';

type HostRules = {
  publicUrl: string | undefined;
  /** `ALLOWED_HOSTS`. */
  allowedHosts: readonly string[];
  /** What the machine calls itself. */
  machineName?: string;
};

/**
 * By which names this server is asked for. The Host header proves nothing: a stranger may let a name of his point to our
 * address, and then his page is one origin with our answers (DNS rebinding).
 */
export type KnownHosts = {
  /** Judges a Host header. */
  isKnown(host: string | undefined): boolean;
  /** Judges the Host header of a request whose X-Forwarded-Host is believed: then it is what the proxy calls us. */
  isKnownOrOurs(host: string | undefined): boolean;
  /** Whether a page of this origin is one of ours, when its request has this Host header. */
  isOwnOrigin(origin: string | undefined, host: string | undefined): boolean;
};

const REMEMBERED_HOSTS = 100;
const MAX_HOST_HEADER = 300;
/** A name or an address, and a port. */
const HOST_HEADER = /^(\[[0-9a-f:.]{2,45}\]|[^\s:/?#@\\[\]]{1,255})(?::\d{1,5})?$/i;

/** The name of a Host header, as browsers write it: lower case, punycode, one form of each address, no port, no last dot. */
export function nameOfHost(host: string | undefined): string | undefined {
  const written = HOST_HEADER.exec(host ?? '')?.[1];
  if (written === undefined || !URL.canParse(`http://${written}`)) return undefined;
  const { hostname } = new URL(`http://${written}`);
  return hostname.endsWith('.') ? hostname.slice(0, -1) : hostname;
}

export function createKnownHosts(rules: HostRules): KnownHosts {
  const { publicUrl, machineName = '' } = rules;
  const added = new Set(rules.allowedHosts.map(nameOfHost));
  const names = new Set([...added, ...namesOf(machineName)]);
  if (publicUrl !== undefined) names.add(nameOfHost(new URL(publicUrl).host));
  const isKnownHost = rememberLast(REMEMBERED_HOSTS, (host) => {
    const name = nameOfHost(host);
    if (name === undefined) return false;
    return names.has(name) || isLoopbackName(name) || (publicUrl === undefined && cannotBeAStrangers(name));
  });
  const isKnown = (host: string | undefined) =>
    host !== undefined && host.length <= MAX_HOST_HEADER && isKnownHost(host);
  const isOurs = (host: string | undefined) => {
    const name = nameOfHost(host);
    return isKnown(host) || (name !== undefined && cannotBeAStrangers(name));
  };
  return {
    isKnown,
    isKnownOrOurs: isOurs,
    isOwnOrigin: (origin, host) => {
      const page = readOrigin(origin);
      if (page === undefined || !isOurs(host)) return false;
      if (publicUrl !== undefined && page.origin === new URL(publicUrl).origin) return true;
      const isSameHost = page.host === host?.toLowerCase() && isKnown(host);
      if (publicUrl !== undefined) return isSameHost && added.has(nameOfHost(host));
      // While developing, the page comes from another port of the same machine.
      return isSameHost || (isLoopbackName(nameOfHost(page.host) ?? '') && isLoopbackName(nameOfHost(host) ?? ''));
    },
  };
}

/** Only a bare origin of the web counts: `null`, paths and credentials are nobody's. */
export function readOrigin(origin: string | undefined): URL | undefined {
  const page = origin !== undefined && URL.canParse(origin) ? new URL(origin) : undefined;
  const isWeb = page?.protocol === 'https:' || page?.protocol === 'http:';
  return isWeb && page.origin === origin?.toLowerCase() ? page : undefined;
}

/** `my-pc` is also called `my-pc.local` in its network. */
function namesOf(machineName: string): (string | undefined)[] {
  const [first = ''] = machineName.split('.');
  return machineName === '' ? [] : [nameOfHost(machineName), nameOfHost(`${first}.local`)];
}

/** A name or address that leads to the machine that asks. */
export function isLoopbackName(name: string): boolean {
  if (name === 'localhost' || name.endsWith('.localhost')) return true;
  const address = addressOf(name);
  return address?.range() === 'loopback';
}

/** An address is no name that could be pointed elsewhere, and nobody can register a name without a dot (a container's, a computer's). */
function cannotBeAStrangers(name: string): boolean {
  return addressOf(name) !== undefined || !name.includes('.');
}

function addressOf(name: string): ipaddr.IPv4 | ipaddr.IPv6 | undefined {
  const bare = name.replace(/^\[|\]$/g, '');
  return ipaddr.isValid(bare) ? ipaddr.process(bare) : undefined;
}
