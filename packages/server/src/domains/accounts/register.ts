import { type Locale, limits } from '@otvet/contract';
import type { PoolClient } from 'pg';
import { withTransaction } from '../../platform/database/with-transaction.ts';
import { AppError } from '../../platform/errors/app-error.ts';
import { type MailRequest, refuseLineBreaks } from '../../platform/mail/mailer.ts';
import { countedAnswers } from './counted-answers.ts';
import type { AccountsTools, Caller, PresentCaller } from './deps.ts';
import { foldEmail } from './fold-email.ts';
import { findIdentityByEmail, insertIdentity, savePassword } from './identity-store.ts';
import { siteOf } from './passwords/check-password.ts';
import { hashNewPassword } from './passwords/hash-new-password.ts';
import { startSession } from './start-session.ts';
import { insertAccount, insertMember } from './store.ts';

export type RegisterInput = { email: string; password: string; name: string; locale: Locale };
export type Registered = { sessionToken: string; uid: string; accountId: string; device: string };

const DAY_MS = 86_400_000;

/** Signs a business up: account on trial, owner, session, audit row and welcome mail, all or nothing. */
export async function register(tools: AccountsTools, input: RegisterInput & PresentCaller): Promise<Registered> {
  if (!tools.isSignupOpen) throw new AppError('auth.signup_closed');
  const rank = await tools.limits.require([{ rule: 'register.ip', subject: input.ip }]);
  refuseLineBreaks({ email: input.email, name: input.name });
  const about = [input.name, siteOf(tools)];
  const hash = await hashNewPassword(tools, { turn: { rank, signal: input.gone }, password: { ...input, about } });
  return withTransaction(tools.pool, async (tx) => {
    const owner = await addOwner(tools, { owner: { ...input, privacyAcceptedAt: tools.clock.now() }, tx });
    const now = tools.clock.now();
    await savePassword.run(tx, { rowId: tools.newId(), userId: owner.userId, hash, now });
    await tools.audit({ ...owner, actor: owner.userId, action: 'account.registered', ip: input.ip }, tx);
    await announce(tools, { ...owner, isSelfRegistered: true, tx });
    await queueWelcome(tools, { input, ...owner, tx });
    const session = { userId: owner.userId, ip: input.ip, impersonatedBy: null };
    const { userId: uid, accountId } = owner;
    const device = tools.knownDevices.issue({ foldedEmail: foldEmail(input.email), passwordSetAt: now });
    return { sessionToken: await startSession(tools, { session, tx }), uid, accountId, device };
  });
}

/** Whether an address is taken: sign-up may tell, within limits. */
export async function isEmailTaken(tools: AccountsTools, { email, ip }: { email: string } & Caller): Promise<boolean> {
  await tools.limits.require([{ rule: 'check-email.ip', subject: ip }]);
  return (await findIdentityByEmail.first(tools.pool, { foldedEmail: foldEmail(email) })) !== undefined;
}

/**
 * Makes an account from the command line, also where sign-up is closed. The owner sets the password by the link,
 * which lives one hour.
 */
export async function createOwner(
  tools: AccountsTools,
  input: { email: string; name?: string; locale?: Locale },
): Promise<{ accountId: string; userId: string; link: string }> {
  const { email, name = '', locale = 'ru' } = input;
  refuseLineBreaks({ email, name });
  return withTransaction(tools.pool, async (tx) => {
    const owner = await addOwner(tools, { owner: { email, name, locale, privacyAcceptedAt: null }, tx });
    await tools.audit({ ...owner, actor: 'command line', action: 'account.created', ip: null }, tx);
    await announce(tools, { ...owner, isSelfRegistered: false, tx });
    const token = await tools.tokens.issue({ purpose: 'reset-password', userId: owner.userId, email }, tx);
    return { ...owner, link: resetLink(tools.baseUrl(), token) };
  });
}

/** The page where a new password is set. Behind `#`, the token is in no request line, log or Referer. */
export function resetLink(baseUrl: string, token: string): string {
  return `${baseUrl}/forgot-password/#token=${token}`;
}

/** The page that confirms an address. */
export function confirmLink(baseUrl: string, token: string): string {
  return `${baseUrl}/confirm-email/#token=${token}`;
}

type Owner = { email: string; name: string; locale: Locale; privacyAcceptedAt: Date | null };

async function addOwner(
  tools: AccountsTools,
  { owner, tx }: { owner: Owner; tx: PoolClient },
): Promise<{ accountId: string; userId: string }> {
  const now = tools.clock.now();
  const accountId = tools.newId();
  const userId = tools.newId();
  const foldedEmail = foldEmail(owner.email);
  if ((await insertIdentity.run(tx, { id: userId, foldedEmail, name: owner.name, now })) === 0)
    throw new AppError('auth.email_taken');
  await insertAccount.run(tx, {
    accountId,
    name: owner.name || (foldedEmail.split('@')[0] ?? ''),
    plan: 'trial',
    start: now,
    end: new Date(now.getTime() + limits.trialDays * DAY_MS),
    messagesLimit: limits.trialMessages,
  });
  await insertMember.run(tx, { ...owner, accountId, userId, role: 'owner', now });
  return { accountId, userId };
}

async function announce(
  tools: AccountsTools,
  account: { accountId: string; userId: string; isSelfRegistered: boolean; tx: PoolClient },
): Promise<void> {
  const { accountId, userId: ownerId, isSelfRegistered, tx } = account;
  await tools.events.publish(tx, 'account.created', { accountId, ownerId, isSelfRegistered });
}

/** A trial is named where it ends the answers; elsewhere those of the base are free for good. */
function welcome(tools: AccountsTools): Pick<MailRequest, 'kind' | 'values'> {
  if (countedAnswers(tools) !== 'all') return { kind: 'welcome_free', values: {} };
  return {
    kind: 'welcome',
    values: { trialMessages: String(limits.trialMessages), trialDays: String(limits.trialDays) },
  };
}

async function queueWelcome(
  tools: AccountsTools,
  {
    input,
    accountId,
    userId,
    tx,
  }: { input: RegisterInput & Caller; accountId: string; userId: string; tx: PoolClient },
): Promise<void> {
  const { email } = input;
  await tools.mailer.queue(
    {
      accountId,
      to: email,
      locale: input.locale,
      isConfirmed: false,
      ip: input.ip,
      ...welcome(tools),
      link: async () =>
        confirmLink(tools.baseUrl(), await tools.tokens.issue({ purpose: 'confirm-email', userId, email }, tx)),
    },
    tx,
  );
}
