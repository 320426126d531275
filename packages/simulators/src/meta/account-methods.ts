import { invalidToken, noPermission, wrongParameter } from './errors.ts';
import { subscribableFields } from './schemas.ts';
import type { Account, Host, Token, World } from './world.ts';

const LONG_LIFE_SECONDS = 5_183_944;

type Query = Record<string, string>;

/** `GET /oauth/access_token` of the Graph host: a code, or a short token, made into a longer one. */
export function issueToken(world: World, query: Query): object {
  const app = world.apps.get(query.client_id ?? '');
  if (app === undefined || app.secret !== query.client_secret) throw wrongParameter('Error validating client secret.');
  if (query.grant_type === 'fb_exchange_token') {
    const former = world.tokens.get(query.fb_exchange_token ?? '');
    if (former === undefined || !former.isValid) throw invalidToken();
    return grant(world, { ...former, expiresAt: Math.floor(world.now() / 1000) + LONG_LIFE_SECONDS });
  }
  return redeemCode(world, query);
}

/** A code is good once. */
export function redeemCode(world: World, query: Query): object {
  const code = query.code ?? '';
  const login = world.codes.get(code);
  if (login === undefined || query.redirect_uri === undefined)
    throw wrongParameter('This authorization code has been used.', 36009);
  world.codes.delete(code);
  return { ...grant(world, login), user_id: login.accountId };
}

export function grant(world: World, token: Token): { access_token: string; token_type: string; expires_in?: number } {
  const name = world.nextId(token.kind === 'INSTAGRAM' ? 'IGAA' : 'EAA');
  world.tokens.set(name, token);
  const life = token.expiresAt === 0 ? {} : { expires_in: token.expiresAt - Math.floor(world.now() / 1000) };
  return { access_token: name, token_type: 'bearer', ...life };
}

/** `GET /debug_token` with the token of an application. */
export function debugToken(world: World, appId: string, query: Query): object {
  const found = world.tokens.get(query.input_token ?? '');
  if (found === undefined || found.appId !== appId) {
    const error = { code: 190, message: 'Malformed access token' };
    return { data: { is_valid: false, error, scopes: [] } };
  }
  const { kind, isValid, expiresAt, scopes } = found;
  const targets = kind === 'USER' ? [...world.accounts.keys()] : [found.accountId];
  const granular = scopes.map((scope) => ({ scope, target_ids: targets }));
  const known = { app_id: appId, type: kind, is_valid: isValid, expires_at: expiresAt, data_access_expires_at: 0 };
  return { data: { ...known, scopes, granular_scopes: granular } };
}

/** Whose token it is. */
export function showMe(world: World, token: Token, host: Host): object {
  if (token.kind === 'USER') return { id: '9000000000000001', name: 'Владелец' };
  const account = accountOf(world, token);
  const linked = account.linkedTo === undefined ? undefined : world.accounts.get(account.linkedTo);
  const instagram = linked && { id: linked.id, username: linked.username, name: linked.name };
  if (host === 'graph') return { id: account.id, name: account.name, instagram_business_account: instagram };
  // The id of the account differs by application; events bear the other one.
  return { id: `9${account.id.slice(1)}`, user_id: account.id, username: account.username, name: account.name };
}

export function accountOf({ accounts }: World, token: Token): Account {
  const account = accounts.get(token.accountId);
  if (account === undefined) throw wrongParameter('Unsupported get request.', 33);
  return account;
}

const PAGE_SIZE = 2;

/** `GET /me/accounts`: pages of the person, some at a time. */
export function listPages(world: World, token: Token, query: Query): object {
  if (token.kind !== 'USER') throw noPermission();
  const pages = [...world.accounts.values()].filter(({ kind }) => kind === 'page');
  const from = Number(query.after ?? 0);
  const data = pages.slice(from, from + PAGE_SIZE).map((page) => showPage(world, page, token));
  const end = from + data.length;
  const next = end < pages.length ? { next: `${world.url}/graph/me/accounts?after=${end}` } : {};
  return { data, paging: { cursors: { after: String(end) }, ...next } };
}

export function showPage(world: World, page: Account, token: Token): object {
  const { id, name, tasks } = page;
  const isAllowed = tasks.includes('MESSAGING') || tasks.includes('MODERATE');
  const grantable = { ...token, kind: 'PAGE', accountId: id, expiresAt: 0 } as const;
  const access = isAllowed ? { access_token: grant(world, grantable).access_token } : {};
  const linked = page.linkedTo === undefined ? undefined : world.accounts.get(page.linkedTo);
  const instagram = linked && { id: linked.id, username: linked.username, name: linked.name };
  return { id, name, tasks, ...access, ...(instagram && { instagram_business_account: instagram }) };
}

/** `GET /{app}/subscriptions`: the addresses of an application. */
export function listCallbacks(world: World, appId: string): object {
  const callbacks = world.apps.get(appId)?.callbacks ?? new Map();
  const data = [...callbacks].map(([object, { url, fields }]) => {
    const named = fields.map((name: string) => ({ name, version: 'v25.0' }));
    return { object, callback_url: url, active: true, fields: named };
  });
  return { data };
}

/** `subscribed_apps` of an account, by the application of the token. */
export function changeSubscription(
  world: World,
  { account, token, method, query }: { account: Account; token: Token; method: string; query: Query },
): object {
  const subscriber = token.kind === 'INSTAGRAM' ? `${token.appId} direct` : token.appId;
  if (token.kind === 'USER') throw wrongParameter('A page access token is required', 33);
  // What is heard of a page's Instagram account hangs on the page.
  const linked = account.kind === 'page' && account.linkedTo ? world.accounts.get(account.linkedTo) : undefined;
  if (method === 'GET') return { data: [...account.subscribers.keys()].map((key) => ({ id: key.split(' ')[0] })) };
  if (method === 'DELETE') {
    account.subscribers.delete(subscriber);
    linked?.subscribers.delete(subscriber);
    return { success: true };
  }
  const fields = (query.subscribed_fields ?? '').split(',');
  const known = subscribableFields[account.kind];
  if (fields.length === 0 || !fields.every((field) => known.has(field))) throw wrongParameter('subscribed_fields');
  account.subscribers.set(subscriber, fields);
  linked?.subscribers.set(subscriber, [...subscribableFields.instagram]);
  return { success: true };
}

/** `GET /access_token` and `GET /refresh_access_token` of Instagram's own host. */
export function renewInstagramToken(world: World, query: Query): object {
  const former = world.tokens.get(query.access_token ?? '');
  if (former === undefined || !former.isValid || former.kind !== 'INSTAGRAM') throw invalidToken();
  return grant(world, { ...former, expiresAt: Math.floor(world.now() / 1000) + LONG_LIFE_SECONDS });
}
