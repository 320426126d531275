import { readFields, vkontakteDescriptor } from '@otvet/contract';
import { sleep } from '../../platform/time/clock.ts';
import { newToken } from '../../platform/time/ids.ts';
import { credentialsStep } from '../connect-port.ts';
import { keepFirstAddress } from '../keep-first-address.ts';
import {
  type AccountDescription,
  type Connector,
  type ConnectorChannel,
  ConnectorError,
  type PullBatch,
} from '../port.ts';
import {
  type Access,
  accessOf,
  addCallbackServer,
  deleteCallbackServer,
  getCallbackServers,
  getCommunity,
  getConfirmation,
  getLongPollServer,
  getRights,
  setCallbackSettings,
  setLongPoll,
  waitForEvents,
} from './api.ts';
import { readRawEvent } from './payload.ts';

/** At most 14 characters. */
const SERVER_TITLE = 'Otvet';
const CONFIRMATION_TRIES = 10;
const CONFIRMATION_PAUSE_MS = 1000;
const MAX_WAIT_SECONDS = 25;

/** Rights of a key by their names at the platform, each with what to say where it is missing. */
const RIGHTS: readonly [string, string][] = [
  ['manage', 'right_manage_missing'],
  ['messages', 'right_messages_missing'],
  ['photos', 'right_photos_missing'],
  ['docs', 'right_docs_missing'],
];

export const steps = [credentialsStep(vkontakteDescriptor)];

/** Whose key it is, and whether it may do what is needed. Servers of other programs stay beside ours. */
export const check: Connector['connect']['check'] = async (typed, io) => {
  const { community = '', token = '' } = typed;
  const reading = readFields(vkontakteDescriptor.credentials, { community, token });
  if (!reading.isValid) throw new ConnectorError('unauthorized', { reason: 'token_invalid' });
  const access: Access = { token: reading.values.token ?? '', groupId: '', io };
  const rights = await getRights(access).catch(refuseKey);
  const account = await getCommunity(access).catch(refuseKey);
  if (!account) throw new ConnectorError('unauthorized', { reason: 'not_community_key', field: 'token' });
  const { id, name, screen_name: shortName } = account;
  if (!isNamed(reading.values.community ?? '', { id, shortName }))
    throw new ConnectorError('rejected', { reason: 'other_community', field: 'community' });
  const missing = RIGHTS.find(([right]) => !rights.includes(right));
  if (missing) throw new ConnectorError('rejected', { reason: missing[1], field: 'token' });
  const page = shortName || `club${id}`;
  const profileUrl = `https://vk.com/${encodeURIComponent(page)}`;
  return {
    identity: String(id),
    accountName: page,
    title: name,
    profileUrl,
    foreignWebhook: null,
  } satisfies AccountDescription;
};

/** A key of a person may read, and is refused only by calls that need a community. */
function refuseKey(error: unknown): never {
  if (!(error instanceof ConnectorError)) throw error;
  const { kind, reason } = error;
  const isKnown = reason === 'token_revoked';
  if (kind === 'retry' || kind === 'rate-limited') throw error;
  throw new ConnectorError('unauthorized', {
    reason: isKnown ? 'token_invalid' : 'not_community_key',
    field: 'token',
    cause: error,
  });
}

/** `club1`, `public1`, `-1`, `1`, a short name, or a link that ends with one of them. */
function isNamed(typed: string, { id, shortName }: { id: number; shortName: string }): boolean {
  const name = typed.split('/').findLast((part) => part !== '') ?? '';
  const number = /^(?:club|public|event|-)?(\d{1,16})$/i.exec(name)?.[1];
  return number === undefined ? name.toLowerCase() === shortName.toLowerCase() : number === String(id);
}

/** What the platform asks for is stored before it is told of us. */
export const prepare: Connector['connect']['prepare'] = async (channel, options, io) => {
  const kept = keepFirstAddress(channel.credentials, options);
  if (options.webhookUrl === null) return kept;
  const confirmation = await getConfirmation(accessOf(channel, io));
  const { webhookSecret = newToken(io.random), webhookPath = newToken(io.random) } = kept;
  return { ...kept, confirmation, webhookSecret, webhookPath };
};

