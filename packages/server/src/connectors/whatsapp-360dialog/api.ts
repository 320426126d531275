import { limits } from '@otvet/contract';
import { z } from 'zod';
import { baseUrlOf, callVendor } from '../calls/call-vendor.ts';
import { readJson } from '../calls/read-json.ts';
import {
  type Connector,
  type ConnectorChannel,
  ConnectorError,
  type ConnectorIo,
  type MediaDownload,
} from '../port.ts';
import { fetchWhatsAppMedia } from '../vendors/whatsapp/fetch-media.ts';
import { listWhatsAppTemplates } from '../vendors/whatsapp/templates.ts';
import type { WhatsAppCall, WhatsAppTransport } from '../vendors/whatsapp/transport.ts';
import { readFailure } from './errors.ts';
import { health, webhookSetting } from './payload.ts';

// https://docs.360dialog.com/docs/messaging-api, read 2026-11-23.

const CALL_DEADLINE_MS = 15_000;
const EFFECT_DEADLINE_MS = 30_000;
const MEDIA_DEADLINE_MS = 75_000;
/** Uploads get time by their size on top: 500 kB/s is a poor line. */
const BYTES_PER_MS = 500;
/** The platform's own host takes no key of the provider's, which passes its files on at the same path. */
const MEDIA_HOST = 'https://lookaside.fbsbx.com';

type Credentials = Record<string, string>;
type Access = { key: string; io: ConnectorIo };

const access = ({ apiKey: key = '' }: Credentials, io: ConnectorIo): Access => ({ key, io });

/** One key is one number: it stands in no path. */
export function openTransport(
  { credentials }: Pick<ConnectorChannel, 'credentials'>,
  io: ConnectorIo,
): WhatsAppTransport {
  const known = access(credentials, io);
  return { prefix: '', call: (call) => callProvider(known, call), download: (url) => download(known, url) };
}

async function callProvider<Schema extends z.ZodType>(
  { key, io }: Access,
  { method, path, body, size = 0, isEffect = false, result }: WhatsAppCall<Schema>,
): Promise<z.output<Schema>> {
  const isForm = body === undefined || body instanceof FormData;
  const answer = await callVendor(io, {
    url: `${baseUrlOf(io, 'D360_API_URL')}/${path}`,
    request: {
      method,
      headers: { 'd360-api-key': key, ...(!isForm && { 'content-type': 'application/json' }) },
      ...(body !== undefined && { body: isForm ? body : JSON.stringify(body) }),
      deadlineMs: (isEffect ? EFFECT_DEADLINE_MS : CALL_DEADLINE_MS) + size / BYTES_PER_MS,
    },
    isEffect,
    secrets: [key],
  });
  const read = readJson(answer.body);
  const success = result.safeParse(read);
  if ((answer.status === 200 || answer.status === 201) && success.success) return success.data;
  throw readFailure({ status: answer.status, headers: answer.headers, body: read, isEffect });
}

/** Only a file of the platform is asked for, and only of the provider. */
async function download({ key, io }: Access, url: string) {
  const isOfPlatform = URL.canParse(url) && new URL(url).origin === MEDIA_HOST;
  if (!isOfPlatform) throw new ConnectorError('rejected', { reason: 'file_gone' });
  const { pathname, search } = new URL(url);
  const { status, headers, body } = await callVendor(io, {
    url: `${baseUrlOf(io, 'D360_API_URL')}${pathname}${search}`,
    request: { headers: { 'd360-api-key': key }, deadlineMs: MEDIA_DEADLINE_MS, maxBytes: limits.mediaBytes },
    isEffect: false,
    secrets: [key],
  });
  return { status, contentType: (headers['content-type'] ?? '').split(';')[0] ?? '', body };
}

export function fetchMedia(vendorRef: string, channel: ConnectorChannel, io: ConnectorIo): Promise<MediaDownload> {
  return fetchWhatsAppMedia(openTransport(channel, io), vendorRef);
}

export const templates: Connector['templates'] = {
  list: (channel, io) => listWhatsAppTemplates(openTransport(channel, io), 'v1/configs/templates'),
};

/** What the key is of: https://docs.360dialog.com/docs/messaging-api/health-status */
export async function readHealth(credentials: Credentials, io: ConnectorIo): Promise<{ numberId: string }> {
  const call = { method: 'GET', path: 'health_status', result: health } as const;
  const { entities } = (await callProvider(access(credentials, io), call)).health_status;
  return { numberId: entities.find(({ entity_type: type }) => type === 'PHONE_NUMBER')?.id ?? '' };
}

/** Where events go now; empty where nothing is set. */
export async function findWebhook(credentials: Credentials, io: ConnectorIo): Promise<string> {
  const call = { method: 'GET', path: 'v1/configs/webhook', result: webhookSetting } as const;
  return (await callProvider(access(credentials, io), call)).url;
}

/** The provider sends these headers with every event: https://docs.360dialog.com/docs/waba-messaging/webhook */
export async function setWebhook(credentials: Credentials, url: string, io: ConnectorIo): Promise<void> {
  const { webhookSecret = '' } = credentials;
  const headers = url === '' ? {} : { Authorization: `Bearer ${webhookSecret}` };
  const call = { method: 'POST', path: 'v1/configs/webhook', body: { url, headers }, result: z.unknown() } as const;
  await callProvider(access(credentials, io), call);
}
