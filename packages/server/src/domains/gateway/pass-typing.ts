import { isAllowed, parseDialogUniqueId, type Role } from '@otvet/contract';
import { createRates } from '../../platform/rates/index.ts';
import type { Clock } from '../../platform/time/clock.ts';
import type { Accounts } from '../accounts/index.ts';
import type { Dialogs } from '../dialogs/index.ts';

/** A browser signals at most each 600 ms, in one dialog at a time. */
const rules = { signalsOfUser: { capacity: 10, perMinute: 120 } } as const;
const KNOWN_MS = 5000;
const MAX_KNOWN = 10_000;

export type OperatorTyping = { user: { accountId: string; userId: string; role: Role }; uniqueId: string };
type Place = { accountId: string; channelId: string; chatId: string };

type Deps = {
  accounts: Pick<Accounts, 'nameOf'>;
  dialogs: Pick<Dialogs, 'noteTyping'>;
  hasDialog(place: Place): Promise<boolean>;
  sendTyping(place: Place): Promise<void>;
  clock: Pick<Clock, 'now'>;
};

/**
 * A person of the business types: the other browsers and the customer see it, if he may answer and the dialog is one of
 * his account. Nothing leaves before both are sure; what is too much is dropped.
 */
export function createTypingPasser(deps: Deps): (typing: OperatorTyping) => Promise<void> {
  const signals = createRates(deps.clock, rules)('signalsOfUser');
  const isThere = rememberDialogs(deps);
  return async ({ user, uniqueId }) => {
    if (!isAllowed(user.role, 'inbox_answer') || signals.take(user.userId) > 0) return;
    const place = parseDialogUniqueId(uniqueId);
    if (!place) return;
    const { accountId } = user;
    if (!(await isThere({ ...place, accountId }))) return;
    const name = await deps.accounts.nameOf(user);
    deps.dialogs.noteTyping({ ...place, accountId, uniqueId, by: 'operator', name, userId: user.userId });
    await deps.sendTyping({ ...place, accountId });
  };
}

/** Whether an account has a dialog; the answer is kept for seconds, so that a burst of signals costs one query. */
function rememberDialogs({ hasDialog, clock }: Deps): (place: Place) => Promise<boolean> {
  const known = new Map<string, { isThere: Promise<boolean>; until: number }>();
  return (place) => {
    const key = `${place.accountId} ${place.channelId} ${place.chatId}`;
    const now = clock.now().getTime();
    const remembered = known.get(key);
    if (remembered && now < remembered.until && remembered.until - now <= KNOWN_MS) return remembered.isThere;
    const isThere = hasDialog(place);
    if (known.size >= MAX_KNOWN) known.clear();
    known.set(key, { isThere, until: now + KNOWN_MS });
    // A failed look must not be the answer for the next ones.
    isThere.catch(() => known.delete(key));
    return isThere;
  };
}
