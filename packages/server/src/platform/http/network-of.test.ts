import fc from 'fast-check';
import ipaddr from 'ipaddr.js';
import { describe, expect, it } from 'vitest';
import { crowdsOf, networkOf, networksOf } from './network-of.ts';

const group = fc.integer({ min: 0, max: 0xffff });
const half = fc.tuple(group, group, group, group);
/** Often with zeros, which may be left out. */
const sparse = fc.tuple(
  ...[0, 1, 2, 3].map(() => fc.oneof({ weight: 2, arbitrary: fc.constant(0) }, { weight: 1, arbitrary: group })),
);
// Behind the private bits: no IPv4 address stands in it.
const isPlain = (network: number[]) => network.some((part) => part !== 0);
const network = sparse.filter(isPlain);

const fullForm = (groups: number[]) => groups.map((part) => part.toString(16).padStart(4, '0')).join(':');
const shortForm = (groups: number[]) => new ipaddr.IPv6(groups.flatMap((part) => [part >> 8, part & 255])).toString();

describe('the network of an address', () => {
  it('is the same for every written form of an IPv6 address', () => {
    fc.assert(
      fc.property(network, sparse, (upper, lower) => {
        const groups = [...upper, ...lower];
        const forms = [
          fullForm(groups),
          shortForm(groups),
          fullForm(groups).toUpperCase(),
          `${shortForm(groups)}%eth0`,
        ];
        expect(new Set(forms.map(networkOf)).size).toBe(1);
      }),
    );
  });

  it('is shared by the neighbours in a /64, and by no others', () => {
    fc.assert(
      fc.property(network, network, half, half, (one, other, here, there) => {
        expect(networkOf(shortForm([...one, ...here]))).toBe(networkOf(shortForm([...one, ...there])));
        const isSame = one.every((part, place) => part === other[place]);
        expect(networkOf(shortForm([...one, ...here])) === networkOf(shortForm([...other, ...there]))).toBe(isSame);
      }),
    );
  });

  it('is the address itself for IPv4, also inside an IPv6 one', () => {
    fc.assert(
      fc.property(fc.ipV4(), (address) => {
        expect(networkOf(address)).toBe(address);
        expect(networkOf(`::ffff:${address}`)).toBe(address);
        expect(networkOf(ipaddr.IPv4.parse(address).toIPv4MappedAddress().toString())).toBe(address);
      }),
    );
  });

  it('leaves what is no address as it is', () => {
    expect(networkOf('unknown')).toBe('unknown');
  });
});

describe('the networks that an address is counted in', () => {
  const keysOf = (ip: string) => networksOf(ip).map(({ key }) => key);

  it('begin with its own, and grow in bound', () => {
    fc.assert(
      fc.property(fc.oneof(fc.ipV4(), fc.ipV6()), (ip) => {
        const networks = networksOf(ip);
        expect(networks[0]).toEqual({ key: networkOf(ip), share: 1 });
        expect(networks.map(({ share }) => share)).toEqual(ipaddr.process(ip).kind() === 'ipv4' ? [1] : [1, 2, 4]);
      }),
    );
  });

  it('are shared by a /56 and a /48 exactly, whatever stands behind', () => {
    fc.assert(
      fc.property(network, half, half, group, (upper, here, there, part) => {
        const [one = 0, two = 0, three = 0, four = 0] = upper;
        const ip = keysOf(shortForm([one, two, three, four, ...here]));
        const sameSite = keysOf(shortForm([one, two, three, part, ...there]));
        const otherSite = keysOf(shortForm([one, two, three ^ 1, four, ...here]));
        expect(ip[2]).toBe(sameSite[2]);
        expect(ip[1] === sameSite[1]).toBe(four >> 8 === part >> 8);
        expect(ip.filter((key) => otherSite.includes(key))).toEqual([]);
      }),
    );
  });
});

describe('the crowds that an address stands in', () => {
  it('are its network, its site and its provider, never one of IPv4 and IPv6 alike', () => {
    fc.assert(
      fc.property(fc.ipV4(), network, half, (ipv4, upper, lower) => {
        const keys = [ipv4, shortForm([...upper, ...lower])].flatMap((ip) => crowdsOf(ip).map(({ key }) => key));
        expect(new Set(keys).size).toBe(6);
      }),
    );
    const keysOf = (ip: string) => crowdsOf(ip).map(({ key }) => key);
    expect(keysOf('203.0.113.1').map((key, level) => key === keysOf('203.0.113.9')[level])).toEqual([
      false,
      true,
      true,
    ]);
    expect(keysOf('2001:db8:1:2::1').map((key, level) => key === keysOf('2001:db8:9::1')[level])).toEqual([
      ...[false, false, true],
    ]);
    expect(crowdsOf('unknown')).toEqual([{ key: 'unknown', share: 1 }]);
  });
});
