import ipaddr from 'ipaddr.js';
import { rememberLast } from './remember-last.ts';

/**
 * The network of an address as a key for limits: an IPv4 address alone, the /64 of an IPv6 one, which is the least that a
 * provider gives to one customer. All written forms of an address have one key.
 */
export function networkOf(ip: string): string {
  return networksOf(ip)[0]?.key ?? ip;
}

/** A network with how many times the bound of a single one it gets. */
export type NetworkShare = { key: string; share: number };

/** What providers give away for nothing: a /48 holds 65,536 networks of one stranger. */
const ipv6Shares = [
  { bits: 64, share: 1 },
  { bits: 56, share: 2 },
  { bits: 48, share: 4 },
];

/**
 * All networks that an address is counted in, the narrowest first: `networkOf`, and for IPv6 the blocks around it with
 * larger bounds, so that a whole block buys a stranger four times the bound and no more.
 */
export function networksOf(ip: string): readonly NetworkShare[] {
  return rememberedNetworks(ip);
}

const REMEMBERED_ADDRESSES = 10_000;
const rememberedNetworks = rememberLast(REMEMBERED_ADDRESSES, findNetworks);

function findNetworks(ip: string): readonly NetworkShare[] {
  const address = readAddress(ip);
  if (address?.bytes.length !== 16) return [{ key: address?.network ?? ip, share: 1 }];
  return ipv6Shares.map(({ bits, share }) => ({ key: prefixOf(address.bytes, bits), share }));
}

/** What a network, a site (/48, /24) and a part of a provider (/32, /16) may hold before it is the crowd. */
const crowdShares = [1, 2, 32];
const crowdBits = { 4: [32, 24, 16], 16: [64, 48, 32] } as const;

/** The ever wider crowds that an address stands in: whose connections are too many when not all can stay. */
export function crowdsOf(ip: string): NetworkShare[] {
  const address = readAddress(ip);
  if (address === undefined) return [{ key: ip, share: 1 }];
  const levels = address.bytes.length === 16 ? crowdBits[16] : crowdBits[4];
  return crowdShares.map((share, level) => ({
    key: `${address.bytes.length}:${prefixOf(address.bytes, levels[level] ?? 0)}`,
    share,
  }));
}

type Address = { bytes: Buffer; network: string };

function readAddress(ip: string): Address | undefined {
  if (!ipaddr.isValid(ip)) return undefined;
  const address = ipaddr.process(ip);
  const bytes = Buffer.from(address.toByteArray());
  return { bytes, network: address.kind() === 'ipv4' ? address.toString() : prefixOf(bytes, 64) };
}

function prefixOf(bytes: Buffer, bits: number): string {
  return bytes.subarray(0, bits / 8).toString('hex');
}
