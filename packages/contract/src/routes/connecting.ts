import { z } from 'zod';
import { connectInput, connectState } from '../connecting.ts';
import { channelTypeName, id, text } from '../fields.ts';
import { limits } from '../limits.ts';
import { procedure } from './procedure.ts';

const tags = ['connecting'];

/** Connecting a channel step by step; the state is kept on the server. `poll` stands in the specification. */
export const connectingRoutes = {
  start: procedure('manage_channels', { rate: 'connect' })
    .route({ method: 'POST', path: '/v1/connecting/{channelType}/', tags, summary: 'Begin to connect a channel' })
    .input(
      z.strictObject({
        channelType: channelTypeName,
        name: text(limits.nameText).optional(),
        knowledgeBaseId: id.nullable().optional(),
      }),
    )
    .output(connectState),
  all: procedure('manage_channels')
    .route({ method: 'GET', path: '/v1/connecting/', tags, summary: 'Connections that were begun and not finished' })
    .input(z.strictObject({}))
    .output(
      z.object({
        connecting: z.array(connectState),
        /** Types that nobody can connect here yet: this server has no library for them. */
        notInstalled: z.array(channelTypeName),
      }),
    ),
  one: procedure('manage_channels')
    .route({ method: 'GET', path: '/v1/connecting/{id}/', tags, summary: 'Where a connection stands' })
    .input(z.strictObject({ id }))
    .output(connectState),
  advance: procedure('manage_channels', { rate: 'connect' })
    .route({ method: 'POST', path: '/v1/connecting/{id}/advance/', tags, summary: 'Take the next step' })
    .input(z.strictObject({ id, input: connectInput }))
    .output(connectState),
  restart: procedure('manage_channels', { rate: 'connect' })
    .route({ method: 'POST', path: '/v1/connecting/{id}/restart/', tags, summary: 'Begin the steps again' })
    .input(z.strictObject({ id }))
    .output(connectState),
  cancel: procedure('manage_channels')
    .route({ method: 'DELETE', path: '/v1/connecting/{id}/', tags, summary: 'Give a connection up' })
    .input(z.strictObject({ id }))
    .output(z.object({ id })),
  finishRedirect: procedure('manage_channels', { rate: 'connect' })
    .route({
      method: 'POST',
      path: '/v1/connect-return/',
      tags,
      summary: 'Hand over the query with which the platform sent the browser back',
    })
    .input(z.strictObject({ query: z.record(z.string().max(100), text(4000)) }))
    .output(connectState),
  poll: procedure('manage_channels', { rate: 'platform' })
    .route({ method: 'GET', path: '/v1/connect/poll/{id}', tags, summary: 'Ask whether a code was scanned' })
    .input(z.strictObject({ id }))
    .output(connectState),
};
