import { z } from 'zod';

// What the calls take, as form fields: VKCOM/vk-api-schema 5.199 (`messages`, `groups`, `photos`, `docs`, `users`), read 2026-11-23.
// The real platform takes unknown fields in silence; here they are a mistake of the caller.

const int = z
  .string()
  .regex(/^-?\d{1,16}$/)
  .transform(Number);
const flag = z.enum(['0', '1']);
const int32 = int.pipe(z.int().min(-2_147_483_648).max(2_147_483_647));
const common = { v: z.literal('5.199') };
const take = <Shape extends z.ZodRawShape>(shape: Shape) => z.strictObject({ ...common, ...shape });

const action = z.discriminatedUnion('type', [
  z.strictObject({
    type: z.literal('text'),
    label: z.string().min(1).max(40),
    payload: z.string().max(255).optional(),
  }),
  z.strictObject({
    type: z.literal('open_link'),
    label: z.string().min(1).max(40),
    link: z.url(),
    payload: z.string().max(255).optional(),
  }),
]);
const row = z
  .array(
    z.strictObject({ action, color: z.enum(['default', 'secondary', 'primary', 'positive', 'negative']).optional() }),
  )
  .min(1)
  .max(5);

/** Ten rows of five keys, forty in all: https://dev.vk.com/ru/api/bots/development/keyboard, read 2026-11-23. */
export const keyboardSchema = z
  .strictObject({ one_time: z.boolean(), inline: z.boolean().optional(), buttons: z.array(row) })
  .refine(({ inline, buttons }) => {
    const count = buttons.flat().length;
    return inline === true ? buttons.length <= 6 && count <= 10 : buttons.length <= 10 && count <= 40;
  });

export const forwardSchema = z.strictObject({
  peer_id: z.int(),
  conversation_message_ids: z.array(z.int()).length(1),
  is_reply: z.literal(true),
});

const switches = Object.fromEntries(
  [
    'message_new',
    'message_reply',
    'message_edit',
    'message_allow',
    'message_deny',
    'message_event',
    'message_read',
    'message_typing_state',
  ].map((name) => [name, flag.optional()]),
);

export const requests = {
  'groups.getTokenPermissions': take({}),
  'groups.getById': take({}),
  'groups.getCallbackServers': take({ group_id: int }),
  'groups.getCallbackConfirmationCode': take({ group_id: int }),
  'groups.addCallbackServer': take({
    group_id: int,
    url: z.string().min(1),
    title: z.string().min(1).max(14),
    secret_key: z.string().max(50).optional(),
  }),
  'groups.deleteCallbackServer': take({ group_id: int, server_id: int }),
  'groups.setCallbackSettings': take({ group_id: int, server_id: int, api_version: z.literal('5.199'), ...switches }),
  'groups.setLongPollSettings': take({ group_id: int, enabled: flag, api_version: z.literal('5.199'), ...switches }),
  'groups.getLongPollServer': take({ group_id: int }),
  'messages.send': take({
    peer_ids: z.string().regex(/^-?\d{1,16}$/),
    random_id: int32,
    message: z.string().optional(),
    attachment: z.string().max(9000).optional(),
    forward: z.string().optional(),
    keyboard: z.string().optional(),
    dont_parse_links: flag.optional(),
    disable_mentions: flag.optional(),
  }),
  'messages.setActivity': take({ peer_id: int, type: z.literal('typing') }),
  'messages.getByConversationMessageId': take({
    peer_id: int,
    conversation_message_ids: z.string().regex(/^\d{1,16}$/),
    group_id: int.optional(),
  }),
  'messages.getConversationsById': take({
    peer_ids: z.string().regex(/^\d{1,16}$/),
    extended: flag.optional(),
    group_id: int.optional(),
  }),
  'photos.getMessagesUploadServer': take({ peer_id: int.optional() }),
  'photos.saveMessagesPhoto': take({ photo: z.string().min(1), server: int, hash: z.string().min(1) }),
  'docs.getMessagesUploadServer': take({ type: z.enum(['doc', 'audio_message']), peer_id: int.optional() }),
  'docs.save': take({ file: z.string().min(1), title: z.string().optional() }),
  'users.get': take({ user_ids: z.string().regex(/^\d{1,16}$/), fields: z.string().optional() }),
};

export type MethodName = keyof typeof requests;
export type Request<Name extends MethodName> = z.output<(typeof requests)[Name]>;
