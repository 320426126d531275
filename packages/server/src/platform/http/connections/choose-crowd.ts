import { crowdsOf, type NetworkShare } from '../network-of.ts';

/** What presses on all in the ever wider crowds of one address: of how much, and in which of them it stands. */
export type Standing = { crowds: readonly NetworkShare[]; size: number };

/**
 * Those that have to go first when all are being answered, at most `max`: the newest of the largest crowd. A crowd is
 * measured by its share, so that one stranger's networks count together, and a large provider is no crowd too soon.
 */
export function chooseCrowd<Member>(
  members: Iterable<Member>,
  { addressOf, max }: { addressOf: (member: Member) => string; max: number },
): Member[] {
  const standing = [...members].map((member) => ({ member, crowds: crowdsOf(addressOf(member)), size: 1 }));
  const pressOf = measureCrowds(standing);
  return standing
    .map(({ member, crowds }, age) => ({ member, age, press: pressOf(crowds) }))
    .sort((one, other) => other.press - one.press || other.age - one.age)
    .slice(0, max)
    .map(({ member }) => member);
}

/** Adds up all crowds; gives how large, by its share, the largest of somebody's crowds is. */
export function measureCrowds(standing: Iterable<Standing>): (crowds: readonly NetworkShare[]) => number {
  const sizes = new Map<string, number>();
  for (const { crowds, size } of standing) for (const { key } of crowds) sizes.set(key, (sizes.get(key) ?? 0) + size);
  return (crowds) => Math.max(0, ...crowds.map(({ key, share }) => (sizes.get(key) ?? 0) / share));
}
