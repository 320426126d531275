import { type ChannelState, meaningOfReason } from '@otvet/contract';
import type { Channels } from '../index.ts';

type Known = { id: string; type: string; name: string; identity: string; accountName: string; state: ChannelState };

/** Numbers that are connected, and those whose owner has yet to confirm them. */
export async function listOfficialNumbers(
  channels: Pick<Channels, 'list' | 'connecting'>,
  { accountId, isOfficial }: { accountId: string; isOfficial: (type: string) => boolean },
) {
  const stored = (await channels.list(accountId)).filter(({ type }) => isOfficial(type));
  const connected = stored.map(({ settings, inactiveReason, ...rest }) => ({
    ...rest,
    name: settings.name,
    state: inactiveReason === null ? ('active' as const) : meaningOfReason(rest.type, inactiveReason).state,
  }));
  const drafts = (await channels.connecting.list(accountId)).filter(({ type }) => isOfficial(type));
  const begun = drafts.flatMap(({ id, type, draft: { account, name } }): Known[] => {
    const isKnown = connected.some((one) => one.type === type && one.identity === account?.identity);
    if (!account || isKnown) return [];
    return [{ ...account, id, type, name: name ?? account.title, state: 'connecting' }];
  });
  return [...connected, ...begun].map(describeNumber);
}

function describeNumber({ id, type, name, identity, accountName, state }: Known) {
  return {
    id,
    // Some providers do not tell the phone, or told their own number of the account in its place.
    number: accountName === '' || accountName === identity ? null : accountName,
    name,
    channelType: type,
    // Nobody charges for a number here.
    paid: true,
    onboarded: state === 'active',
    state,
  };
}
