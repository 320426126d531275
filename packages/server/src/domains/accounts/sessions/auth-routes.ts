import { email } from '@otvet/contract';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { AppError } from '../../../platform/errors/app-error.ts';
import { bearerToken } from '../../../platform/http/check-access.ts';
import { describeIssues, issues } from '../../../platform/http/describe-issues.ts';
import { sleep } from '../../../platform/time/clock.ts';
import type { AccountsTools } from '../deps.ts';
import { foldEmail } from '../fold-email.ts';
import { deleteSessionByToken, findIdentityByEmail, findSessionByToken, renewHash } from '../identity-store.ts';
import { hashPassword, isOutdated } from '../passwords/hash-password.ts';
import { findMember } from '../store.ts';
import { admitTry } from './admit-try.ts';
import type { Auth } from './create-auth.ts';
import { CLIENT_ADDRESS_HEADER } from './session-rules.ts';

const PREFIX = '/api/auth';
/** A refusal takes at least so long, whether the address exists or not. */
const REFUSAL_MS = 250;
/** What an earlier sign-in in this browser gave: see KnownDevices. */
const deviceToken = z.string().max(100);
const signInBody = z.strictObject({ email, password: z.string().min(1).max(200), device: deviceToken.optional() });
const signedIn = z.object({ token: z.string(), user: z.object({ id: z.string() }) });
const minted = z.object({ token: z.string() });

type Parts = { tools: AccountsTools; auth: Auth };

/**
 * The calls of better-auth that are open, one by one; everything else of it (sign-up first of all) is not mounted.
 * Only the bearer header counts: cookies neither come in nor go out.
 */
export function registerAuthRoutes(app: FastifyInstance, parts: Parts): void {
  app.post(`${PREFIX}/sign-in/email`, async (request) => signIn(parts, request));
  app.post(`${PREFIX}/sign-out`, async (request) => signOut(parts, request));
  app.get(`${PREFIX}/token`, async (request) => {
    const session = await requireSession(parts, request);
    return minted.parse(await ask(parts, { path: '/token', request, session }));
  });
  app.get(`${PREFIX}/get-session`, async (request) => {
    const session = await requireSession(parts, request);
    return ask(parts, { path: '/get-session', request, session });
  });
  app.get(`${PREFIX}/jwks`, async (request) => ask(parts, { path: '/jwks', request }));
}

async function signIn({ tools, auth }: Parts, request: FastifyRequest) {
  const body = signInBody.safeParse(request.body);
  if (!body.success)
    throw new AppError('request.invalid', { details: describeIssues(issues.parse(body.error.issues)) });
  const foldedEmail = foldEmail(body.data.email);
  const { password } = body.data;
  const { turn, forgive } = await admitTry(tools, { foldedEmail, device: body.data.device, ip: request.ip });
  let begun = tools.clock.now().getTime();
  const response = await whilePresent(request, (signal) =>
    tools.hashTurns.run({ ...turn, signal }, () => {
      begun = tools.clock.now().getTime();
      return call(auth, { path: '/sign-in/email', request, body: { email: foldedEmail, password } });
    }),
  );
  const isRight = response.status === 200;
  if (!isRight && response.status !== 401) throw refusal(response.status);
  // Not awaited: only known addresses have a log to write to, and the answer's time must not tell.
  tools.inBackground(recordSignIn(tools, { foldedEmail, ip: request.ip, isRight }));
  if (!isRight) {
    await sleep({ clock: tools.clock, ms: begun + REFUSAL_MS - tools.clock.now().getTime() });
    throw new AppError('auth.wrong_credentials');
  }
  const { token, user } = signedIn.parse(await response.json());
  await forgive();
  const identity = await findIdentityByEmail.first(tools.pool, { foldedEmail });
  const device = tools.knownDevices.issue({ foldedEmail, passwordSetAt: identity?.passwordSetAt ?? null });
  if (identity?.password && isOutdated(identity.password, tools.passwordCost))
    tools.inBackground(renew(tools, { userId: identity.id, formerHash: identity.password, password }));
  return { token: tools.sessionTokens.sign(token), user, device };
}

