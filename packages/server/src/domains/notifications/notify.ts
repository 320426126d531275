import type { Locale } from '@otvet/contract';
import type { PoolClient } from 'pg';
import { type MailKind, renderShort } from '../../platform/mail/render-mail.ts';
import type { NotificationDeps } from './deps.ts';
import { insertNotification, settleNotification } from './store.ts';

/** Who is told: the owner by mail, an address that the owner gave, or a chat of a channel that the account has connected. */
export type Receiver = { way: 'owner' } | { way: 'email'; address: string } | { way: 'chat'; chatId: string };

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

/** Tells news to each receiver once; what goes out exists if and only if the caller's transaction commits. */
export async function notify(deps: NotificationDeps, notice: Notice, tx: PoolClient): Promise<void> {
  const owner = await deps.accounts.ownerOf(notice.accountId, tx);
  const locale = owner?.locale ?? 'ru';
  const told = new Set<string>();
  for (const receiver of notice.to) {
    if (receiver.way === 'chat') {
      await queueChat(deps, { notice, locale, chatId: receiver.chatId }, tx);
      continue;
    }
    const address = receiver.way === 'owner' ? owner?.to : receiver.address;
    // The owner may have given his own address as that for notices.
    if (address === undefined || told.has(address.toLowerCase())) continue;
    told.add(address.toLowerCase());
    const isConfirmed = owner?.isConfirmed === true && address.toLowerCase() === owner.to.toLowerCase();
    await queueMail(deps, { notice, locale, address, isConfirmed }, tx);
  }
}

type Prepared = { notice: Notice; locale: Locale };

async function queueMail(
  deps: NotificationDeps,
  { notice, locale, address, isConfirmed }: Prepared & { address: string; isConfirmed: boolean },
  tx: PoolClient,
): Promise<void> {
  const { accountId, kind, values, personal = {} } = notice;
  const id = await insert(deps, { notice, way: 'email', receiver: address.toLowerCase(), content: null }, tx);
  if (id === undefined) return;
  const link = async () => linkOf(deps, notice);
  const words = { kind, values: values?.(locale) ?? {}, personal, link };
  const isQueued = await deps.mailer.queue({ accountId, to: address, locale, isConfirmed, ip: NO_IP, ...words }, tx);
  await settleNotification.run(tx, { accountId, id, status: isQueued ? 'mailed' : 'left_out', error: null });
}

async function queueChat(
  deps: NotificationDeps,
  { notice, locale, chatId }: Prepared & { chatId: string },
  tx: PoolClient,
): Promise<void> {
  const { accountId, kind, values, personal = null } = notice;
  const text = renderShort({ kind, locale, values: values?.(locale) ?? {}, personal, link: linkOf(deps, notice) });
  const content = deps.keyring.seal(text, { accountId, purpose: CONTENT_PURPOSE });
  const id = await insert(deps, { notice, way: 'chat', receiver: chatId, content }, tx);
  if (id !== undefined) await deps.chatJobs.enqueue({ accountId, id }, { tx });
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
