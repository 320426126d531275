import type { PoolClient } from 'pg';
import { withTransaction } from '../../../platform/database/with-transaction.ts';
import { AppError } from '../../../platform/errors/app-error.ts';
import type { ApiUser } from '../../../platform/http/api-context.ts';
import type { AccountsTools, Caller, PresentCaller } from '../deps.ts';
import { foldEmail } from '../fold-email.ts';
import { deleteSessions, findIdentity, findIdentityByEmail, type Identity, savePassword } from '../identity-store.ts';
import { inConstantTime } from '../in-constant-time.ts';
import { resetLink } from '../register.ts';
import { findMember, type Member, readUserData } from '../store.ts';
import { toReceiver } from '../to-receiver.ts';
import { loadPasswordJudge, siteOf } from './check-password.ts';
import { hashNewPassword } from './hash-new-password.ts';
import { hashPassword, verifyPassword } from './hash-password.ts';

const ANSWER_MS = 250;
/** A link in the mailbox that is good for so long makes a further one needless. */
export const LASTING_MS = 30 * 60_000;

/** Mails a reset link if the address is known; answers alike if not. */
export async function forgotPassword(tools: AccountsTools, { email, ip }: { email: string } & Caller): Promise<void> {
  const foldedEmail = foldEmail(email);
  await tools.limits.require([{ rule: 'forgot.ip', subject: ip }]);
  const triesOfNetwork = await tools.limits.require([{ rule: 'forgot.pair', subject: foldedEmail, ip }]);
  const isFlood = await isFloodOfLinks(tools, { foldedEmail, isFirst: triesOfNetwork === 1 });
  await inConstantTime({ clock: tools.clock, ms: ANSWER_MS }, async () => {
    const identity = await findIdentityByEmail.first(tools.pool, { foldedEmail });
    const member = identity && (await findMember.first(tools.pool, { userId: identity.id }));
    if (member === undefined) return;
    await mailResetLink(tools, { member, actor: 'visitor', isFlood, ip });
  });
}

async function isFloodOfLinks(
  { limits }: AccountsTools,
  { foldedEmail, isFirst }: { foldedEmail: string; isFirst: boolean },
): Promise<boolean> {
  if (!isFirst && (await limits.countAndCheck({ rule: 'forgot.again', subject: foldedEmail }))) return true;
  return limits.countAndCheck({ rule: 'forgot.email', subject: foldedEmail });
}

/** The links that were mailed to an address are worth nothing any more: whoever asks for one gets it. */
export async function forgiveLinks({ limits }: AccountsTools, email: string): Promise<void> {
  for (const rule of ['forgot.again', 'forgot.email'] as const)
    await limits.forgive({ rule, subject: foldEmail(email) }, { all: true });
}

/** Mails a reset link to the signed-in user. */
export async function mailOwnResetLink(tools: AccountsTools, { user, ip }: { user: ApiUser } & Caller): Promise<void> {
  await tools.limits.require([{ rule: 'mail.user', subject: user.userId }]);
  const member = await findMember.first(tools.pool, user);
  if (member) await mailResetLink(tools, { member, actor: user.userId, isFlood: false, ip });
}

/** A browser where a password was set is a known device: see KnownDevices. */
export type PasswordSet = { device: string };

/** Sets a new password by a mailed token, once; every session of the user ends. */
export async function resetPassword(
  tools: AccountsTools,
  { token, password, ip, gone }: { token: string; password: string } & PresentCaller,
): Promise<PasswordSet> {
  await tools.limits.require([{ rule: 'token.ip', subject: ip }]);
  const { userId, email } = await tools.tokens.read(token, 'reset-password');
  // A refused password must not use the token up.
  const hash = await hashPasswordOf(tools, { userId, email, password, ip, gone });
  const foldedEmail = foldEmail(email);
  const { ended, device } = await withTransaction(tools.pool, async (tx) => {
    await tools.tokens.take({ token, purpose: 'reset-password' }, tx);
    return replacePassword(tools, { userId, foldedEmail, hash, keepSession: null, action: 'password.reset', ip, tx });
  });
  tools.sessions.end(ended);
  await forgiveLinks(tools, email);
  await tools.limits.forgive({ rule: 'sign-in.email', subject: foldedEmail }, { all: true });
  for (const rule of ['sign-in.pair', 'sign-in.attacked'] as const)
    await tools.limits.forgive({ rule, subject: foldedEmail, ip }, { all: true });
  return { device };
}

