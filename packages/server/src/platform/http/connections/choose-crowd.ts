import { crowdsOf, type NetworkShare } from '../network-of.ts';

/**
 * Those that have to go first when all are being answered, at most `max`: the newest of the largest crowd. A crowd is
 * measured by its share, so that one stranger's networks count together, and a large provider is no crowd too soon.
 */
export function chooseCrowd<Member>(
  members: Iterable<Member>,
  { addressOf, max }: { addressOf: (member: Member) => string; max: number },
): Member[] {
  const sizes = new Map<string, number>();
  const standing = [...members].map((member) => ({ member, crowds: crowdsOf(addressOf(member)) }));
  for (const { crowds } of standing) for (const { key } of crowds) sizes.set(key, (sizes.get(key) ?? 0) + 1);
  const pressOf = ({ key, share }: NetworkShare) => (sizes.get(key) ?? 0) / share;
  return standing
    .map(({ member, crowds }, age) => ({ member, age, press: Math.max(...crowds.map(pressOf)) }))
    .sort((one, other) => other.press - one.press || other.age - one.age)
    .slice(0, max)
    .map(({ member }) => member);
}
