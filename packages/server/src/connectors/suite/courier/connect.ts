import { z } from 'zod';
import { newToken } from '../../../platform/time/ids.ts';
import { baseUrlOf } from '../../calls/call-vendor.ts';
import type { ChoiceStep, RedirectStep } from '../../connect-port.ts';
import { type AccountDescription, type Connector, ConnectorError, type ConnectorIo } from '../../port.ts';
import { callCourier } from './api.ts';

const ok = z.object({ ok: z.literal(true) });
const tokenAnswer = z.object({ token: z.string().min(1) });
const pages = z.object({ pages: z.array(z.object({ id: z.string(), title: z.string(), canConnect: z.boolean() })) });

/** A login at the platform, which sends the browser back with a code. */
const login: RedirectStep = {
  kind: 'redirect',
  name: 'login',
  open: ({ state, returnUrl }, { io }) => {
    const query = new URLSearchParams({ app: io.vendorKeys.COURIER_APP_ID ?? '', state, return: returnUrl });
    return `${baseUrlOf(io, 'COURIER_API_URL')}/login?${query}`;
  },
  take: async ({ code }, { returnUrl }, { io }) => {
    if (code === undefined) throw new ConnectorError('rejected', { reason: 'login_refused' });
    const body = { code, return: returnUrl };
    const token = io.vendorKeys.COURIER_APP_SECRET ?? '';
    return { userToken: (await callCourier(io, { path: 'token', token, body, answer: tokenAnswer })).token };
  },
};

const choosePage: ChoiceStep = {
  kind: 'choice',
  name: 'page',
  list: async ({ values, io }) => {
    const found = await callCourier(io, { path: 'pages', token: values.userToken ?? '', body: {}, answer: pages });
    return found.pages.map(({ id, title, canConnect }) => {
      return { value: id, title, hint: canConnect ? null : 'channels.reason.no_rights', isAvailable: canConnect };
    });
  },
  take: async (page, { values, io }) => {
    const call = { path: `pages/${page}/token`, token: values.userToken ?? '', body: {}, answer: tokenAnswer };
    // The login itself is not kept: a page is all that this channel may touch.
    return { page, pageToken: (await callCourier(io, call)).token };
  },
};

export const steps = [login, choosePage];

const account = z.object({ id: z.string(), title: z.string(), webhook: z.string().nullable() });

export async function check(credentials: Record<string, string>, io: ConnectorIo): Promise<AccountDescription> {
  const call = { path: 'me', token: credentials.pageToken ?? '', body: {}, answer: account };
  const { id, title, webhook } = await callCourier(io, call).catch((error: unknown) => {
    if (!(error instanceof ConnectorError) || error.kind !== 'unauthorized') throw error;
    throw new ConnectorError('unauthorized', { reason: 'token_invalid', cause: error });
  });
  const isForeign = webhook !== null && webhook !== credentials.webhookUrl;
  return {
    identity: id,
    accountName: title,
    title,
    profileUrl: null,
    foreignWebhook: isForeign ? new URL(webhook).origin : null,
  };
}

/** The platform asks for the confirmation while `activate` runs. */
export const prepare: Connector['connect']['prepare'] = async (channel, { webhookUrl }, io) => {
  const { webhookUrl: _former, ...kept } = channel.credentials;
  if (webhookUrl === null) return kept;
  const answer = z.object({ confirmation: z.string() });
  const call = { path: `pages/${channel.identity}/confirmation`, token: kept.pageToken ?? '', body: {}, answer };
  const { confirmation } = await callCourier(io, call);
  return { ...kept, confirmation, webhookSecret: kept.webhookSecret ?? newToken(io.random) };
};

export const activate: Connector['connect']['activate'] = async ({ identity, credentials }, { webhookUrl }, io) => {
  const { webhookSecret: secret, pageToken: token = '' } = credentials;
  await callCourier(io, { path: `pages/${identity}/webhook`, token, body: { url: webhookUrl, secret }, answer: ok });
  return webhookUrl === null ? credentials : { ...credentials, webhookUrl };
};

export const isDelivering: Connector['connect']['isDelivering'] = async ({ credentials }, { webhookUrl }, io) => {
  const call = { path: 'me', token: credentials.pageToken ?? '', body: {}, answer: account };
  return (await callCourier(io, call)).webhook === webhookUrl;
};

export const deactivate: Connector['connect']['deactivate'] = async ({ identity, credentials }, io) => {
  const token = credentials.pageToken ?? '';
  await callCourier(io, { path: `pages/${identity}/webhook`, token, body: { url: null }, answer: ok });
};

const batch = z.object({ events: z.array(z.looseObject({ id: z.string() })), cursor: z.string() });

export const pull: NonNullable<Connector['pull']> = async ({ identity, credentials }, cursor, { signal }, io) => {
  const call = {
    path: `pages/${identity}/updates`,
    token: credentials.pageToken ?? '',
    body: { cursor },
    answer: batch,
  };
  const { events, cursor: next } = await callCourier(io, { ...call, signal });
  return { events: events.map((event) => ({ eventId: event.id, payload: { message: event } })), cursor: next };
};