/** Changes the password of the signed-in user; his other sessions end. */
export async function changePassword(
  tools: AccountsTools,
  input: { user: ApiUser; currentPassword: string; newPassword: string } & PresentCaller,
): Promise<PasswordSet> {
  const { userId, sessionId } = input.user;
  const { newPassword, ip, gone } = input;
  await countOwnTry(tools, { userId, ip });
  const [about, judge] = await Promise.all([aboutOf(tools, userId), loadPasswordJudge()]);
  const { email } = await verifyOwnPassword(tools, {
    userId,
    ip,
    gone,
    password: input.currentPassword,
    // At the same turn and first: what is refused anyway is not worth a hash.
    beforeHashing: (own) => judge({ password: newPassword, email: own.email, about }),
  });
  const hash = await tools.hashTurns.run({ provenFrom: ip, signal: gone }, () =>
    hashPassword(newPassword, tools.passwordCost),
  );
  const { ended, device } = await withTransaction(tools.pool, (tx) =>
    replacePassword(tools, {
      userId,
      foldedEmail: email,
      hash,
      keepSession: sessionId,
      action: 'password.changed',
      ip,
      tx,
    }),
  );
  tools.sessions.end(ended);
  await forgiveLinks(tools, email);
  return { device };
}

type OwnPassword = { userId: string; password: string; gone?: AbortSignal | undefined } & Caller;

/** Asks for the current password again before something that would lock its owner out; tries are limited. */
export async function requireOwnPassword(tools: AccountsTools, own: OwnPassword): Promise<void> {
  await countOwnTry(tools, own);
  await verifyOwnPassword(tools, own);
}

/** Nothing is taken back for the right password: anybody can sign up and have the server hash for him. */
async function countOwnTry({ limits }: AccountsTools, { userId, ip }: { userId: string } & Caller): Promise<void> {
  await limits.require([
    { rule: 'password.user', subject: userId },
    { rule: 'password.ip', subject: ip },
  ]);
}

async function verifyOwnPassword(
  tools: AccountsTools,
  { userId, password, ip, gone, beforeHashing }: OwnPassword & { beforeHashing?: (identity: Identity) => void },
): Promise<Identity> {
  const identity = await findIdentity.first(tools.pool, { userId });
  const hash = identity?.password;
  if (!hash) throw new AppError('auth.wrong_password');
  const isRight = await tools.hashTurns.run({ provenFrom: ip, signal: gone }, async () => {
    beforeHashing?.(identity);
    return verifyPassword({ hash, password });
  });
  if (!isRight) throw new AppError('auth.wrong_password');
  return identity;
}

async function hashPasswordOf(
  tools: AccountsTools,
  { userId, email, password, ip, gone }: OwnPassword & { email: string },
): Promise<string> {
  const about = await aboutOf(tools, userId);
  return hashNewPassword(tools, { turn: { provenFrom: ip, signal: gone }, password: { password, email, about } });
}

/** What a password must not be made of: the person's name, the company and the site. */
async function aboutOf(tools: AccountsTools, userId: string): Promise<string[]> {
  const member = await findMember.first(tools.pool, { userId });
  const data = member && (await readUserData.first(tools.pool, member));
  return [data?.name ?? '', data?.accountName ?? '', siteOf(tools)];
}

type Replacement = {
  userId: string;
  foldedEmail: string;
  hash: string;
  keepSession: string | null;
  action: 'password.reset' | 'password.changed';
  ip: string;
  tx: PoolClient;
};

/** `ended`: the ids of the sessions that ended. */
async function replacePassword(tools: AccountsTools, input: Replacement): Promise<PasswordSet & { ended: string[] }> {
  const { userId, foldedEmail, hash, ip, tx } = input;
  const now = tools.clock.now();
  await savePassword.run(tx, { rowId: tools.newId(), userId, hash, now });
  // Whoever changed the password may have lost it to somebody who asked for other links before.
  await tools.tokens.revoke({ userId, purposes: ['reset-password', 'confirm-email'] }, tx);
  const ended = await deleteSessions.all(tx, { userId, except: input.keepSession });
  const member = await findMember.first(tx, { userId });
  if (member) {
    await tools.audit({ accountId: member.accountId, actor: userId, action: input.action, ip }, tx);
    await tools.mailer.queue(
      { ...toReceiver(member), ip, kind: 'password_changed', personal: { name: member.name } },
      tx,
    );
  }
  const device = tools.knownDevices.issue({ foldedEmail, passwordSetAt: now });
  return { ended: ended.map(({ id }) => id), device };
}

async function mailResetLink(
  tools: AccountsTools,
  { member, actor, isFlood, ip }: { member: Member; actor: string; isFlood: boolean } & Caller,
): Promise<void> {
  const { accountId, userId, email, name } = member;
  const purpose = 'reset-password';
  const hasLink = await tools.tokens.hasLasting({ userId, purpose, ms: LASTING_MS });
  // Answered as ever: a link of a mail before can be used.
  if (isFlood && hasLink) return;
  await withTransaction(tools.pool, async (tx) => {
    const link = async () => resetLink(tools.baseUrl(), await tools.tokens.issue({ purpose, userId, email }, tx));
    const mail = { ...toReceiver(member), ip, kind: 'reset', personal: { name }, link, isNeeded: !hasLink } as const;
    if (await tools.mailer.queue(mail, tx))
      await tools.audit({ accountId, actor, action: 'password.reset_asked', ip }, tx);
  });
}
