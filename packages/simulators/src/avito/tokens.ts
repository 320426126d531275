import type { z } from 'zod';
import { tokenForm } from './schemas.ts';
import { type Keys, newId, type World } from './world.ts';

const LIFE_SECONDS = 86_400;
const SCOPE = 'messenger:read,messenger:write,user:read';

type Answer = { status: number; body: object };
type Form = z.output<typeof tokenForm>;

const refuse = (error: string): Answer => ({ status: 400, body: { error, error_description: 'Bad request' } });

/** `POST /token`: keys give a token, a code or a refresh token of one use gives a new refresh token beside it. */
export function giveToken(world: World, fields: Record<string, unknown>): Answer {
  const form = tokenForm.safeParse(fields).data;
  if (!form) return refuse('invalid_request');
  if (world.isRevoked) return refuse('invalid_client');
  const isOwn = form.grant_type === 'client_credentials';
  if (!isKeyOf(isOwn ? world.ownKeys : world.application, form)) return refuse('invalid_client');
  if (form.grant_type === 'authorization_code' && !world.codes.delete(form.code)) return refuse('invalid_grant');
  if (form.grant_type === 'refresh_token' && !world.refreshTokens.delete(form.refresh_token))
    return refuse('invalid_grant');
  const token = newId();
  world.tokens.set(token, world.now() + LIFE_SECONDS * 1000);
  const base = { access_token: token, expires_in: LIFE_SECONDS, token_type: 'Bearer' };
  return { status: 200, body: isOwn ? base : { ...base, refresh_token: addRefresh(world), scope: SCOPE } };
}

const isKeyOf = ({ clientId, clientSecret }: Keys, form: Form): boolean =>
  form.client_id === clientId && form.client_secret === clientSecret;

function addRefresh({ refreshTokens }: World): string {
  const token = newId();
  refreshTokens.add(token);
  return token;
}

export function isTokenGood(world: World, authorization: string | undefined): boolean {
  const until = world.tokens.get((authorization ?? '').replace(/^Bearer /, ''));
  return !world.isRevoked && until !== undefined && until > world.now();
}

/** The person says yes at the login: the browser goes back to the one registered address. */
export function logIn(world: World, address: string): string {
  const asked = new URL(address).searchParams;
  const isMeant = asked.get('client_id') === world.application.clientId && asked.get('response_type') === 'code';
  if (!isMeant || asked.get('scope') !== SCOPE) throw new Error(`The login is not one of this application: ${address}`);
  const code = newId();
  world.codes.add(code);
  return `${world.redirectUri()}?${new URLSearchParams({ code, state: asked.get('state') ?? '' })}`;
}
