import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { AppError } from '../../../platform/errors/app-error.ts';
import { withinRequest } from '../../../platform/scope/request-scope.ts';
import type { VisitorDeps, WidgetChannel } from '../deps.ts';
import { judgeOrigin } from './origin-rules.ts';

export type Gate = {
  /** Hook of every widget route: finds the channel, judges the origin, sets the CORS headers (also of error answers). */
  enter(request: FastifyRequest, reply: FastifyReply): Promise<void>;
  channelOf(request: FastifyRequest): WidgetChannel;
};

const params = z.object({ channelId: z.uuid() });

export function createGate(deps: Pick<VisitorDeps, 'channels' | 'hosts'>): Gate {
  const entered = new WeakMap<FastifyRequest, WidgetChannel>();
  const channelOf = (request: FastifyRequest) => {
    const channel = entered.get(request);
    if (channel === undefined) throw new AppError('channels.not_found');
    return channel;
  };
  return {
    enter: async (request, reply) => {
      reply.header('Vary', 'Origin').header('Cache-Control', 'no-store').header('X-Content-Type-Options', 'nosniff');
      const path = params.safeParse(request.params);
      const channel = path.success ? await deps.channels.findWidget(path.data.channelId) : undefined;
      if (channel === undefined) throw new AppError('channels.not_found');
      const verdict = judgeOrigin({
        origin: request.headers.origin,
        isReading: request.method === 'GET' || request.method === 'HEAD',
        allowedOrigins: channel.widget.allowedOrigins,
        isOwnPage: deps.hosts.isOwnOrigin(request.headers.origin, request.host),
      });
      if (!verdict.isAllowed) throw new AppError('widget.origin_refused');
      if (verdict.allowOrigin !== null)
        reply
          .header('Access-Control-Allow-Origin', verdict.allowOrigin)
          .header('Access-Control-Expose-Headers', 'Retry-After');
      entered.set(request, channel);
    },
    channelOf,
  };
}

/** Binds the handlers of all routes that follow to the account of their channel. */
export function bindToAccount(scope: FastifyInstance, gate: Gate): void {
  scope.addHook('onRoute', (route) => {
    const { handler } = route;
    route.handler = function (request, reply) {
      const { accountId } = gate.channelOf(request);
      return withinRequest({ accountId }, async () => handler.call(this, request, reply));
    };
  });
}

/** Answer to a browser's preflight; the origin has been judged by the hook. */
export async function answerPreflight(_request: FastifyRequest, reply: FastifyReply): Promise<void> {
  await reply
    .header('Access-Control-Allow-Methods', 'GET, POST')
    .header('Access-Control-Allow-Headers', 'Authorization, Content-Type, Last-Event-ID')
    .header('Access-Control-Max-Age', '7200')
    .status(204)
    .send();
}
