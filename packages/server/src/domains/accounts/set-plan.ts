import { limits, type Plan } from '@otvet/contract';
import { withTransaction } from '../../platform/database/with-transaction.ts';
import type { AccountsTools } from './deps.ts';
import { foldEmail } from './fold-email.ts';
import { findIdentityByEmail } from './identity-store.ts';
import { findMember, setAllowance } from './store.ts';

/** What an account may have answered from now on. `messages` null: without any limit. */
export type PlanChange = { email: string; messages: number | null; days?: number | undefined };

export type ChangedPlan = { accountId: string; plan: Plan; messages: number | null; endsAt: Date };

const DAY_MS = 86_400_000;
const YEAR_DAYS = 365;

/** For who runs the server, who sells nothing: lifts the limit of an account, or gives it a new one. Undefined when nobody has the address. */
export async function setPlan(tools: AccountsTools, change: PlanChange): Promise<ChangedPlan | undefined> {
  const identity = await findIdentityByEmail.first(tools.pool, { foldedEmail: foldEmail(change.email) });
  const member = identity && (await findMember.first(tools.pool, { userId: identity.id }));
  if (member === undefined) return undefined;
  const { accountId, userId } = member;
  const { messages } = change;
  const now = tools.clock.now();
  const days = change.days ?? (messages === null ? YEAR_DAYS : limits.trialDays);
  const endsAt = new Date(now.getTime() + days * DAY_MS);
  const plan: Plan = messages === null ? 'enterprise' : 'trial';
  await withTransaction(tools.pool, async (tx) => {
    await setAllowance.run(tx, { accountId, plan, messagesLimit: messages, now, end: endsAt });
    const details = { plan, messages: messages === null ? 'unlimited' : String(messages), until: endsAt.toISOString() };
    const entry = { accountId, actor: 'command line', action: 'account.plan_changed' as const, ip: null };
    await tools.audit({ ...entry, object: `account:${accountId}`, details }, tx);
  });
  tools.announceChange({ accountId, userId });
  return { accountId, plan, messages, endsAt };
}
