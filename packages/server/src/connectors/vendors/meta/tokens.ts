import { z } from 'zod';
import { ConnectorError, type ConnectorIo } from '../../port.ts';
import { callGraph } from './call-graph.ts';

// https://developers.facebook.com/docs/facebook-login/guides/access-tokens, read 2026-11-23.

/** An application at the platform: of the installation, or of the owner. */
export type MetaApp = { id: string; secret: string };

/** The installation's own application, where it has one. */
export function installationApp({ vendorKeys }: Pick<ConnectorIo, 'vendorKeys'>): MetaApp | undefined {
  const { META_APP_ID: id = '', META_APP_SECRET: secret = '', META_VERIFY_TOKEN: verifyToken = '' } = vendorKeys;
  return id === '' || secret === '' || verifyToken === '' ? undefined : { id, secret };
}

const issued = z.object({ access_token: z.string().min(1) });

/** The code of a finished login, made into a token of the person, for an hour or two. */
export async function exchangeCode(
  io: ConnectorIo,
  { app, code, returnUrl }: { app: MetaApp; code: string; returnUrl: string },
): Promise<string> {
  const query = { client_id: app.id, client_secret: app.secret, redirect_uri: returnUrl, code };
  return await issue(io, query, [app.secret, code]);
}

/** The same for about sixty days; what is taken from it lives as long, or longer. */
export async function exchangeToken(io: ConnectorIo, { app, token }: { app: MetaApp; token: string }): Promise<string> {
  const grant = { grant_type: 'fb_exchange_token', fb_exchange_token: token };
  const query = { client_id: app.id, client_secret: app.secret, ...grant };
  return await issue(io, query, [app.secret, token]);
}

async function issue(io: ConnectorIo, query: Record<string, string>, secrets: string[]): Promise<string> {
  const call = { path: 'oauth/access_token', query, secrets, result: issued };
  return (await callGraph({ token: '', io, failures: loginFailures }, call)).access_token;
}

/** What is refused during a login is the login, not a channel. */
const loginFailures = {
  1: { kind: 'retry', reason: 'vendor_error' },
  100: { kind: 'unauthorized', reason: 'login_refused' },
  101: { kind: 'unsupported', reason: 'not_configured' },
  190: { kind: 'unauthorized', reason: 'login_refused' },
} as const;

const seconds = z.int().nonnegative().catch(0);
const inspected = z.object({
  data: z.object({
    app_id: z.union([z.string(), z.int().transform(String)]).catch(''),
    is_valid: z.boolean(),
    expires_at: seconds,
    data_access_expires_at: seconds,
    scopes: z.array(z.string()).catch([]),
    granular_scopes: z
      .array(z.object({ scope: z.string(), target_ids: z.array(z.coerce.string()).catch([]) }))
      .catch([]),
  }),
});

export type TokenInspection = {
  appId: string;
  isValid: boolean;
  /** When it stops to work: by itself, or because the person's consent is renewed every ninety days. Null: never. */
  endsAt: Date | null;
  scopes: string[];
  /** Accounts that the person ticked, by permission; none where all are meant. */
  targets: { scope: string; ids: string[] }[];
};

/** What the platform knows of a token: https://developers.facebook.com/docs/graph-api/reference/debug_token */
export async function inspectToken(
  io: Pick<ConnectorIo, 'fetch' | 'vendorUrls'>,
  { app, token }: { app: MetaApp; token: string },
): Promise<TokenInspection> {
  const call = { path: 'debug_token', query: { input_token: token }, secrets: [token, app.secret], result: inspected };
  const { data } = await callGraph({ token: `${app.id}|${app.secret}`, io }, call);
  const ends = [data.expires_at, data.data_access_expires_at].filter((end) => end > 0);
  return {
    appId: data.app_id,
    isValid: data.is_valid,
    endsAt: ends.length === 0 ? null : new Date(Math.min(...ends) * 1000),
    scopes: data.scopes,
    targets: data.granular_scopes.map(({ scope, target_ids: ids }) => ({ scope, ids })),
  };
}

/** The code that the platform sent the browser back with; a person may also have refused. */
export function requireCode(query: Record<string, string>): string {
  const { code = '' } = query;
  if (code === '') throw new ConnectorError('rejected', { reason: 'login_refused' });
  return code;
}
