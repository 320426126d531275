import type { Channel, KnowledgeBase } from '@otvet/contract';
import { isEmbedded } from '@otvet/contract/values';

export const firstSteps = ['answers', 'channel', 'try'] as const;
export type FirstStep = (typeof firstSteps)[number];

type HeldChannel = Pick<Channel, 'id' | 'type' | 'lastSite'>;

/** What an account holds so far; undefined while it is not known. */
export type Holdings = {
  bases: Pick<KnowledgeBase, 'pairs' | 'knownSources'>[] | undefined;
  channels: HeldChannel[] | undefined;
  hasDialogs: boolean | undefined;
};

/** How many of the first steps are done. */
export const countDone = (done: Record<FirstStep, boolean>): number => firstSteps.filter((step) => done[step]).length;

/** Which of the first steps are done and which comes next, told by what the account holds; null while that is not known. */
export function readFirstSteps({ bases, channels, hasDialogs }: Holdings) {
  if (bases === undefined || channels === undefined || hasDialogs === undefined) return null;
  const done: Record<FirstStep, boolean> = {
    answers: bases.some(({ pairs, knownSources }) => pairs + knownSources > 0),
    channel: channels.length > 0,
    try: hasDialogs,
  };
  const next = firstSteps.find((step) => !done[step]) ?? null;
  return { done, next, unplaced: next === null ? findUnplaced(channels) : null };
}

/** How much of the screen they take: all three steps, the line about the code, or nothing any more. */
export type StepsLook = 'whole' | 'line' | 'none';

export function lookOf({ next, unplaced }: Pick<NonNullable<ReturnType<typeof readFirstSteps>>, 'next' | 'unplaced'>) {
  if (next !== null) return 'whole';
  return unplaced === null ? 'none' : 'line';
}

/** A chat whose code no site has loaded yet: with it the account is not set up, whatever else is done. */
function findUnplaced<Held extends HeldChannel>(channels: readonly Held[]): Held | null {
  const chats = channels.filter(({ type }) => isEmbedded(type));
  return chats.some(({ lastSite }) => lastSite !== null) ? null : (chats[0] ?? null);
}
