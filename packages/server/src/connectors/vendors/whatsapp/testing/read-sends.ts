import { z } from 'zod';
import type { ConnectorSample, Delivered } from '../../../suite/connector-sample.ts';
import type { VendorAnswer, VendorRequest } from '../../../suite/vendor-server.ts';

/** A request around one change, with letters beyond ASCII escaped as the platform does it. */
export function toBody(change: unknown): Buffer {
  const entry = [{ id: '102290129340398', time: 1_790_000_000, changes: [change] }];
  const json = JSON.stringify({ object: 'whatsapp_business_account', entry });
  return Buffer.from(
    json.replace(/[\u0080-\uffff]/g, (letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`),
  );
}

const failure = (status: number, code: number, headers: Record<string, string> = {}): VendorAnswer => ({
  status,
  headers,
  body: { error: { message: `(#${code}) made up`, type: 'OAuthException', code, fbtrace_id: 'A1' } },
});

const titled = z.object({ title: z.string() });
const written = z.object({
  type: z.string().default(''),
  text: z.object({ body: z.string() }).optional(),
  image: z.object({ caption: z.string().default('') }).optional(),
  video: z.object({ caption: z.string().default('') }).optional(),
  document: z.object({ caption: z.string().default('') }).optional(),
  context: z.object({ message_id: z.string() }).optional(),
  template: z
    .object({
      name: z.string(),
      components: z.array(z.object({ parameters: z.array(z.object({ text: z.string() })) })).default([]),
    })
    .optional(),
  interactive: z
    .object({
      body: z.object({ text: z.string() }),
      action: z.object({
        buttons: z.array(z.object({ reply: titled })).default([]),
        sections: z.array(z.object({ rows: z.array(titled) })).default([]),
      }),
    })
    .optional(),
});

const nothing: Delivered = { text: '', photos: 0, files: 0, replyTo: null, isTyping: false, labels: [] };

/** An upload puts nothing in front of the customer. */
export async function readWhatsApp({ path, body }: VendorRequest): Promise<Delivered> {
  if (!path.endsWith('messages')) return nothing;
  const { type, text, image, video, document, context, interactive, template } = written.parse(
    JSON.parse(body.toString()),
  );
  const { buttons = [], sections = [] } = interactive?.action ?? {};
  return {
    ...nothing,
    text: text?.body ?? interactive?.body.text ?? (image ?? video ?? document)?.caption ?? '',
    photos: type === 'image' ? 1 : 0,
    files: ['video', 'document', 'audio'].includes(type) ? 1 : 0,
    replyTo: context?.message_id ?? null,
    ...(template && {
      template: {
        name: template.name,
        values: template.components.flatMap(({ parameters }) => parameters.map((parameter) => parameter.text)),
      },
    }),
    labels: [
      ...buttons.map(({ reply }) => reply.title),
      ...sections.flatMap(({ rows }) => rows.map(({ title }) => title)),
    ],
  };
}

let lastId = 0;

export function acceptWhatsApp({ path }: VendorRequest): VendorAnswer {
  lastId += 1;
  if (path.endsWith('media')) return { status: 200, body: { id: String(lastId) } };
  return { status: 200, body: { messaging_product: 'whatsapp', messages: [{ id: `wamid.sent${lastId}` }] } };
}

export const whatsAppRefusals: ConnectorSample['refusals'] = {
  unauthorized: failure(401, 190),
  rateLimited: (seconds) => failure(429, 130_429, { 'retry-after': String(seconds) }),
  limitOf: (scope) => failure(400, scope === 'chat' ? 131_056 : 130_429, { 'retry-after': '7' }),
  serverError: failure(500, 131_000),
};