/** The password was right: stores it by today's method and cost, unless another one was set meanwhile. */
async function renew(
  tools: AccountsTools,
  { userId, formerHash, password }: { userId: string; formerHash: string; password: string },
): Promise<void> {
  // Nobody waits for it.
  const hash = await tools.hashTurns.run({ rank: 1 }, () => hashPassword(password, tools.passwordCost));
  await renewHash.run(tools.pool, { userId, formerHash, hash });
}

/** Does the work with a signal that is aborted when the client has gone. */
async function whilePresent<Result>(
  { raw: { socket } }: FastifyRequest,
  work: (signal: AbortSignal) => Promise<Result>,
): Promise<Result> {
  const gone = new AbortController();
  const leave = () => gone.abort();
  // One that closed before this gives no event any more.
  if (socket.destroyed) leave();
  socket.once('close', leave);
  try {
    return await work(gone.signal);
  } finally {
    // The connection may bring more requests.
    socket.off('close', leave);
  }
}

async function recordSignIn(
  tools: AccountsTools,
  { foldedEmail, ip, isRight }: { foldedEmail: string; ip: string; isRight: boolean },
): Promise<void> {
  const identity = await findIdentityByEmail.first(tools.pool, { foldedEmail });
  const member = identity && (await findMember.first(tools.pool, { userId: identity.id }));
  if (member === undefined) return;
  const { accountId, userId } = member;
  const entry = isRight
    ? ({ actor: userId, action: 'session.started' } as const)
    : ({ actor: 'visitor', action: 'session.refused', details: { userId } } as const);
  await tools.audit({ accountId, ip, ...entry }, tools.pool);
}

// Our own statement: better-auth would answer success also when the row could not be deleted.
async function signOut({ tools }: Parts, request: FastifyRequest) {
  const stored = readSessionToken(tools, request);
  const ended = stored === undefined ? undefined : await deleteSessionByToken.first(tools.pool, { token: stored });
  if (ended !== undefined) {
    tools.sessions.end([ended.id]);
    const member = await findMember.first(tools.pool, { userId: ended.userId });
    const entry = { actor: ended.userId, action: 'session.ended', ip: request.ip } as const;
    if (member) await tools.audit({ ...entry, accountId: member.accountId }, tools.pool);
  }
  return { success: true };
}

/** The stored token of a live session. A database that is down must not look like a session that ended. */
async function requireSession({ tools }: Parts, request: FastifyRequest): Promise<string> {
  const token = readSessionToken(tools, request);
  const session = token && (await findSessionByToken.first(tools.pool, { token, now: tools.clock.now() }));
  if (!token || !session) throw new AppError('auth.required');
  return token;
}

function readSessionToken(tools: AccountsTools, request: FastifyRequest): string | undefined {
  const presented = bearerToken(request.headers.authorization);
  return presented === undefined ? undefined : tools.sessionTokens.read(presented);
}

type Question = { path: string; request: FastifyRequest; session?: string; body?: Record<string, string> };

async function ask({ auth }: Parts, question: Question): Promise<unknown> {
  const response = await call(auth, question);
  if (response.status !== 200) throw refusal(response.status);
  return response.json();
}

/** A request of our own making: nothing of the caller's headers gets through but what is named here. */
function call(auth: Auth, { path, request, session, body }: Question): Promise<Response> {
  const headers = new Headers({ [CLIENT_ADDRESS_HEADER]: request.ip });
  const agent = request.headers['user-agent'];
  if (agent !== undefined) headers.set('user-agent', agent.slice(0, 300));
  if (session !== undefined) headers.set('authorization', `Bearer ${session}`);
  if (body !== undefined) headers.set('content-type', 'application/json');
  const content = body === undefined ? {} : { body: JSON.stringify(body) };
  return auth.handler(
    new Request(`http://localhost${PREFIX}${path}`, {
      method: body === undefined ? 'GET' : 'POST',
      headers,
      ...content,
    }),
  );
}

// The session was checked before: what still fails is the database or the schema, never the caller.
function refusal(status: number): AppError {
  return new AppError('server.unavailable', { message: `better-auth answered ${status}`, retryAfter: 5 });
}
