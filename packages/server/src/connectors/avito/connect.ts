import { avitoDescriptor, readFields } from '@otvet/contract';
import { z } from 'zod';
import { sleep } from '../../platform/time/clock.ts';
import { newToken } from '../../platform/time/ids.ts';
import { baseUrlOf } from '../calls/call-vendor.ts';
import type { ChoiceStep, FieldsStep, RedirectStep, StepContext } from '../connect-port.ts';
import { credentialsStep } from '../connect-port.ts';
import { keepFirstAddress } from '../keep-first-address.ts';
import {
  type AccountDescription,
  type Connector,
  type ConnectorChannel,
  ConnectorError,
  type ConnectorIo,
  type CredentialRenewal,
  type PullBatch,
  type RawEvent,
} from '../port.ts';
import {
  type Access,
  accessOf,
  askToken,
  fetchAccount,
  fetchChats,
  fetchMessages,
  fetchSubscriptions,
  MAX_OFFSET,
  PAGE_SIZE,
  subscribe,
  unsubscribe,
} from './api.ts';
import { type AvitoChat, type ListedMessage, toReading, toWebhook } from './payload.ts';
import { applicationKeys, ownKeys } from './settings.ts';

const RIGHTS = ['messenger:read', 'messenger:write', 'user:read'];
/** Tokens hold for a day. */
const RENEW_BEFORE_MS = 6 * 3_600_000;
/** Where nobody tells us of messages they are asked for; where somebody does, now and then. */
const ASK_EVERY_MS = 8000;
const CHECK_ADDRESS_MS = 3_600_000;
/** Chats in one batch, so that a rate limit never makes us begin again with all of them. */
const CHATS_AT_ONCE = 40;
/** Messages are looked for so far back: times are whole seconds, and lists may be late. */
const OVERLAP_SECONDS = 300;
/** Chats whose last word is ours and not read yet: a few are looked at each time, each for three days. */
const MAX_UNREAD = 50;
const UNREAD_AT_ONCE = 5;
const UNREAD_SECONDS = 3 * 24 * 3600;

const isOffered = ({ io }: StepContext): boolean => applicationKeys(io) !== undefined;

const way: ChoiceStep = {
  kind: 'choice',
  name: 'way',
  title: 'channels.avito.way',
  isNeeded: isOffered,
  list: async () =>
    ['login', 'keys'].map((value) => ({
      value,
      title: `channels.avito.way_${value}`,
      hint: `channels.avito.way_${value}_hint`,
      isAvailable: true,
    })),
  take: async (chosen) => ({ way: chosen }),
};

const keys: FieldsStep = {
  ...credentialsStep(avitoDescriptor),
  isNeeded: (context) => !isOffered(context) || context.values.way === 'keys',
};

/** The page of the login stands at another host than the calls. */
const login: RedirectStep = {
  kind: 'redirect',
  name: 'login',
  returnPath: '/connect-avito/',
  isNeeded: (context) => isOffered(context) && context.values.way === 'login',
  open: ({ state }, { io }) => {
    const query = new URLSearchParams({
      response_type: 'code',
      pro_users_flow: 'true',
      client_id: applicationKeys(io)?.clientId ?? '',
      scope: RIGHTS.join(','),
      state,
    });
    return `${baseUrlOf(io, 'AVITO_LOGIN_API_URL')}/oauth?${query}`;
  },
  take: async ({ code = '' }, _back, { io }) => {
    const application = applicationKeys(io);
    if (code === '' || !application) throw new ConnectorError('rejected', { reason: 'login_refused' });
    const grant = { grant_type: 'authorization_code', code } as const;
    const { kept, scope } = await askToken(io, application, grant).catch((cause: unknown) => {
      if (!isRefusal(cause)) throw cause;
      throw new ConnectorError('rejected', { reason: 'login_refused', cause });
    });
    const granted = scope?.split(/[\s,]/);
    if (granted && !RIGHTS.every((right) => granted.includes(right)))
      throw new ConnectorError('rejected', { reason: 'rights_refused' });
    return kept;
  },
};

export const steps = [way, keys, login];

const isRefusal = (error: unknown): boolean => error instanceof ConnectorError && error.kind === 'unauthorized';

/** Typed keys are tried: their token may be of an earlier pair. */
async function openAccess(credentials: Record<string, string>, io: ConnectorIo): Promise<Access> {
  const pair = ownKeys(credentials);
  if (!pair) return accessOf({ identity: '', credentials }, io);
  const reading = readFields(avitoDescriptor.credentials, pair);
  if (!reading.isValid) throw keysRefused();
  const { kept } = await askToken(io, pair, { grant_type: 'client_credentials' }).catch((error: unknown) => {
    throw isRefusal(error) ? keysRefused(error) : error;
  });
  return { userId: '', token: kept.accessToken, keys: undefined, io };
}

