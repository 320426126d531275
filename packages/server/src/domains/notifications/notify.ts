import type { Locale } from '@otvet/contract';
import type { PoolClient } from 'pg';
import { type MailKind, renderShort } from '../../platform/mail/render-mail.ts';
import { askHolder, isConfirmed } from './addresses.ts';
import type { NotificationDeps } from './deps.ts';
import { insertNotification, settleNotification } from './store.ts';

/** Who is told: the owner by mail, an address that the owner gave, or a chat of a channel that the account has connected. */
export type Receiver =
  | { way: 'owner' }
  | { way: 'email'; address: string }
  | { way: 'chat'; chatId: string; channelId?: string };

export type Notice = {
  accountId: string;
  /** Its words are `mail.{kind}.*`. */
  kind: MailKind;
  /** What is told, such as an incident: nobody is told of it twice. */
  key: string;
  to: readonly Receiver[];
  /** What the product itself says, in the receiver's language. */
  values?: (locale: Locale) => Record<string, string>;
  /** What people typed, for `mail.{kind}.detail`. */
  personal?: Record<string, string>;
  /** Where the button leads: an address of the web app. */
  path: string;
};

/** No person causes a notice, and none is kept from others by it. */
const NO_IP = null;
const DAY_MS = 86_400_000;

/**
 * Tells news to each receiver once; what goes out exists if and only if the caller's transaction commits. An address
 * whose holder has not agreed is told nothing: he is asked, and the owner is told in his place.
 */
export async function notify(deps: NotificationDeps, notice: Notice, tx: PoolClient): Promise<void> {
  const { accountId } = notice;
  const owner = await deps.accounts.ownerOf(accountId, tx);
  const locale = owner?.locale ?? 'ru';
  const ofOwner = owner?.to.toLowerCase();
  const addresses = new Set<string>();
  for (const receiver of notice.to) {
    if (receiver.way === 'chat') await queueChat(deps, { notice, locale, ...receiver }, tx);
    else if (receiver.way === 'email') addresses.add(receiver.address.toLowerCase());
    else if (ofOwner !== undefined) addresses.add(ofOwner);
  }
  for (const address of addresses) {
    const isOwners = address === ofOwner;
    const isAgreed = await isConfirmed(deps, { accountId, address }, tx);
    if (isAgreed || isOwners) {
      const to = isOwners && owner ? owner.to : address;
      await queueMail(deps, { notice, locale, address: to, isConfirmed: isAgreed }, tx);
      continue;
    }
    await leaveOut(deps, { notice, address }, tx);
    // What a set takes while it is gone through comes last.
    if (ofOwner !== undefined) addresses.add(ofOwner);
  }
}

async function leaveOut(
  deps: NotificationDeps,
  { notice, address }: { notice: Notice; address: string },
  tx: PoolClient,
): Promise<void> {
  const { accountId } = notice;
  const id = await insert(deps, { notice, way: 'email', receiver: address, content: null }, tx);
  if (id === undefined) return;
  await settleNotification.run(tx, { accountId, id, status: 'left_out', error: 'address_unconfirmed' });
  await askHolder(deps, { accountId, address, ip: NO_IP, everyMs: DAY_MS }, tx);
}

type Prepared = { notice: Notice; locale: Locale };

async function queueMail(
  deps: NotificationDeps,
  { notice, locale, address, ...mail }: Prepared & { address: string; isConfirmed: boolean },
  tx: PoolClient,
): Promise<void> {
  const { accountId, kind, values, personal = {} } = notice;
  const id = await insert(deps, { notice, way: 'email', receiver: address.toLowerCase(), content: null }, tx);
  if (id === undefined) return;
  const link = async () => linkOf(deps, notice);
  const words = { kind, values: values?.(locale) ?? {}, personal, link };
  const isQueued = await deps.mailer.queue({ accountId, to: address, locale, ip: NO_IP, ...mail, ...words }, tx);
  await settleNotification.run(tx, { accountId, id, status: isQueued ? 'mailed' : 'left_out', error: null });
}

async function queueChat(
  deps: NotificationDeps,
  { notice, locale, chatId, channelId }: Prepared & { chatId: string; channelId?: string },
  tx: PoolClient,
): Promise<void> {
  const { accountId, kind, values, personal = null } = notice;
  const text = renderShort({ kind, locale, values: values?.(locale) ?? {}, personal, link: linkOf(deps, notice) });
  const content = deps.keyring.seal(text, { accountId, purpose: CONTENT_PURPOSE });
  const id = await insert(deps, { notice, way: 'chat', receiver: chatId, content }, tx);
  if (id !== undefined)
    await deps.chatJobs.enqueue({ accountId, id, ...(channelId !== undefined && { channelId }) }, { tx });
}

export const CONTENT_PURPOSE = 'notifications.content';

async function insert(
  { newId, clock }: NotificationDeps,
  row: { notice: Notice; way: 'email' | 'chat'; receiver: string; content: string | null },
  tx: PoolClient,
): Promise<string | undefined> {
  const { notice, ...rest } = row;
  const { accountId, kind, key } = notice;
  const id = newId();
  const inserted = await insertNotification.run(tx, { accountId, id, kind, key, ...rest, now: clock.now() });
  return inserted === 1 ? id : undefined;
}

function linkOf({ baseUrl }: NotificationDeps, { path }: Notice): string {
  return `${baseUrl()}${path}`;
}
