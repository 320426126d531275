import { z } from 'zod';
import { baseUrlOf, callVendor } from '../../calls/call-vendor.ts';
import { readJson } from '../../calls/read-json.ts';
import type { Connector, ConnectorIo } from '../../port.ts';
import { readFailure } from './errors.ts';

const DEADLINE_MS = 15_000;

type Call<Schema extends z.ZodType> = {
  path: string;
  token: string;
  body: Record<string, unknown>;
  answer: Schema;
  signal?: AbortSignal;
};

/** Every call of the invented platform is a POST of JSON with a bearer. */
export async function callCourier<Schema extends z.ZodType>(
  io: ConnectorIo,
  { path, token, body, answer, signal }: Call<Schema>,
): Promise<z.output<Schema>> {
  const {
    status,
    headers,
    body: bytes,
  } = await callVendor(io, {
    url: `${baseUrlOf(io, 'COURIER_API_URL')}/${path}`,
    request: {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
      body: JSON.stringify(body),
      deadlineMs: DEADLINE_MS,
      ...(signal && { signal }),
    },
    isEffect: false,
    secrets: [token],
  });
  const read = readJson(bytes);
  const result = answer.safeParse(read);
  if (status === 200 && result.success) return result.data;
  throw readFailure({ status, body: read, retryAfter: headers['retry-after'], limited: headers['x-limited'] });
}

const person = z.object({ name: z.string(), phone: z.string().nullable() });

/** A person whose message bore no name. */
export const fetchProfile: NonNullable<Connector['fetchProfile']> = async ({ senderId }, channel, io) => {
  const call = { path: `people/${senderId}`, token: channel.credentials.pageToken ?? '', body: {}, answer: person };
  const { name, phone } = await callCourier(io, call);
  const rest = { userName: null, language: null, email: null, profileUrl: null };
  return { ...rest, name, firstName: name, phone };
};

const approved = z.object({
  templates: z.array(z.object({ name: z.string(), language: z.string(), body: z.string() })),
});

/** Words that the invented platform approved. */
export const templates: Connector['templates'] = {
  list: async ({ identity, credentials }, io) => {
    const call = {
      path: `pages/${identity}/templates`,
      token: credentials.pageToken ?? '',
      body: {},
      answer: approved,
    };
    const found = await callCourier(io, call);
    return found.templates.map((template) => ({ header: null, footer: null, buttons: [], ...template }));
  },
};