const keysRefused = (cause?: unknown) =>
  new ConnectorError('unauthorized', { reason: 'keys_refused', field: 'clientSecret', cause });

/** Whose account it is, and whether it may read its messages: that needs a tariff. Other programs stay beside us. */
export async function check(credentials: Record<string, string>, io: ConnectorIo): Promise<AccountDescription> {
  const access = await openAccess(credentials, io);
  const { id: identity, name, profile_url: profileUrl } = await fetchAccount(access);
  await fetchChats({ ...access, userId: identity }, { limit: 1 });
  return { identity, accountName: name || identity, title: name, profileUrl, foreignWebhook: null };
}

/** The address is tried by the platform while it is told of it: its end is stored before. */
export const prepare: Connector['connect']['prepare'] = async (channel, options, io) => {
  const kept = keepFirstAddress(await renewByKeys(channel.credentials, io), options);
  if (options.webhookUrl === null) return kept;
  return { ...kept, webhookPath: kept.webhookPath ?? newToken(io.random) };
};

/** Keys of the owner's own take the place of a login. */
async function renewByKeys(
  { refreshToken, ...credentials }: Record<string, string>,
  io: ConnectorIo,
): Promise<Record<string, string>> {
  const pair = ownKeys(credentials);
  if (!pair) return { ...credentials, ...(refreshToken !== undefined && { refreshToken }) };
  return { ...credentials, ...(await askToken(io, pair, { grant_type: 'client_credentials' })).kept };
}

export const activate: Connector['connect']['activate'] = async (channel, { webhookUrl }, io) => {
  const access = accessOf(channel, io);
  if (webhookUrl === null) {
    await removeOurAddresses(access, channel, null);
    return channel.credentials;
  }
  const { webhookPath } = channel.credentials;
  if (webhookPath === undefined) throw new ConnectorError('rejected', { reason: 'webhook_not_set' });
  const url = `${webhookUrl}/${webhookPath}`;
  const isThere = await removeOurAddresses(access, channel, url);
  if (!isThere) await subscribe(access, url).catch(refuseAddress);
  return { ...channel.credentials, webhookUrl };
};

function refuseAddress(error: unknown): never {
  if (error instanceof ConnectorError && error.reason === 'refused')
    throw new ConnectorError('rejected', { reason: 'webhook_refused', cause: error });
  throw error;
}

/** Takes away every address that this channel has had but `kept`: dead ones would stay listed. Tells whether `kept` is there. */
async function removeOurAddresses(access: Access, { id }: ConnectorChannel, kept: string | null): Promise<boolean> {
  const listed = await fetchSubscriptions(access);
  const ours = listed.filter((url) => url.includes(`/hooks/avito/${id}/`) && url !== kept);
  for (const url of ours) await unsubscribe(access, url);
  return kept !== null && listed.includes(kept);
}

/** A dead token has nothing left to take away. */
export const deactivate: Connector['connect']['deactivate'] = async (channel, io) => {
  await removeOurAddresses(accessOf(channel, io), channel, null).catch((error: unknown) => {
    if (!isRefusal(error)) throw error;
  });
};

/** A refresh token is good once, and its successor comes with the answer. */
export const renewal: CredentialRenewal = {
  dueAt: ({ expiresAt = '' }) => (expiresAt === '' ? null : new Date(Number(expiresAt) - RENEW_BEFORE_MS)),
  renew: async ({ credentials }, io) => {
    const pair = ownKeys(credentials);
    if (pair) return await renewByKeys(credentials, io);
    const application = applicationKeys(io);
    const { refreshToken = '' } = credentials;
    if (!application || refreshToken === '') throw new ConnectorError('unauthorized', { reason: 'login_needed' });
    const grant = { grant_type: 'refresh_token', refresh_token: refreshToken } as const;
    const { kept } = await askToken(io, application, grant).catch((cause: unknown) => {
      throw isRefusal(cause) ? new ConnectorError('unauthorized', { reason: 'login_needed', cause }) : cause;
    });
    return { ...credentials, ...kept };
  },
};

/**
 * Asks for what is new. The platform brings a message once, tells nobody who has read it, and gives an address up
 * without a word: so it is asked beside its webhooks too, and where there is no address to bring them to, all the time.
 */
