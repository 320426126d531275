import { z } from 'zod';
import { channelTypes } from '../channels/specified-types.ts';
import { chat, message, triedAnswer } from '../chat.ts';
import { foreignId, id, pageLimit, pageOffset, queryFlag, queryNumber, requiredText, text } from '../fields.ts';
import { limits } from '../limits.ts';
import { subscriptionStatuses } from '../plans.ts';
import { procedure } from './procedure.ts';

const dialogId = foreignId(300);
const onDialog = z.strictObject({ id: dialogId });
const done = z.object({ chat });

/** Filter keys of the dialog list (specification, section 3): channel id, channel type, task completed, revived, tag, unread, banned. */
const filters = {
  cid: id.optional(),
  cn: z.enum(channelTypes).optional(),
  cmpl: queryFlag.optional(),
  rvd: queryFlag.optional(),
  tag: z.string().max(100).optional(),
  r: queryFlag.optional(),
  ban: queryFlag.optional(),
  /** Only dialogs that wait for a person, longest wait first. */
  waiting: queryFlag.optional(),
};

/** Calls of the specification, section 7 "Chat", that the inbox needs. */
export const chatRoutes = {
  allChats: procedure('user')
    .route({ method: 'GET', path: '/v1/chat/all-chats/', tags: ['chat'], summary: 'Dialogs, newest first' })
    .input(z.strictObject({ limit: pageLimit(limits.dialogPageSize), offset: pageOffset, ...filters }))
    .output(z.object({ chats: z.array(chat), count: z.number().int() })),
  messages: procedure('user')
    .route({
      method: 'GET',
      path: '/v1/chat/messages/{id}/',
      tags: ['chat'],
      summary:
        'Messages of a dialog, oldest first; `after` = change counter for catch-up, `before` = sequence number for older pages',
    })
    .input(
      onDialog.extend({
        offset: pageOffset,
        limit: pageLimit(limits.firstMessageLimit),
        after: queryNumber({ min: 0, max: 999_999_999 }).optional(),
        before: queryNumber({ min: 1, max: 999_999_999 }).optional(),
      }),
    )
    .output(z.object({ messages: z.array(message), chat, hasMore: z.boolean() })),
  send: procedure('inbox_answer')
    .route({
      method: 'POST',
      path: '/v1/chat/messages/{id}/',
      tags: ['chat'],
      summary: 'Send a message as operator; the same clientId again is the same message',
    })
    .input(
      onDialog.extend({
        text: text(limits.customerText).default(''),
        urls: z.array(z.string().max(300)).max(limits.photoMax).default([]),
        clientId: z.uuid().optional(),
        /** Instead of a text: the server writes down what the customer sees. */
        template: z
          .strictObject({
            name: text(600),
            language: text(20),
            variables: z.record(z.string().max(60), text(1000)).default({}),
          })
          .optional(),
      }),
    )
    .output(message),
  reply: procedure('inbox_answer')
    .route({
      method: 'POST',
      path: '/v1/chat/reply-message/{dialogId}/{messageId}/',
      tags: ['chat'],
      summary: 'Answer one message',
    })
    .input(z.strictObject({ dialogId, messageId: id, text: text(limits.customerText), clientId: z.uuid().optional() }))
    .output(message),
  retry: procedure('inbox_answer')
    .route({
      method: 'POST',
      path: '/v1/chat/retry-message/{dialogId}/{messageId}/',
      tags: ['chat'],
      summary: 'Send a message again that was rejected or whose delivery is unknown',
    })
    .input(z.strictObject({ dialogId, messageId: id }))
    .output(message),
  discard: procedure('inbox_answer', { rate: 'write' })
    .route({
      method: 'POST',
      path: '/v1/chat/discard-message/{dialogId}/{messageId}/',
      tags: ['chat'],
      summary:
        'Give up an own message that waits, was rejected or whose delivery is unknown: it is not sent again, and the dialog no longer counts as failed',
    })
    .input(z.strictObject({ dialogId, messageId: id }))
    .output(message),
  retryMedia: procedure('inbox_answer', { rate: 'platform' })
    .route({
      method: 'POST',
      path: '/v1/chat/retry-media/{dialogId}/{messageId}/',
      tags: ['chat'],
      summary: 'Load the failed attachments of a message again, and ask again for the words of its voice messages',
    })
    .input(z.strictObject({ dialogId, messageId: id }))
    .output(message),
  pause: procedure('inbox_answer')
    .route({
      method: 'POST',
      path: '/v1/chat/pause-chat/{id}/',
      successStatus: 201,
      tags: ['chat'],
      summary: 'The assistant stays silent in this dialog',
    })
    .input(onDialog)
    .output(done),
  resume: procedure('inbox_answer')
    .route({
      method: 'POST',
      path: '/v1/chat/resume-chat/{id}/',
      successStatus: 201,
      tags: ['chat'],
      summary: 'Hand the dialog back to the assistant',
    })
    .input(onDialog)
    .output(done),
  ban: procedure('inbox_answer', { rate: 'write' })
    .route({ method: 'GET', path: '/v1/chat/ban/{id}/', tags: ['chat'], summary: 'Ban the customer' })
    .input(onDialog)
    .output(done),
  unban: procedure('inbox_answer', { rate: 'write' })
    .route({ method: 'GET', path: '/v1/chat/unban/{id}/', tags: ['chat'], summary: 'Lift the ban' })
    .input(onDialog)
    .output(done),
  markAsRead: procedure('user')
    .route({ method: 'POST', path: '/v1/chat/mark-as-read/{id}/', tags: ['chat'], summary: 'Zero the unread count' })
    .input(onDialog)
    .output(done),
  markAsUnread: procedure('user')
    .route({ method: 'POST', path: '/v1/chat/mark-as-unread/{id}/', tags: ['chat'], summary: 'Mark as unread by hand' })
    .input(onDialog)
    .output(done),
  testMessage: procedure('view_kb', { rate: 'model' })
    .route({
      method: 'POST',
      path: '/v1/chat/test-message/',
      tags: ['chat'],
      summary:
        'What the assistant would answer now in a channel, or from a base whether a channel uses it or not; nothing is stored, sent or counted',
    })
    .input(
      z
        .strictObject({
          channelId: id.optional(),
          knowledgeBaseId: id.optional(),
          text: requiredText(limits.questionText),
        })
        .refine(({ channelId, knowledgeBaseId }) => channelId !== undefined || knowledgeBaseId !== undefined, {
          error: 'required',
          path: ['channelId'],
        }),
    )
    .output(triedAnswer),
  profileLink: procedure('user', { rate: 'platform' })
    .route({
      method: 'GET',
      path: '/v1/chat/profile/tg/{chatId}/{channelId}',
      tags: ['chat'],
      summary: 'Public link of a customer; empty where there is none',
    })
    .input(z.strictObject({ chatId: foreignId(200), channelId: id }))
    .output(z.object({ link: z.string() })),
  init: procedure('user')
    .route({ method: 'GET', path: '/v1/chat/init/', tags: ['chat'], summary: 'Unread count and subscription status' })
    .input(z.strictObject({}))
    .output(
      z.object({
        count: z.number().int(),
        waiting: z.number().int(),
        subscriptionStatus: z.enum(subscriptionStatuses),
      }),
    ),
  uploadPhotos: procedure('inbox_answer', { rate: 'upload' })
    .route({
      method: 'POST',
      path: '/v1/upload/photos/',
      tags: ['chat'],
      summary: 'Upload a picture for a pair, or to send in a dialog with purpose=message; at most 10 MB',
    })
    .input(
      z.strictObject({
        file: z.file().max(limits.photoBytes, 'too_large'),
        /** One for a message is not among the unused pictures of knowledge. */
        purpose: z.enum(['pair', 'message']).default('pair'),
      }),
    )
    .output(z.object({ id, url: z.string() })),
};
