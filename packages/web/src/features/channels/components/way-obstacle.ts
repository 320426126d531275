import type { Channel, OfferedChannelType } from '@otvet/contract';
import { describeChannel, needsWebhookAddress } from '@otvet/contract/values';

/** Why a way to a platform cannot be taken: there is one already, or the server has to be set up first. */
export type Obstacle = 'taken' | 'address' | 'library';

export type Way<Type extends string = OfferedChannelType> = { type: Type; obstacle: Obstacle | null };

export type Surroundings = {
  channels: readonly Pick<Channel, 'type' | 'inactiveReason'>[];
  /** Whether platforms can bring their messages to this server. */
  hasAddress: boolean;
  /** Types whose library this server does not have. */
  notInstalled: readonly string[];
};

/** One way to a platform, with what stands in it here. */
export function readWay(type: OfferedChannelType, surroundings: Surroundings): Way {
  return { type, obstacle: findObstacle(type, surroundings) };
}

/** The way that is offered first: of those that can be taken. */
export function firstOpen<Type extends string>(ways: readonly Way<Type>[]): Type | undefined {
  return ways.find(({ obstacle }) => obstacle === null)?.type;
}

/** Ways that can be taken stand above those that cannot. */
export function openFirst<Type extends string>(ways: readonly Way<Type>[]): Way<Type>[] {
  const isOpen = ({ obstacle }: Way<Type>) => obstacle === null;
  return [...ways.filter(isOpen), ...ways.filter((way) => !isOpen(way))];
}

const ranks: Record<Obstacle, number> = { address: 1, library: 1, taken: 2 };
const rankOf = (ways: readonly Way[]): number =>
  Math.min(...ways.map(({ obstacle }) => (obstacle === null ? 0 : ranks[obstacle])));

/** Platforms that can be connected stand above those that the server has to be set up for, and what is connected below. */
export function orderOffers<Offer extends { ways: readonly Way[] }>(offers: readonly Offer[]): Offer[] {
  return offers.toSorted((one, other) => rankOf(one.ways) - rankOf(other.ways));
}

/** What to say on the card of a platform: that its server has to be set up, in the words of what is missing. */
export function markOf(ways: readonly Way[]) {
  if (ways.every(({ obstacle }) => obstacle === 'address')) return 'channels.address.mark' as const;
  const isSetUp = ways.some(({ obstacle }) => obstacle === null || obstacle === 'taken');
  return isSetUp ? null : ('channels.setup.mark' as const);
}

function findObstacle(type: OfferedChannelType, { channels, hasAddress, notInstalled }: Surroundings): Obstacle | null {
  const { onePerAccount, inbound } = describeChannel(type);
  // One that has lost its link is linked again in the same way.
  const isKept = ({ inactiveReason }: Surroundings['channels'][number]) =>
    inactiveReason === null || !inbound.includes('session');
  if (onePerAccount && channels.some((channel) => channel.type === type && isKept(channel))) return 'taken';
  if (!hasAddress && needsWebhookAddress(type)) return 'address';
  return notInstalled.includes(type) ? 'library' : null;
}