export const pull: NonNullable<Connector['pull']> = async (channel, cursor, { signal }, io) => {
  const nothing: PullBatch = { events: [], cursor };
  const access = { ...accessOf(channel, io), signal };
  const { webhookUrl } = channel.credentials;
  try {
    if (webhookUrl === undefined && cursor !== '') await sleep({ clock: io.clock, ms: ASK_EVERY_MS, signal });
    if (signal.aborted) return nothing;
    const known = readCursor(cursor);
    if (!known) return { events: [], cursor: await beginReading(access) };
    const now = io.clock.now().getTime();
    const isDue = webhookUrl !== undefined && now - known.checkedAt >= CHECK_ADDRESS_MS;
    if (isDue) await activate(channel, { webhookUrl, isFirst: false }, io);
    const { events, next } = await readNews(access, isDue ? { ...known, checkedAt: now } : known);
    return { events, cursor: JSON.stringify(next) };
  } catch (error) {
    if (signal.aborted) return nothing;
    throw error;
  }
};

const cursorForm = z.object({
  /** Time of the last change that was seen, and of the connection: what came before is not ours to answer. */
  since: z.int(),
  from: z.int(),
  checkedAt: z.int(),
  unread: z.array(z.string()),
});
type Cursor = z.output<typeof cursorForm>;

function readCursor(text: string): Cursor | undefined {
  return text === '' ? undefined : cursorForm.parse(JSON.parse(text));
}

async function beginReading(access: Access): Promise<string> {
  const { at } = await fetchChats(access, { limit: 1 });
  const now = Math.floor(at / 1000);
  const first: Cursor = { since: now, from: now, checkedAt: access.io.clock.now().getTime(), unread: [] };
  return JSON.stringify(first);
}

/** Messages and readings of the chats that changed, those that changed first before the others. */
async function readNews(access: Access, known: Cursor): Promise<{ events: RawEvent[]; next: Cursor }> {
  const chats = (await listChanged(access, known.since)).slice(0, CHATS_AT_ONCE);
  const looked = known.unread.slice(0, UNREAD_AT_ONCE);
  const events: RawEvent[] = [];
  const unread: string[] = [];
  const from = Math.max(known.from, known.since - OVERLAP_SECONDS);
  for (const chatId of new Set([...chats.map(({ id }) => id), ...looked])) {
    const messages = await listSince(access, chatId, from);
    const place = { chatId, userId: access.userId };
    events.push(...messages.filter(({ created }) => created >= from).map((message) => toWebhook(message, place)));
    const read = messages.findLast((message) => isOurs(access, message) && message.read != null);
    if (read) events.push(toReading(read, chatId));
    if (isAwaited(access, messages.at(-1), known.since)) unread.push(chatId);
  }
  const rest = known.unread.slice(UNREAD_AT_ONCE).filter((chatId) => !unread.includes(chatId));
  const since = Math.max(known.since, chats.at(-1)?.updated ?? 0);
  return { events, next: { ...known, since, unread: [...rest, ...unread].slice(-MAX_UNREAD) } };
}

const isOurs = ({ userId }: Access, { author_id: author, direction }: ListedMessage): boolean =>
  author === userId || direction === 'out';

const isAwaited = (access: Access, last: ListedMessage | undefined, now: number): boolean =>
  last !== undefined && isOurs(access, last) && last.read == null && last.created > now - UNREAD_SECONDS;

async function listChanged(access: Access, since: number): Promise<AvitoChat[]> {
  const changed: AvitoChat[] = [];
  for (let offset = 0; offset <= MAX_OFFSET; offset += PAGE_SIZE) {
    const { value: page } = await fetchChats(access, { limit: PAGE_SIZE, offset });
    const found = page.filter(({ updated }) => updated >= since);
    changed.push(...found);
    if (page.length < PAGE_SIZE || found.length === 0) break;
  }
  return changed.sort((one, other) => one.updated - other.updated);
}

/** Oldest first, at least the newest page; none where the chat is gone. */
async function listSince(access: Access, chatId: string, from: number): Promise<ListedMessage[]> {
  const messages: ListedMessage[] = [];
  for (let offset = 0; offset <= MAX_OFFSET; offset += PAGE_SIZE) {
    const page = await fetchMessages(access, chatId, offset).catch((error: unknown) => {
      if (error instanceof ConnectorError && error.kind === 'chat-closed') return { value: [] };
      throw error;
    });
    messages.push(...page.value);
    if (page.value.length < PAGE_SIZE || page.value.every(({ created }) => created < from)) break;
  }
  // Newest first, as far as is known.
  return messages.reverse().sort((one, other) => one.created - other.created);
}
