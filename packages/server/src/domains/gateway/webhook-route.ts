import { type ChannelType, limits } from '@otvet/contract';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { AppError } from '../../platform/errors/app-error.ts';
import type { GatewayDeps } from './deps.ts';

type Accept = (input: {
  accountId: string;
  channelId: string;
  events: { eventId: string; payload: unknown }[];
}) => Promise<unknown>;

const channelId = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

function single(value: string | string[] | undefined): string | undefined {
  return Array.isArray(value) ? value[0] : value;
}

/** `POST /hooks/{channelType}/{channelId}`: raw bytes → verify → stored → 200 with an empty body. Platforms stop at 410. */
export function mountWebhooks(app: FastifyInstance, deps: Pick<GatewayDeps, 'channels' | 'log'>, accept: Accept): void {
  void app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: limits.webhookBytes }, (_request, body, done) =>
      done(null, body),
    );
    scope.post(
      '/hooks/:type/:id',
      async (request: FastifyRequest<{ Params: { type: ChannelType; id: string } }>, reply: FastifyReply) => {
        const { type, id } = request.params;
        const channel = channelId.test(id) ? await deps.channels.live(id) : undefined;
        if (!channel || channel.type !== type) return await reply.code(410).send();
        const raw = {
          body: Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0),
          headers: Object.fromEntries(Object.entries(request.headers).map(([name, value]) => [name, single(value)])),
          query: {},
        };
        if (!channel.connector.verify(raw, channel.self)) return await reply.code(401).send();
        const events = channel.connector.split(raw);
        if (!events) throw new AppError('request.invalid');
        await accept({ accountId: channel.accountId, channelId: channel.id, events });
        return await reply.code(200).send();
      },
    );
  });
}
