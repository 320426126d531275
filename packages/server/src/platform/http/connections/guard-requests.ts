import type { FastifyInstance } from 'fastify';
import { AppError } from '../../errors/app-error.ts';
import type { RouteRate } from '../request-rates.ts';
import { createNetworkCounts } from './network-counts.ts';

const RETRY_AFTER_SECONDS = 5;
/** Streams and webhooks have bounds of their own; who watches over the product gets in at any time. */
const uncountedRates = new Set<RouteRate | undefined>(['free', 'stream', 'webhook']);

/** Bounds how many requests of one network are answered at once: behind a proxy they share few connections. */
export function guardRequests(
  app: FastifyInstance,
  { maxRequestsOfNetwork, onRefused }: { maxRequestsOfNetwork: number; onRefused: (ip: string) => void },
): void {
  const underWay = createNetworkCounts(maxRequestsOfNetwork);
  app.addHook('onRequest', (request, reply, done) => {
    if (uncountedRates.has(request.routeOptions.config.rate)) return done();
    const release = underWay.add(request.ip);
    if (release === undefined) {
      onRefused(request.ip);
      throw new AppError('request.rate_limited', { retryAfter: RETRY_AFTER_SECONDS });
    }
    reply.raw.once('close', release);
    done();
  });
}
