import { lookup } from 'node:dns/promises';
import ipaddr from 'ipaddr.js';
import { OutboundError } from './outbound-error.ts';

export type Address = { address: string; family: 4 | 6 };

/** All addresses of a name, as the system resolves it; tests hand in their own. */
export type Resolve = (hostname: string) => Promise<Address[]>;

export type TargetRules = {
  isPrivateAddressAllowed: boolean;
  allowedPorts: readonly number[];
  resolve: Resolve;
  isPublic: (address: string) => boolean;
};

/** An address that was checked; the connection goes to exactly `address`, whatever the name says later. */
export type Target = { url: URL; address: Address };

const MAX_URL = 2000;
const defaultPorts: Record<string, number> = { 'http:': 80, 'https:': 443 };

export const systemResolve: Resolve = async (hostname) => {
  const found = await lookup(hostname, { all: true, verbatim: true });
  return found.map(({ address, family }) => ({ address, family: family === 6 ? 6 : 4 }));
};

/** Reads an address a user gave, or throws: http(s) only, known ports, no user or password in it. */
export function parseTarget(text: string, rules: TargetRules): URL {
  if (text.length > MAX_URL || !URL.canParse(text)) throw new OutboundError('url');
  const url = new URL(text);
  const standard = defaultPorts[url.protocol];
  if (standard === undefined || url.username !== '' || url.password !== '') throw new OutboundError('url');
  const port = url.port === '' ? standard : Number(url.port);
  if (!rules.isPrivateAddressAllowed && !rules.allowedPorts.includes(port)) throw new OutboundError('address_refused');
  return url;
}

/** Resolves once and demands that every address is public, so that no second answer can slip in another. */
export async function checkTarget(url: URL, rules: TargetRules): Promise<Target> {
  const host = bareHost(url);
  const addresses = await findAddresses(host, rules.resolve);
  const [address] = addresses;
  if (address === undefined) throw new OutboundError('name_unknown');
  const areAllowed = rules.isPrivateAddressAllowed || addresses.every((found) => rules.isPublic(found.address));
  if (!areAllowed) throw new OutboundError('address_refused', { isOfName: !ipaddr.isValid(host) });
  return { url, address };
}

async function findAddresses(host: string, resolve: Resolve): Promise<Address[]> {
  if (ipaddr.isValid(host)) return [{ address: host, family: ipaddr.parse(host).kind() === 'ipv6' ? 6 : 4 }];
  try {
    return await resolve(host);
  } catch (cause) {
    throw new OutboundError('name_unknown', { cause });
  }
}

/** Brackets of IPv6 and a last dot belong to the writing, not to the name. */
function bareHost(url: URL): string {
  return url.hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '');
}
