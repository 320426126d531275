import type { Channel } from '@otvet/contract';

type Source = Pick<Channel, 'id' | 'name' | 'type' | 'accountName'>;

/** Channels to choose from: name and platform; the account beside them where two would read the same. */
export function nameSources(
  channels: readonly Source[],
  titleOf: (type: string) => string,
): { value: string; label: string }[] {
  const short = ({ name, type }: Source) => (name === titleOf(type) ? name : `${name} · ${titleOf(type)}`);
  const isAlone = (label: string) => channels.filter((one) => short(one) === label).length === 1;
  return channels.map((one) => {
    const label = short(one);
    return { value: one.id, label: isAlone(label) || one.accountName === '' ? label : `${label} · ${one.accountName}` };
  });
}
