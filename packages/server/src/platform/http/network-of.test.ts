import fc from 'fast-check';
import ipaddr from 'ipaddr.js';
import { describe, expect, it } from 'vitest';
import { networkOf } from './network-of.ts';

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
