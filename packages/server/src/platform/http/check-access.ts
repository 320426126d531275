import { isAllowed, type RouteAccess } from '@otvet/contract';
import type { FastifyRequest } from 'fastify';
import { AppError } from '../errors/app-error.ts';
import type { ApiUser } from './api-context.ts';

const MAX_TOKEN = 4096;

/** Lets a request through to a route or throws; gives the caller, or undefined on a public route. */
export async function checkAccess({
  request,
  route,
  identify,
}: {
  request: FastifyRequest;
  route: RouteAccess;
  identify: (token: string | undefined) => Promise<ApiUser | undefined>;
}): Promise<ApiUser | undefined> {
  refuseForeignPage(request);
  if (route.access === 'public') return undefined;
  const user = await identify(bearerToken(request.headers.authorization));
  if (user === undefined) throw new AppError('auth.required');
  if (route.whileImpersonated === false && user.impersonatedBy !== null) throw new AppError('auth.impersonated');
  if (route.access !== 'user' && !isAllowed(user.role, route.access)) throw new AppError('auth.forbidden');
  return user;
}

/** The token of `Authorization: Bearer`; cookies are never looked at, so no foreign page can act for a user. */
export function bearerToken(header: string | undefined): string | undefined {
  const token = /^Bearer +([^\s,]+)$/i.exec(header ?? '')?.[1];
  return token === undefined || token.length > MAX_TOKEN ? undefined : token;
}

/**
 * The specification has GET calls that change state. The bearer header already keeps `<img>` and links of other
 * sites out; this refuses what a browser marks as coming from there, and what it loads ahead of a click.
 */
function refuseForeignPage(request: FastifyRequest): void {
  const purpose = `${request.headers['sec-purpose'] ?? ''} ${request.headers.purpose ?? ''}`;
  if (request.headers['sec-fetch-site'] === 'cross-site' || purpose.includes('prefetch')) {
    throw new AppError('request.cross_site');
  }
}