/** Sets our callback server up and waits until the platform has confirmed it, or prepares the long poll. */
export const activate: Connector['connect']['activate'] = async (channel, { webhookUrl }, io) => {
  const access = accessOf(channel, io);
  if (webhookUrl === null) {
    await removeOurServers(access, channel);
    await setLongPoll(access);
    return channel.credentials;
  }
  const { webhookSecret, webhookPath } = channel.credentials;
  if (webhookSecret === undefined || webhookPath === undefined)
    throw new ConnectorError('rejected', { reason: 'webhook_not_set' });
  const url = `${webhookUrl}/${webhookPath}`;
  const ours = (await getCallbackServers(access)).filter((server) => isOurs(server.url, channel));
  const known = ours.find(
    (server) => server.url === url && server.status === 'ok' && server.secret_key === webhookSecret,
  );
  for (const server of ours) if (server !== known) await deleteCallbackServer(access, server.id);
  const added = { url, title: SERVER_TITLE, secret_key: webhookSecret };
  const serverId = known?.id ?? (await addCallbackServer(access, added));
  await setCallbackSettings(access, serverId);
  await waitUntilConfirmed(access, serverId);
  return { ...channel.credentials, webhookUrl };
};

async function waitUntilConfirmed(access: Access, serverId: number): Promise<void> {
  for (let attempt = 0; attempt < CONFIRMATION_TRIES; attempt += 1) {
    const server = (await getCallbackServers(access)).find(({ id }) => id === serverId);
    if (server?.status === 'ok') return;
    if (!server || server.status === 'failed') throw new ConnectorError('rejected', { reason: 'webhook_refused' });
    await sleep({ clock: access.io.clock, ms: CONFIRMATION_PAUSE_MS });
  }
  throw new ConnectorError('rejected', { reason: 'webhook_not_set' });
}

/** At any address that this installation has had: the channel's id stands in all of them. */
const isOurs = (url: string, { id }: ConnectorChannel): boolean => url.includes(`/hooks/vkontakte/${id}/`);

async function removeOurServers(access: Access, channel: ConnectorChannel): Promise<void> {
  for (const server of await getCallbackServers(access))
    if (isOurs(server.url, channel)) await deleteCallbackServer(access, server.id);
}

/** The platform gives a server up by itself when it failed often, and an administrator may delete it. */
export const isDelivering: Connector['connect']['isDelivering'] = async (channel, { webhookUrl }, io) => {
  if (webhookUrl === null) return true;
  const url = `${webhookUrl}/${channel.credentials.webhookPath}`;
  return (await getCallbackServers(accessOf(channel, io))).some(
    (server) => server.url === url && server.status === 'ok',
  );
};

/** Takes our server away; those of other programs stay, and a revoked key has nothing left to take away. */
export const deactivate: Connector['connect']['deactivate'] = async (channel, io) => {
  try {
    await removeOurServers(accessOf(channel, io), channel);
  } catch (error) {
    const isRevoked = error instanceof ConnectorError && error.kind === 'unauthorized';
    if (!isRevoked) throw error;
  }
};

/**
 * One wait. The cursor is the number of the last event; the server and its key are asked for each time, so an ended key
 * costs nothing. The first pull only says where to begin, so that nothing is lost between it and the second.
 */
export const pull: NonNullable<Connector['pull']> = async (channel, cursor, { signal, waitSeconds }, io) => {
  const nothing: PullBatch = { events: [], cursor };
  if (signal.aborted) return nothing;
  const access = accessOf(channel, io);
  const { key, server, ts } = await getLongPollServer(access);
  if (cursor === '') return { events: [], cursor: ts };
  try {
    const wait = Math.min(Math.max(Math.floor(waitSeconds), 0), MAX_WAIT_SECONDS);
    const batch = await waitForEvents(access, { server, key, ts: cursor, waitSeconds: wait, signal });
    // 1: numbers begin anew, 2: the key is over, 3: both.
    if (batch.failed !== undefined) return { events: [], cursor: batch.failed === 2 ? cursor : (batch.ts ?? '') };
    const events = batch.updates.flatMap((update) => readRawEvent(update) ?? []);
    return { events, cursor: batch.ts ?? cursor };
  } catch (error) {
    if (signal.aborted) return nothing;
    throw error;
  }
};
