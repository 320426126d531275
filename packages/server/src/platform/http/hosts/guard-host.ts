import type { FastifyInstance, FastifyRequest } from 'fastify';
import { AppError } from '../../errors/app-error.ts';
import type { Log } from '../../log/logger.ts';
import { negotiateLocale } from '../negotiate-locale.ts';
import { acceptsPages } from '../pages/accepts-pages.ts';
import { countHosts } from './count-hosts.ts';
import type { KnownHosts } from './known-hosts.ts';
import { renderUnknownHostPage } from './unknown-host-page.ts';

declare module 'fastify' {
  // biome-ignore lint/style/useConsistentTypeDefinitions: only an interface adds to the library's own.
  interface FastifyContextConfig {
    /** Answered whatever the host is: the answer is worth nothing to a stranger's page, or asks for more than a host. */
    isForAnyHost?: boolean;
  }
}

/** A stranger can invent names without end: so many are told, the others are refused in silence. */
const MAX_TOLD = 20;
const MAX_TOLD_CHARACTERS = 100;
const REMEDY = 'set PUBLIC_URL to the address that people use, or add this host to ALLOWED_HOSTS';

/** Refuses requests for hosts that this server does not know, and says what to set. */
export function guardHost(app: FastifyInstance, { hosts, log }: { hosts: KnownHosts; log: Log }): void {
  const told = new Set<string>();
  app.addHook('onRequest', (request, reply, done) => {
    if (countHosts(request.raw) > 1) throw new AppError('request.invalid');
    if (request.routeOptions.config.isForAnyHost || isForKnownHost(request, hosts)) return done();
    const host = request.host.slice(0, MAX_TOLD_CHARACTERS);
    if (told.size < MAX_TOLD && !told.has(host)) {
      told.add(host);
      log.warn({ host }, `A request for an unknown host was refused: ${REMEDY}`);
    }
    const error = new AppError('request.unknown_host', { details: { host, remedy: REMEDY } });
    if (!acceptsPages(request)) throw error;
    const page = renderUnknownHostPage(host, negotiateLocale(request.headers['accept-language']));
    reply.code(error.status).type('text/html; charset=utf-8').send(page);
  });
}

/** Of a proxy that is trusted `request.host` is what it forwards; a page could set that header too, so the other one counts as well. */
function isForKnownHost(request: FastifyRequest, hosts: KnownHosts): boolean {
  const sent = request.headers.host;
  return request.host === sent ? hosts.isKnown(sent) : hosts.isKnown(request.host) && hosts.isKnownOrOurs(sent);
}
