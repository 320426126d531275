import type { z } from 'zod';
import { VkError, wrongParameter } from './errors.ts';
import { groupMethods } from './group-methods.ts';
import { mediaMethods } from './media-methods.ts';
import { messageMethods } from './message-methods.ts';
import { type MethodName, requests } from './schemas.ts';
import type { World } from './world.ts';

type Runner = (world: World, fields: unknown) => unknown;

const all = { ...groupMethods, ...messageMethods, ...mediaMethods };

const runners: Record<MethodName, Runner> = {
  'groups.getTokenPermissions': bind(requests['groups.getTokenPermissions'], all['groups.getTokenPermissions']),
  'groups.getById': bind(requests['groups.getById'], all['groups.getById']),
  'groups.getCallbackServers': bind(requests['groups.getCallbackServers'], all['groups.getCallbackServers']),
  'groups.getCallbackConfirmationCode': bind(
    requests['groups.getCallbackConfirmationCode'],
    all['groups.getCallbackConfirmationCode'],
  ),
  'groups.addCallbackServer': bind(requests['groups.addCallbackServer'], all['groups.addCallbackServer']),
  'groups.deleteCallbackServer': bind(requests['groups.deleteCallbackServer'], all['groups.deleteCallbackServer']),
  'groups.setCallbackSettings': bind(requests['groups.setCallbackSettings'], all['groups.setCallbackSettings']),
  'groups.setLongPollSettings': bind(requests['groups.setLongPollSettings'], all['groups.setLongPollSettings']),
  'groups.getLongPollServer': bind(requests['groups.getLongPollServer'], all['groups.getLongPollServer']),
  'messages.send': bind(requests['messages.send'], all['messages.send']),
  'messages.setActivity': bind(requests['messages.setActivity'], all['messages.setActivity']),
  'messages.getByConversationMessageId': bind(
    requests['messages.getByConversationMessageId'],
    all['messages.getByConversationMessageId'],
  ),
  'messages.getConversationsById': bind(
    requests['messages.getConversationsById'],
    all['messages.getConversationsById'],
  ),
  'photos.getMessagesUploadServer': bind(
    requests['photos.getMessagesUploadServer'],
    all['photos.getMessagesUploadServer'],
  ),
  'photos.saveMessagesPhoto': bind(requests['photos.saveMessagesPhoto'], all['photos.saveMessagesPhoto']),
  'docs.getMessagesUploadServer': bind(requests['docs.getMessagesUploadServer'], all['docs.getMessagesUploadServer']),
  'docs.save': bind(requests['docs.save'], all['docs.save']),
  'users.get': bind(requests['users.get'], all['users.get']),
};

/** A field that is wrong, missing or unknown is refused by name. */
function bind<Schema extends z.ZodType>(
  schema: Schema,
  run: (world: World, request: z.output<Schema>) => unknown,
): Runner {
  return (world, fields) => {
    const request = schema.safeParse(fields);
    if (request.success) return run(world, request.data);
    const [issue] = request.error.issues;
    throw wrongParameter(`${issue?.path.join('.')} ${issue?.message}`);
  };
}

const isMethodName = (name: string): name is MethodName => Object.hasOwn(runners, name);

/** Runs a call by its name. */
export async function runMethod(
  world: World,
  { method, fields }: { method: string; fields: unknown },
): Promise<unknown> {
  if (!isMethodName(method)) throw new VkError(3, 'Unknown method passed');
  return await runners[method](world, fields);
}
