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
import { pageFailures } from './errors.ts';
import { profileOf } from './payload.ts';

const account = z.object({ id: metaId, name: z.string().catch('') });
const words = z.string().catch('');
const person = z.object({ name: words, first_name: words, last_name: words });

export const accessPage = ({ credentials }: Pick<ConnectorChannel, 'credentials'>, io: ConnectorIo): GraphAccess => {
  return { token: credentials.pageToken ?? '', io, failures: pageFailures };
};

/** Whose token this is: https://developers.facebook.com/docs/graph-api/reference/page */
export const fetchPage = (access: GraphAccess) =>
  callGraph(access, { path: 'me', query: { fields: 'id,name' }, result: account });

/** https://developers.facebook.com/docs/messenger-platform/identity/user-profile; of some people the platform tells nothing. */
export const fetchProfile: NonNullable<Connector['fetchProfile']> = async ({ senderId }, channel, io) => {
  const query = { fields: 'name,first_name,last_name' };
  const call = { path: encodeURIComponent(senderId), query, result: person };
  const found = await callGraph(accessPage(channel, io), call).catch((error: unknown) => {
    const isHidden = error instanceof ConnectorError && error.kind !== 'retry' && error.kind !== 'rate-limited';
    if (isHidden) return undefined;
    throw error;
  });
  if (!found) return null;
  const firstName = found.first_name;
  const name = found.name || [firstName, found.last_name].filter((part) => part !== '').join(' ');
  return { name, firstName, userName: null, language: null, phone: null, email: null, profileUrl: null };
};

export async function sendTyping(chatId: string, channel: ConnectorChannel, io: ConnectorIo): Promise<void> {
  await sendTypingAction(chatId, profileOf(channel), accessPage(channel, io));
}

/** An address that ends after some days, without any proof of who asks. */
export async function fetchMedia(url: string, _channel: ConnectorChannel, io: ConnectorIo): Promise<MediaDownload> {
  return await fetchLink(io, { url, isPage: false });
}
