import { z } from 'zod';
import { fetchLink } from '../calls/fetch-link.ts';
import {
  type Connector,
  type ConnectorChannel,
  ConnectorError,
  type ConnectorIo,
  type MediaDownload,
} from '../port.ts';
import { callGraph, type GraphAccess } from '../vendors/meta/call-graph.ts';
import { metaId } from '../vendors/meta/envelope.ts';
import { sendTypingAction } from '../vendors/meta/messaging/send-messages.ts';
import { instagramFailures } from './errors.ts';
import { isDirect, profileOf } from './payload.ts';

const words = z.string().catch('');
const account = z.object({ id: metaId, username: words, name: words });
const page = z.object({ id: metaId, instagram_business_account: account.optional().catch(undefined) });
const direct = z.object({ user_id: metaId, username: words, name: words });
const person = z.object({ name: words, username: words });
const issued = z.object({ access_token: z.string().min(1), expires_in: z.number().positive() });

export type InstagramAccount = { id: string; username: string; name: string; pageId: string };

/** Calls of the page's route go to Meta's host, those of the direct one to Instagram's. */
export const accessAccount = (channel: Pick<ConnectorChannel, 'credentials'>, io: ConnectorIo): GraphAccess => ({
  token: channel.credentials.pageToken ?? '',
  io,
  failures: instagramFailures,
  ...(isDirect(channel) && { urlKey: 'INSTAGRAM_API_URL' }),
});

/** Whose token it is. Of a direct one `user_id` is the id that events bear, `id` is another for each application. */
export async function fetchAccount(
  credentials: Record<string, string>,
  io: ConnectorIo,
): Promise<InstagramAccount | undefined> {
  const access = accessAccount({ credentials }, io);
  if (isDirect({ credentials })) {
    const query = { fields: 'id,user_id,username,name' };
    const { user_id: id, ...rest } = await callGraph(access, { path: 'me', query, result: direct });
    return { id, ...rest, pageId: '' };
  }
  const query = { fields: 'id,name,instagram_business_account{id,username,name}' };
  const { id: pageId, instagram_business_account: linked } = await callGraph(access, {
    path: 'me',
    query,
    result: page,
  });
  return linked && { ...linked, pageId };
}

/** A token of an hour, made into one of sixty days, or one of sixty days made new. */
export async function renewToken(
  token: string,
  call: { path: 'access_token' | 'refresh_access_token'; query: Record<string, string> },
  io: ConnectorIo,
): Promise<{ pageToken: string; tokenEndsAt: string }> {
  const query = { ...call.query, access_token: token };
  const secrets = [token, ...Object.values(call.query)];
  const access = { token: '', io, urlKey: 'INSTAGRAM_API_URL' };
  const made = await callGraph(access, { path: call.path, query, secrets, isVersionless: true, result: issued });
  const endsAt = new Date(io.clock.now().getTime() + made.expires_in * 1000);
  return { pageToken: made.access_token, tokenEndsAt: endsAt.toISOString() };
}

/** https://developers.facebook.com/docs/instagram-platform/instagram-api-with-instagram-login/messaging-api, User Profile; of some people nothing is told. */
export const fetchProfile: NonNullable<Connector['fetchProfile']> = async ({ senderId }, channel, io) => {
  const call = { path: encodeURIComponent(senderId), query: { fields: 'name,username' }, result: person };
  const found = await callGraph(accessAccount(channel, io), call).catch((error: unknown) => {
    const isHidden = error instanceof ConnectorError && error.kind !== 'retry' && error.kind !== 'rate-limited';
    if (isHidden) return undefined;
    throw error;
  });
  if (!found) return null;
  const { username } = found;
  const name = found.name || username;
  const profileUrl = username === '' ? null : `https://instagram.com/${encodeURIComponent(username)}`;
  const rest = { language: null, phone: null, email: null };
  return { ...rest, name, firstName: found.name.split(' ')[0] ?? '', userName: username || null, profileUrl };
};

export async function sendTyping(chatId: string, channel: ConnectorChannel, io: ConnectorIo): Promise<void> {
  await sendTypingAction(chatId, profileOf(channel), accessAccount(channel, io));
}

/** An address that ends after some days, without any proof of who asks. */
export async function fetchMedia(url: string, _channel: ConnectorChannel, io: ConnectorIo): Promise<MediaDownload> {
  return await fetchLink(io, { url, isPage: false });
}
