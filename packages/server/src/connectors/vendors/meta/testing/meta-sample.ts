import { createHmac } from 'node:crypto';
import { z } from 'zod';
import type { ConnectorChannel } from '../../../port.ts';
import type { ConnectorSample, Delivered } from '../../../suite/connector-sample.ts';
import type { VendorAnswer, VendorRequest } from '../../../suite/vendor-server.ts';
import type { RawRequest } from '../../../webhook-port.ts';

/** As the platform writes it: letters beyond ASCII are escaped. */
export const toWire = (body: unknown): Buffer =>
  Buffer.from(
    JSON.stringify(body).replaceAll(
      /[\u0080-\uffff]/g,
      (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`,
    ),
  );

export const signatureOf = (body: Buffer, secret: string): string =>
  `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`;

/** One signed request. */
export function signRequest(body: Buffer, secret: string): RawRequest {
  return { method: 'POST', path: '', query: {}, headers: { 'x-hub-signature-256': signatureOf(body, secret) }, body };
}

const standby = z.object({ standby: z.unknown() }).strict();
const change = z.object({ change: z.unknown() }).strict();

/** An entry with what a fixture holds, in the list where it came. */
function toEntry(id: string, payload: unknown): object {
  const time = 1_790_000_000_000;
  const waiting = standby.safeParse(payload).data;
  if (waiting) return { id, time, standby: [waiting.standby] };
  const changed = change.safeParse(payload).data;
  return changed ? { id, time, changes: [changed.change] } : { id, time, messaging: [payload] };
}

export const wrap = (object: string, entries: { identity: string; payload: unknown }[]): object => ({
  object,
  entry: entries.map(({ identity, payload }) => toEntry(identity, payload)),
});

export const graphFailure = (
  status: number,
  error: { code: number; error_subcode?: number },
  headers: Record<string, string> = {},
): VendorAnswer => ({ status, body: { error: { message: 'made up', type: 'OAuthException', ...error } }, headers });

const written = z.object({
  sender_action: z.string().optional(),
  message: z
    .object({
      text: z.string().default(''),
      attachment: z.object({ type: z.string() }).optional(),
      quick_replies: z.array(z.object({ title: z.string() })).default([]),
    })
    .default({ text: '', quick_replies: [] }),
  reply_to: z.object({ mid: z.string() }).optional(),
});

const isUpload = ({ path }: VendorRequest): boolean => path.includes('/message_attachments');

async function read(request: VendorRequest): Promise<Delivered> {
  const nothing = { text: '', photos: 0, files: 0, replyTo: null, isTyping: false, labels: [] };
  if (isUpload(request)) return nothing;
  const { message, reply_to: replyTo, sender_action: action } = written.parse(JSON.parse(request.body.toString()));
  const kind = message.attachment?.type;
  return {
    text: message.text,
    photos: kind === 'image' ? 1 : 0,
    files: kind === undefined || kind === 'image' ? 0 : 1,
    replyTo: replyTo?.mid ?? null,
    isTyping: action === 'typing_on',
    labels: message.quick_replies.map(({ title }) => title),
  };
}

let count = 0;

function accept(request: VendorRequest): VendorAnswer {
  count += 1;
  if (isUpload(request)) return { status: 200, body: { attachment_id: `98765432${count}` } };
  return { status: 200, body: { recipient_id: '7788990011223344', message_id: `m_sent-${count}` } };
}

/** What the shared suite must know of a kind of channel on this platform. */
export function createMetaSample(input: {
  object: string;
  urlKey: string;
  channel: ConnectorChannel;
  secret: string;
  customerId: string;
}): ConnectorSample {
  const { object, urlKey, channel, secret, customerId } = input;
  const keys = {
    META_APP_ID: '5151515151515151',
    META_APP_SECRET: 'made-up-installation-secret-01234',
    META_VERIFY_TOKEN: 'made-up-installation-word-0123',
  };
  return {
    vendorUrlKey: urlKey,
    channel,
    chatId: customerId,
    replyToVendorId: 'm_theirs',
    vendorRef: 'http://127.0.0.1:1/photo.jpg',
    sign: (payload) => signRequest(toWire(wrap(object, [{ identity: channel.identity, payload }])), secret),
    bodyProof: { kind: 'signed' },
    shared: {
      keys,
      sign: (entries) => signRequest(toWire(wrap(object, entries)), keys.META_APP_SECRET),
      bodyProof: { kind: 'signed' },
      challenge: {
        request: {
          query: { 'hub.mode': 'subscribe', 'hub.verify_token': keys.META_VERIFY_TOKEN, 'hub.challenge': '1158201444' },
          headers: {},
        },
        answer: '1158201444',
      },
    },
    accept,
    refusals: {
      unauthorized: graphFailure(401, { code: 190, error_subcode: 463 }),
      rateLimited: (seconds) => graphFailure(429, { code: 613 }, { 'retry-after': String(seconds) }),
      serverError: graphFailure(500, { code: 2 }),
    },
    read,
  };
}
