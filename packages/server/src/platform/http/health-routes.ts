import type { FastifyInstance, FastifyRequest } from 'fastify';
import { AppError } from '../errors/app-error.ts';
import type { Log } from '../log/logger.ts';
import type { Metrics } from '../metrics/metrics.ts';
import { isSameSecret } from '../secrets/is-same-secret.ts';
import { type Clock, systemClock } from '../time/clock.ts';
import { bearerToken } from './check-access.ts';
import { isOfThisMachineOrItsProxy } from './hosts/of-this-machine.ts';
import { createReadiness, type ReadyCheck } from './readiness.ts';

export type HealthDeps = {
  readyChecks: ReadyCheck[];
  metrics: Metrics;
  /** With it `/metrics` asks for `Authorization: Bearer <token>`; without it only this machine may read. */
  metricsToken: string | undefined;
  log: Log;
  clock?: Clock;
};

/** `/health` (the process lives), `/ready` (it can serve, else 503 with reasons) and `/metrics`. */
export function mountHealth(app: FastifyInstance, deps: HealthDeps): void {
  const { log, clock = systemClock } = deps;
  const findReasons = createReadiness({ checks: deps.readyChecks, clock, log });
  // Who watches over the product must get in when it is under attack, and load balancers ask by whatever address they have.
  const config = { rate: 'free', isForAnyHost: true } as const;
  app.route({ method: ['GET', 'HEAD'], url: '/health', config, handler: async () => ({ status: 'alive' }) });
  app.route({
    method: ['GET', 'HEAD'],
    url: '/ready',
    config,
    handler: async (_request, reply) => {
      const reasons = await findReasons();
      const isReady = Object.keys(reasons).length === 0;
      return reply.status(isReady ? 200 : 503).send(isReady ? { status: 'ready' } : { status: 'not ready', reasons });
    },
  });
  // A token proves more than a host does.
  const isForAnyHost = deps.metricsToken !== undefined;
  app.get('/metrics', { config: { isForAnyHost } }, async (request, reply) => {
    // An unknown caller learns nothing, not even that there is something to read.
    if (!mayReadMetrics(request, deps.metricsToken)) throw new AppError('request.not_found');
    const { contentType, text } = await deps.metrics.read();
    return reply.header('content-type', contentType).send(text);
  });
}

function mayReadMetrics(request: FastifyRequest, token: string | undefined): boolean {
  if (token !== undefined) return isSameSecret(bearerToken(request.headers.authorization), token);
  return isOfThisMachineOrItsProxy(request);
}
