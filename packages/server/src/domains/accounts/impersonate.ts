import { withTransaction } from '../../platform/database/with-transaction.ts';
import { AppError } from '../../platform/errors/app-error.ts';
import type { AccountsTools, Caller } from './deps.ts';
import { foldEmail } from './fold-email.ts';
import { findIdentityByEmail } from './identity-store.ts';
import { startSession } from './start-session.ts';
import { findMember } from './store.ts';

/** A link by which support works as this user: valid for 60 s, once; undefined when nobody has the address. */
export async function createSignInLink(
  tools: AccountsTools,
  { email, by }: { email: string; by: string },
): Promise<string | undefined> {
  const identity = await findIdentityByEmail.first(tools.pool, { foldedEmail: foldEmail(email) });
  const member = identity && (await findMember.first(tools.pool, { userId: identity.id }));
  if (member === undefined) return undefined;
  return withTransaction(tools.pool, async (tx) => {
    const { userId, accountId } = member;
    const token = await tools.tokens.issue({ purpose: 'sign-in-as', userId, email: member.email, madeBy: by }, tx);
    await tools.audit({ accountId, actor: by, action: 'impersonation.link_made', details: { userId }, ip: null }, tx);
    return `${tools.baseUrl()}/signinas/${token}/`;
  });
}

/** Exchanges such a link's token for a session of one hour that has the name of who works in it. */
export async function signInAs(
  tools: AccountsTools,
  { token, ip }: { token: string } & Caller,
): Promise<{ sessionToken: string }> {
  await tools.limits.require([{ rule: 'token.ip', subject: ip }]);
  return withTransaction(tools.pool, async (tx) => {
    const { userId, madeBy } = await tools.tokens.take({ token, purpose: 'sign-in-as' }, tx);
    const member = await findMember.first(tx, { userId });
    if (member === undefined || madeBy === null) throw new AppError('auth.token_invalid');
    const { accountId } = member;
    await tools.audit({ accountId, actor: madeBy, action: 'impersonation.started', details: { userId }, ip }, tx);
    return { sessionToken: await startSession(tools, { session: { userId, ip, impersonatedBy: madeBy }, tx }) };
  });
}
