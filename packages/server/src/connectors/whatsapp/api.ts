import { limits } from '@otvet/contract';
import { baseUrlOf, callVendor } from '../calls/call-vendor.ts';
import {
  type Connector,
  type ConnectorChannel,
  ConnectorError,
  type ConnectorIo,
  type MediaDownload,
} from '../port.ts';
import { callGraph, type GraphAccess } from '../vendors/meta/call-graph.ts';
import type { MetaApp } from '../vendors/meta/tokens.ts';
import { fetchWhatsAppMedia } from '../vendors/whatsapp/fetch-media.ts';
import { listWhatsAppTemplates } from '../vendors/whatsapp/templates.ts';
import type { WhatsAppTransport } from '../vendors/whatsapp/transport.ts';
import { failures } from './errors.ts';
import { done, type PhoneNumber, phoneNumber, phoneNumbers, subscriptions } from './payload.ts';

// https://developers.facebook.com/documentation/business-messaging/whatsapp/reference, read 2026-11-23.

const MEDIA_DEADLINE_MS = 75_000;
const OBJECT = 'whatsapp_business_account';
const FIELDS =
  'messages,smb_message_echoes,account_update,message_template_status_update,message_template_quality_update,template_category_update,user_preferences';
const NUMBER_FIELDS =
  'id,display_phone_number,verified_name,quality_rating,code_verification_status,webhook_configuration';

type Credentials = Record<string, string>;

export function accessGraph({ accessToken: token = '' }: Credentials, io: ConnectorIo): GraphAccess {
  return { token, io, urlKey: 'WHATSAPP_API_URL', failures };
}

export const appOf = ({ appId: id = '', appSecret: secret = '' }: Credentials): MetaApp => ({ id, secret });

const accessApp = (credentials: Credentials, io: ConnectorIo): GraphAccess => {
  const { id, secret } = appOf(credentials);
  return { token: `${id}|${secret}`, io, urlKey: 'WHATSAPP_API_URL', failures };
};

/** The calls of logins know one address of the platform alone. */
export const loginIo = (io: ConnectorIo): Pick<ConnectorIo, 'fetch' | 'vendorUrls'> => ({
  fetch: io.fetch,
  vendorUrls: { GRAPH_API_URL: baseUrlOf(io, 'WHATSAPP_API_URL') },
});

/** The way to the platform itself. */
export function openTransport({ identity, credentials }: ConnectorChannel, io: ConnectorIo): WhatsAppTransport {
  const access = accessGraph(credentials, io);
  return {
    prefix: `${encodeURIComponent(identity)}/`,
    call: (call) => callGraph(access, call),
    download: (url) => download(url, access.token, io),
  };
}

/** The address that the platform gave wants the token too: it goes to the platform's own host alone. */
async function download(url: string, token: string, io: ConnectorIo) {
  const host = baseUrlOf(io, 'WHATSAPP_MEDIA_API_URL');
  if (!URL.canParse(url) || new URL(url).origin !== new URL(host).origin)
    throw new ConnectorError('rejected', { reason: 'file_gone' });
  const { status, headers, body } = await callVendor(io, {
    url,
    request: {
      headers: { authorization: `Bearer ${token}` },
      deadlineMs: MEDIA_DEADLINE_MS,
      maxBytes: limits.mediaBytes,
    },
    isEffect: false,
    secrets: [token],
  });
  return { status, contentType: (headers['content-type'] ?? '').split(';')[0] ?? '', body };
}

export function fetchMedia(vendorRef: string, channel: ConnectorChannel, io: ConnectorIo): Promise<MediaDownload> {
  return fetchWhatsAppMedia(openTransport(channel, io), vendorRef);
}

/** Templates are of the business account, whose number the owner typed. */
export const templates: Connector['templates'] = {
  list: (channel, io) => {
    const business = encodeURIComponent(channel.credentials.businessAccountId ?? '');
    return listWhatsAppTemplates(openTransport(channel, io), `${business}/message_templates?limit=200`);
  },
};

export const getNumber = (credentials: Credentials, id: string, io: ConnectorIo): Promise<PhoneNumber> =>
  callGraph(accessGraph(credentials, io), {
    path: encodeURIComponent(id),
    query: { fields: NUMBER_FIELDS },
    result: phoneNumber,
  });

/** Numbers of the business account, in the platform's order. */
export async function listNumbers(credentials: Credentials, io: ConnectorIo): Promise<PhoneNumber[]> {
  const path = `${encodeURIComponent(credentials.businessAccountId ?? '')}/phone_numbers`;
  const query = { fields: 'id,display_phone_number,verified_name', limit: '100' };
  return (await callGraph(accessGraph(credentials, io), { path, query, result: phoneNumbers })).data;
}

/** A number takes part once its PIN was told. */
export async function registerNumber({ identity, credentials }: ConnectorChannel, pin: string, io: ConnectorIo) {
  const body = { messaging_product: 'whatsapp', pin };
  const path = `${encodeURIComponent(identity)}/register`;
  await callGraph(accessGraph(credentials, io), { method: 'POST', path, body, secrets: [pin], result: done });
}

/** Without it nothing arrives, whatever else is set. */
export async function subscribeBusiness(credentials: Credentials, io: ConnectorIo): Promise<void> {
  const path = `${encodeURIComponent(credentials.businessAccountId ?? '')}/subscribed_apps`;
  await callGraph(accessGraph(credentials, io), { method: 'POST', path, body: {}, result: done });
}

/** Where the events of the application go; empty where nothing is set. */
export async function findSubscription(credentials: Credentials, io: ConnectorIo): Promise<string> {
  const path = `${encodeURIComponent(credentials.appId ?? '')}/subscriptions`;
  const { data } = await callGraph(accessApp(credentials, io), { path, result: subscriptions });
  return data.find(({ object }) => object === OBJECT)?.callback_url ?? '';
}

/** The platform asks the address before it answers. */
export async function subscribeApp(credentials: Credentials, webhookUrl: string, io: ConnectorIo): Promise<void> {
  const { appId = '', verifyToken = '' } = credentials;
  await callGraph(accessApp(credentials, io), {
    method: 'POST',
    path: `${encodeURIComponent(appId)}/subscriptions`,
    body: { object: OBJECT, callback_url: webhookUrl, verify_token: verifyToken, fields: FIELDS },
    secrets: [verifyToken],
    result: done,
  });
}

export async function unsubscribeApp(credentials: Credentials, io: ConnectorIo): Promise<void> {
  const path = `${encodeURIComponent(credentials.appId ?? '')}/subscriptions`;
  await callGraph(accessApp(credentials, io), { method: 'DELETE', path, query: { object: OBJECT }, result: done });
}

/** The address of this number alone, in the place of the application's; an empty one takes it away. */
export async function setWebhook({ identity, credentials }: ConnectorChannel, url: string, io: ConnectorIo) {
  const { verifyToken = '' } = credentials;
  const webhook = { override_callback_uri: url, ...(url !== '' && { verify_token: verifyToken }) };
  await callGraph(accessGraph(credentials, io), {
    method: 'POST',
    path: encodeURIComponent(identity),
    body: { webhook_configuration: webhook },
    secrets: [verifyToken],
    result: done,
  });
}
