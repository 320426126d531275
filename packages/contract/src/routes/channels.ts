import { z } from 'zod';
import { channel, channelUpdate } from '../channel-settings.ts';
import { messageTemplate } from '../chat.ts';
import { id, instant, requiredText, text, channelTypeName as type } from '../fields.ts';
import { limits } from '../limits.ts';
import { numberRoutes } from './numbers.ts';
import { procedure } from './procedure.ts';

/** Whose tokens `validateToken` checks: its address has no place for a type. */
export const VALIDATED_TOKEN_TYPE = 'telegram';
/** Whose owners paste our address by hand: `webhook` gives it, at an address without a place for a type. */
export const PASTED_WEBHOOK_TYPE = 'intercom';
/** Calls of the specification, section 7 "Channels", that the offered channels need. */
export const channelRoutes = {
  connect: procedure('manage_channels', { rate: 'connect' })
    .route({ method: 'POST', path: '/v1/connect/{channelType}/', tags: ['channels'], summary: 'Connect a channel' })
    .input(
      // The declared credentials of the type stand beside these, such as `token`; the server checks them by their declaration.
      z.looseObject({
        channelType: type,
        name: text(limits.nameText).optional(),
        knowledgeBaseId: id.nullable().optional(),
        replaceWebhook: z.boolean().optional(),
        options: channelUpdate.shape.options,
      }),
    )
    .output(channel),
  update: procedure('manage_channels')
    .route({
      method: 'PUT',
      path: '/v1/connect/{channelType}/{id}/',
      successStatus: 201,
      tags: ['channels'],
      summary: 'Change the settings of a channel, or its credentials',
    })
    .input(z.looseObject({ ...channelUpdate.shape, channelType: type, id, replaceWebhook: z.boolean().optional() }))
    .output(channel),
  remove: procedure('manage_channels')
    .route({
      method: 'DELETE',
      path: '/v1/connect/{channelType}/{id}/',
      successStatus: 201,
      tags: ['channels'],
      summary: 'Unlink a channel; its settings are erased',
    })
    .input(z.strictObject({ channelType: type, id }))
    .output(z.object({ id, /** False: it does not answer, and is told later. */ isPlatformTold: z.boolean() })),
  all: procedure('user')
    .route({ method: 'GET', path: '/v1/channels/all/', tags: ['channels'], summary: 'All channels of the account' })
    .input(z.strictObject({}))
    .output(z.object({ channels: z.array(channel) })),
  one: procedure('manage_channels')
    .route({ method: 'GET', path: '/v1/channels/{channelType}/{id}/', tags: ['channels'], summary: 'One channel' })
    .input(z.strictObject({ channelType: type, id }))
    .output(channel),
  templates: procedure('inbox_answer', { rate: 'platform' })
    .route({
      method: 'GET',
      path: '/v1/channels/{channelType}/{id}/templates/',
      tags: ['channels'],
      summary: 'Approved templates of a channel; none where its platform has no templates',
    })
    .input(z.strictObject({ channelType: type, id }))
    .output(z.object({ templates: z.array(messageTemplate) })),
  noticeChat: procedure('manage_channels')
    .route({
      method: 'GET',
      path: '/v1/channels/{channelType}/{id}/notice-chat/',
      tags: ['channels'],
      summary: 'What to write to the account’s own bot so that news of this channel go to that chat',
    })
    .input(z.strictObject({ channelType: type, id }))
    .output(
      z.object({
        /** Null where no channel of the account carries notices. */
        chat: z
          .object({
            /** Name of the bot. */
            carrier: z.string(),
            /** Opens a private chat with it and says the word there. */
            link: z.string().nullable(),
            /** To be written in a chat where the bot is, a group as well. */
            message: z.string(),
            until: instant,
          })
          .nullable(),
      }),
    ),
  validateToken: procedure('manage_channels', { rate: 'connect' })
    .route({
      method: 'POST',
      path: '/v1/connect/validate-tg-token/',
      tags: ['channels'],
      summary: 'Check a bot token before connecting',
    })
    .input(z.strictObject({ token: text(200) }))
    .output(
      z.object({
        valid: z.boolean(),
        name: z.string().nullable(),
        username: z.string().nullable(),
        warning: z.string().nullable(),
      }),
    ),
  webhook: procedure('manage_channels')
    .route({
      method: 'GET',
      path: '/v1/connect/get-intercom-webhook/',
      tags: ['channels'],
      summary: 'Our address to paste on the platform: of the newest channel, begun or connected',
    })
    .input(z.strictObject({}))
    .output(z.object({ url: z.string().nullable() })),
  ...numberRoutes,
  request: procedure('manage_channels')
    .route({
      method: 'POST',
      path: '/v1/admin/new-channel-request/',
      tags: ['channels'],
      summary: 'Ask whoever runs the server for a channel that is not offered',
    })
    .input(
      z.strictObject({
        channel: requiredText(limits.personName),
        contact: text(limits.contactText).default(''),
        comment: text(limits.requestText).default(''),
      }),
    )
    .output(z.object({ ok: z.literal(true) })),
  uploadWidgetPhoto: procedure('manage_channels', { rate: 'upload' })
    .route({
      method: 'POST',
      path: '/v1/upload/upload-widget-photo/',
      tags: ['channels'],
      summary: 'Upload a logo for the widget, at most 1 MB',
    })
    .input(z.strictObject({ file: z.file().max(limits.logoBytes, 'too_large') }))
    .output(z.object({ url: z.string() })),
};
