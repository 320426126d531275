import type { FastifyInstance } from 'fastify';
import { AppError } from '../../errors/app-error.ts';
import { networkOf } from '../network-of.ts';
import type { RouteRate } from '../request-rates.ts';

const RETRY_AFTER_SECONDS = 5;
/** Streams and webhooks have bounds of their own; who watches over the product gets in at any time. */
const uncountedRates = new Set<RouteRate | undefined>(['free', 'stream', 'webhook']);

/** Bounds how many requests of one network are answered at once: behind a proxy they share few connections. */
export function guardRequests(app: FastifyInstance, { maxRequestsOfNetwork }: { maxRequestsOfNetwork: number }): void {
  const underWay = new Map<string, number>();
  app.addHook('onRequest', async (request, reply) => {
    if (uncountedRates.has(request.routeOptions.config.rate)) return;
    const network = networkOf(request.ip);
    const count = underWay.get(network) ?? 0;
    if (count >= maxRequestsOfNetwork) throw new AppError('request.rate_limited', { retryAfter: RETRY_AFTER_SECONDS });
    underWay.set(network, count + 1);
    reply.raw.once('close', () => {
      const left = (underWay.get(network) ?? 1) - 1;
      if (left > 0) underWay.set(network, left);
      else underWay.delete(network);
    });
  });
}
