import { BodyTooLargeError, BodyUnreadableError, type ParsedBody, readBody } from '../http/read-body.ts';
import { type Exchange, sendBytes, sendJson } from '../http/serve.ts';
import {
  accountOf,
  changeSubscription,
  debugToken,
  issueToken,
  listCallbacks,
  listPages,
  redeemCode,
  renewInstagramToken,
  showMe,
  showPage,
} from './account-methods.ts';
import { GraphError, invalidToken, noPermission, wrongParameter } from './errors.ts';
import type { MetaFault } from './faults.ts';
import { sendMessage, showPerson, upload } from './send-message.ts';
import type { Account, Host, Token, World } from './world.ts';

const BODY_LIMIT = 40 * 1024 * 1024;

type Request = { host: Host; method: string; path: string[]; query: Record<string, string>; body: ParsedBody };

/** Answers calls below `/graph/v25.0/` and `/instagram/v25.0/`, and those of a login without a version. */
export async function handleGraph(world: World, exchange: Exchange, host: Host): Promise<void> {
  const { request, url, response } = exchange;
  const path = url.pathname
    .split('/')
    .slice(2)
    .filter((part) => part !== '' && !/^v\d+\.0$/.test(part));
  const query = Object.fromEntries(url.searchParams);
  const body = await readBody(request, BODY_LIMIT).catch((error: unknown): ParsedBody => {
    if (error instanceof BodyTooLargeError || error instanceof BodyUnreadableError) return { fields: {}, files: [] };
    throw error;
  });
  const call: Request = { host, method: request.method ?? 'GET', path: path.map(decodeURIComponent), query, body };
  const { fields } = body;
  world.calls.push({ method: call.method, host, path: call.path.join('/'), query, body: fields });
  const isSend = call.path.at(-1) === 'messages' && fields.sender_action === undefined;
  const fault = isSend
    ? world.faults.take('rate-limited', 'server-error', 'page', 'no-answer', 'garbage', 'blocked', 'restricted')
    : undefined;
  if (fault === 'page') return sendPage(exchange, 502);
  try {
    if (fault !== undefined) playFault(fault);
    const answer = run(world, call, readToken(exchange, query));
    if (fault === 'no-answer') {
      request.socket.destroy();
      return;
    }
    if (fault === 'garbage') return sendPage(exchange, 200);
    sendJson(response, { status: 200, body: answer });
  } catch (error) {
    if (!(error instanceof GraphError)) throw error;
    const headers = error.code === 613 ? { 'retry-after': '1' } : {};
    sendJson(response, { status: error.status, body: error.toBody(), headers });
  }
}

function readToken({ request }: Exchange, query: Record<string, string>): string {
  const bearer = /^Bearer (.+)$/.exec(request.headers.authorization ?? '')?.[1];
  return bearer ?? query.access_token ?? '';
}

function playFault(fault: MetaFault): void {
  if (fault === 'rate-limited')
    throw new GraphError(400, 613, { message: '(#613) Calls to this api have exceeded the rate limit.' });
  if (fault === 'server-error') throw new GraphError(500, 2, { message: '(#2) Service temporarily unavailable' });
  if (fault === 'blocked') throw new GraphError(400, 551, { message: "(#551) This person isn't available right now." });
  if (fault === 'restricted')
    throw new GraphError(403, 10, { subcode: 1893063, message: '(#10) The page is temporarily restricted.' });
}

function sendPage({ response }: Exchange, status: number): void {
  const body = Buffer.from('<html><body>Something went wrong</body></html>');
  sendBytes(response, { status, body, headers: { 'content-type': 'text/html' } });
}

function run(world: World, call: Request, bearer: string): object {
  const [first = '', second = ''] = call.path;
  const { host, query } = call;
  if (host === 'graph' && first === 'oauth' && second === 'access_token') return issueToken(world, query);
  if (host === 'instagram' && first === 'oauth') return redeemCode(world, readForm(call.body));
  if (host === 'instagram' && /^(?:refresh_)?access_token$/.test(first)) return renewInstagramToken(world, query);
  const [appId = '', secret = ''] = bearer.split('|');
  const app = world.apps.get(appId);
  if (secret !== '') {
    if (app === undefined || app.secret !== secret)
      throw new GraphError(400, 190, { message: 'Invalid OAuth access token signature.' });
    if (first === 'debug_token') return debugToken(world, appId, query);
    if (first === appId && second === 'subscriptions') return listCallbacks(world, appId);
    throw wrongParameter('Unsupported request.', 33);
  }
  return runWithToken(world, call, requireToken(world, bearer));
}

const readForm = ({ fields }: ParsedBody): Record<string, string> =>
  Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, String(value)]));

function requireToken(world: World, bearer: string): Token {
  const token = world.tokens.get(bearer);
  const isOver = token !== undefined && token.expiresAt !== 0 && token.expiresAt * 1000 < world.now();
  if (token === undefined || !token.isValid || isOver) throw invalidToken();
  return token;
}

function runWithToken(world: World, call: Request, token: Token): object {
  const { host, method, path, query, body } = call;
  const [first = '', second = ''] = path;
  if ((host === 'instagram') !== (token.kind === 'INSTAGRAM')) throw invalidToken();
  if (first === 'me' && second === 'accounts') return listPages(world, token, query);
  if (first === 'me' && second === '') return showMe(world, token, host);
  const own = token.kind === 'USER' ? undefined : accountOf(world, token);
  const named = first === 'me' ? own : world.accounts.get(first);
  if (second === 'subscribed_apps' && named) {
    if (own && named.id !== own.id) throw noPermission();
    return changeSubscription(world, { account: named, token, method, query });
  }
  if (named && second === '') return showNamed(world, named, token);
  if (own === undefined) throw wrongParameter('Unsupported get request.', 33);
  if (second === '') return showPerson(world, { account: audienceOf(world, own, first), token }, first);
  if (named?.id !== own.id || method !== 'POST') throw wrongParameter('Unsupported post request.', 33);
  if (second === 'message_attachments') {
    const isInstagram = body.fields.platform === 'instagram';
    return upload(world, { account: isInstagram ? linkedOf(world, own) : own, token }, body);
  }
  if (second !== 'messages') throw wrongParameter('Unsupported post request.', 33);
  return sendMessage(world, { account: audienceOf(world, own, personOf(body)), token }, body.fields);
}

function showNamed(world: World, account: Account, token: Token): object {
  if (account.kind === 'page' && token.kind === 'USER') return showPage(world, account, token);
  return { id: account.id, name: account.name, username: account.username };
}

const personOf = ({ fields: { recipient } }: ParsedBody): string =>
  typeof recipient === 'object' && recipient !== null && 'id' in recipient ? String(recipient.id) : '';

/** A page's token also writes to people who know its Instagram account. */
function audienceOf(world: World, own: Account, personId: string): Account {
  const linked = linkedOf(world, own);
  return world.chats.has(`${linked.id} ${personId}`) ? linked : own;
}

function linkedOf(world: World, own: Account): Account {
  const linked = own.kind === 'page' && own.linkedTo !== undefined ? world.accounts.get(own.linkedTo) : undefined;
  return linked ?? own;
}
