import { z } from 'zod';
import { isAddressOurs } from './deliver.ts';
import { type App, GraphError, type PhoneNumber, type Token, type World } from './world.ts';

// The calls of https://developers.facebook.com/documentation/business-messaging/whatsapp/reference, read 2026-11-23.

export type GraphCall = {
  method: string;
  parts: string[];
  query: URLSearchParams;
  body: Record<string, unknown>;
  bearer: string;
};

const subscription = z.strictObject({
  object: z.literal('whatsapp_business_account'),
  callback_url: z.url(),
  verify_token: z.string().min(1),
  fields: z.string().min(1),
});
const override = z.strictObject({
  webhook_configuration: z.strictObject({
    override_callback_uri: z.string(),
    verify_token: z.string().min(1).optional(),
  }),
});
const registration = z.strictObject({ messaging_product: z.literal('whatsapp'), pin: z.string().regex(/^\d{6}$/) });

/** Calls about applications, accounts and numbers; undefined: none of these. */
export async function handleAdministration(world: World, call: GraphCall): Promise<object | undefined> {
  const { method, parts, query } = call;
  const [node = '', edge = ''] = parts;
  if (node === 'debug_token') return debugToken(world, call);
  const app = world.apps.get(node);
  if (app && edge === 'subscriptions') return await handleSubscriptions(world, app, call);
  const numbers = [...world.numbers.values()].filter(({ businessId }) => businessId === node);
  if (numbers.length > 0) {
    requireToken(world, call);
    if (edge === 'phone_numbers') return { data: numbers.map((number) => describeNumber(world, number, query)) };
    if (edge === 'message_templates') return { data: world.templates };
    if (edge === 'subscribed_apps' && method === 'POST') {
      world.subscribed.add(node);
      return { success: true };
    }
  }
  const number = world.numbers.get(node);
  if (!number) return undefined;
  if (edge === 'register') return register(world, number, call);
  if (edge !== '') return undefined;
  requireToken(world, call);
  return method === 'GET' ? describeNumber(world, number, query) : await setOverride(world, number, call.body);
}

export function requireToken(world: World, { bearer }: GraphCall): Token {
  const token = world.tokens.get(bearer);
  const isGood = token && !token.isRevoked && (token.expiresAt === 0 || token.expiresAt > world.now());
  if (!isGood) throw new GraphError(401, 190, 'Error validating access token');
  return token;
}

/** The application speaks for itself with its number and its secret. */
function requireApp(world: World, { bearer }: GraphCall): App {
  const [id = '', secret = ''] = bearer.split('|');
  const app = world.apps.get(id);
  if (app?.secret !== secret) throw new GraphError(400, 190, 'Error validating application');
  return app;
}

function debugToken(world: World, call: GraphCall): object {
  requireApp(world, call);
  const token = world.tokens.get(call.query.get('input_token') ?? '');
  if (!token) return { data: { is_valid: false, app_id: '', error: { code: 190, message: 'Malformed access token' } } };
  return {
    data: {
      app_id: token.appId,
      is_valid: !token.isRevoked,
      expires_at: Math.floor(token.expiresAt / 1000),
      data_access_expires_at: 0,
      scopes: ['whatsapp_business_messaging', 'whatsapp_business_management'],
    },
  };
}

async function handleSubscriptions(world: World, app: App, call: GraphCall): Promise<object> {
  if (requireApp(world, call) !== app) throw new GraphError(403, 10, 'Another application');
  if (call.method === 'GET') {
    const { webhook } = app;
    return { data: webhook ? [{ object: 'whatsapp_business_account', callback_url: webhook.url, active: true }] : [] };
  }
  if (call.method === 'DELETE') {
    app.webhook = null;
    return { success: true };
  }
  const { callback_url: url, verify_token: verifyToken } = parse(subscription, call.body);
  if (!(await isAddressOurs(world, { url, verifyToken })))
    throw new GraphError(400, 2200, 'Callback verification failed');
  app.webhook = { url, verifyToken };
  return { success: true };
}

function describeNumber(world: World, number: PhoneNumber, query: URLSearchParams): object {
  const [app] = world.apps.values();
  const all: Record<string, unknown> = {
    id: number.id,
    display_phone_number: number.shown,
    verified_name: number.name,
    quality_rating: 'GREEN',
    code_verification_status: 'VERIFIED',
    status: number.isRegistered ? 'CONNECTED' : 'PENDING',
    webhook_configuration: {
      ...(app?.webhook && { application: app.webhook.url }),
      ...(number.webhook && { phone_number: number.webhook.url }),
    },
  };
  const fields = (query.get('fields') ?? 'id,display_phone_number,verified_name').split(',');
  return Object.fromEntries(fields.flatMap((field) => (field in all ? [[field, all[field]]] : [])));
}

async function setOverride(world: World, number: PhoneNumber, body: unknown): Promise<object> {
  const { override_callback_uri: url, verify_token: verifyToken = '' } = parse(override, body).webhook_configuration;
  if (url !== '' && !(await isAddressOurs(world, { url, verifyToken })))
    throw new GraphError(400, 100, 'Callback verification failed');
  number.webhook = url === '' ? null : { url, verifyToken };
  return { success: true };
}

function register(world: World, number: PhoneNumber, call: GraphCall): object {
  requireToken(world, call);
  parse(registration, call.body);
  if (number.isRegistered) throw new GraphError(403, 10, 'The number is registered already');
  number.isRegistered = true;
  return { success: true };
}

function parse<Schema extends z.ZodType>(schema: Schema, body: unknown): z.output<Schema> {
  const read = schema.safeParse(body);
  if (!read.success) throw new GraphError(400, 100, `Invalid parameter: ${read.error.issues[0]?.path.join('.')}`);
  return read.data;
}
