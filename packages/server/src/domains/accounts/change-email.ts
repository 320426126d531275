import type { PoolClient } from 'pg';
import { withTransaction } from '../../platform/database/with-transaction.ts';
import { AppError } from '../../platform/errors/app-error.ts';
import type { ApiUser } from '../../platform/http/api-context.ts';
import { refuseLineBreaks } from '../../platform/mail/mailer.ts';
import { outsideRequest } from '../../platform/scope/request-scope.ts';
import type { AccountsTools, Caller } from './deps.ts';
import { foldEmail } from './fold-email.ts';
import { deleteSessions, findIdentityByEmail, saveConfirmedEmail } from './identity-store.ts';
import { inConstantTime } from './in-constant-time.ts';
import { forgiveLinks, LASTING_MS, requireOwnPassword } from './passwords/change-password.ts';
import { confirmLink } from './register.ts';
import { findMember, type Member, updateMemberEmail } from './store.ts';
import { toReceiver } from './to-receiver.ts';

const ANSWER_MS = 250;

/** Asks the new address to confirm and notifies the old one. The answer never says whether the address is taken. */
export async function askEmailChange(
  tools: AccountsTools,
  { user, email, password, ip }: { user: ApiUser; email: string; password: string } & Caller,
): Promise<void> {
  refuseLineBreaks({ email });
  await tools.limits.require([{ rule: 'mail.user', subject: user.userId }]);
  await requireOwnPassword(tools, { userId: user.userId, password, ip });
  const ask = async () => {
    const member = await findMember.first(tools.pool, user);
    if (member === undefined) throw new AppError('auth.required');
    if (!member.isConfirmed) return askOwnAddressFirst(tools, { member, sessionId: user.sessionId, ip });
    const holder = await findIdentityByEmail.first(tools.pool, { foldedEmail: foldEmail(email) });
    const stranger =
      holder && holder.id !== user.userId ? await findMember.first(tools.pool, { userId: holder.id }) : undefined;
    await withTransaction(tools.pool, async (tx) => {
      if (stranger) await notifyHolder(tools, { holder: stranger, ip, tx });
      else await askNewAddress(tools, { member, email, sessionId: user.sessionId, isNeeded: false, ip, tx });
      await tools.mailer.queue(
        { ...toReceiver(member), ip, kind: 'email_change_asked', personal: { name: member.name, email } },
        tx,
      );
      const { accountId, userId } = user;
      await tools.audit({ accountId, actor: userId, action: 'email.change_asked', ip }, tx);
    });
  };
  // Where the address is somebody's, its holder is told, whose account is another.
  await outsideRequest(() => inConstantTime({ clock: tools.clock, ms: ANSWER_MS }, ask));
}

/** An account that anybody made with any address has no say over a second one; the link of the first mail may be lost. */
async function askOwnAddressFirst(
  tools: AccountsTools,
  { member, sessionId, ip }: { member: Member; sessionId: string } & Caller,
): Promise<never> {
  const { userId, email } = member;
  const hasLink = await tools.tokens.hasLasting({ userId, purpose: 'confirm-email', ms: LASTING_MS });
  await withTransaction(tools.pool, (tx) =>
    askNewAddress(tools, { member, email, sessionId, isNeeded: !hasLink, ip, tx }),
  );
  throw new AppError('auth.email_unconfirmed');
}

/** Confirms an address by a mailed token, once: the first one after sign-up, or a new one, which ends all other sessions. */
export async function confirmEmail(tools: AccountsTools, { token, ip }: { token: string } & Caller): Promise<void> {
  await tools.limits.require([{ rule: 'token.ip', subject: ip }]);
  const { ended, addresses, ...changed } = await withTransaction(tools.pool, async (tx) => {
    const { userId, email, madeBy } = await tools.tokens.take({ token, purpose: 'confirm-email' }, tx);
    const saved = await saveConfirmedEmail.run(tx, { userId, foldedEmail: foldEmail(email), now: tools.clock.now() });
    const member = await findMember.first(tx, { userId });
    if (saved === 0 || member === undefined) throw new AppError('auth.token_invalid');
    const { accountId } = member;
    const isChanged = member.email !== email;
    const ended = isChanged ? await moveTo(tools, { member, email, askedBy: madeBy, tx }) : [];
    await tools.audit({ accountId, actor: userId, action: 'email.confirmed', ip }, tx);
    return { accountId, userId, ended, addresses: isChanged ? [member.email, email] : [] };
  });
  tools.sessions.end(ended);
  tools.announceChange(changed);
  for (const address of addresses) await forgiveLinks(tools, address);
}

/** Gives the ids of the sessions that ended: all but the one that asked for the change. */
async function moveTo(
  tools: AccountsTools,
  { member, email, askedBy, tx }: { member: Member; email: string; askedBy: string | null; tx: PoolClient },
): Promise<string[]> {
  const { accountId, userId } = member;
  // Links that were mailed to the former address must not open the account any more.
  await tools.tokens.revoke({ userId, purposes: ['reset-password', 'confirm-email'] }, tx);
  await updateMemberEmail.run(tx, { accountId, userId, email });
  return (await deleteSessions.all(tx, { userId, except: askedBy })).map(({ id }) => id);
}

type NewAddress = { member: Member; email: string; sessionId: string; isNeeded: boolean; tx: PoolClient };

async function askNewAddress(
  tools: AccountsTools,
  { member, email, sessionId, isNeeded, ip, tx }: NewAddress & Caller,
): Promise<void> {
  const { userId } = member;
  const link = async () => {
    // Only the address asked for last can become the new one.
    await tools.tokens.revoke({ userId, purposes: ['confirm-email'] }, tx);
    const token = await tools.tokens.issue({ purpose: 'confirm-email', userId, email, madeBy: sessionId }, tx);
    return confirmLink(tools.baseUrl(), token);
  };
  await tools.mailer.queue(
    { ...toReceiver(member), to: email, isConfirmed: false, isNeeded, ip, kind: 'confirm_email', link },
    tx,
  );
}

async function notifyHolder(
  tools: AccountsTools,
  { holder, ip, tx }: { holder: Member; tx: PoolClient } & Caller,
): Promise<void> {
  await tools.mailer.queue({ ...toReceiver(holder), ip, kind: 'email_taken', personal: { name: holder.name } }, tx);
}
