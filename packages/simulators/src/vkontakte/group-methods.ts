import { confirm } from './deliver.ts';
import { VkError } from './errors.ts';
import type { Request } from './schemas.ts';
import type { CallbackServer, World } from './world.ts';

const MAX_SERVERS = 10;
const PERMISSION_BITS: Record<string, number> = { photos: 4, messages: 4096, docs: 131_072, manage: 262_144 };

/** Calls for communities refuse the key of a person. */
export function requireGroupKey({ isUserKey }: World): void {
  if (isUserKey) throw new VkError(27, 'Group authorization failed');
}

function requireRight(world: World, right: string): void {
  if (!world.permissions.has(right)) throw new VkError(15, 'Access denied: no access to call this method');
}

function requireOurs(world: World, groupId: number): void {
  requireRight(world, 'manage');
  if (groupId !== world.groupId) throw new VkError(15, 'Access denied: group access is denied');
}

export const groupMethods = {
  'groups.getTokenPermissions': (world: World) => {
    requireGroupKey(world);
    const permissions = [...world.permissions].map((name) => ({ name, setting: PERMISSION_BITS[name] ?? 0 }));
    return { mask: permissions.reduce((mask, { setting }) => mask + setting, 0), permissions };
  },
  'groups.getById': ({ isUserKey, groupId: id, title: name, screenName: screen_name, url }: World) => {
    if (isUserKey)
      throw new VkError(100, 'One of the parameters specified was missing or invalid: group_ids is undefined');
    return { groups: [{ id, name, screen_name, photo_200: `${url}/media/avatar` }], profiles: [] };
  },
  'groups.getCallbackServers': (world: World, { group_id }: Request<'groups.getCallbackServers'>) => {
    requireOurs(world, group_id);
    const items = world.servers.map(({ id, title, url, secret, status }) => {
      return { id, title, creator_id: 1, url, secret_key: secret, status };
    });
    return { count: items.length, items };
  },
  'groups.getCallbackConfirmationCode': (world: World, { group_id }: Request<'groups.getCallbackConfirmationCode'>) => {
    requireOurs(world, group_id);
    return { code: world.confirmationCode };
  },
  'groups.addCallbackServer': async (world: World, request: Request<'groups.addCallbackServer'>) => {
    requireOurs(world, request.group_id);
    if (world.servers.length >= MAX_SERVERS) throw new VkError(2000, 'Servers number limit is reached');
    if (!URL.canParse(request.url))
      throw new VkError(100, 'One of the parameters specified was missing or invalid: url');
    const { url, title, secret_key: secret = '' } = request;
    const server: CallbackServer = {
      id: world.newId(),
      title,
      url,
      secret,
      status: 'wait',
      settings: new Set(),
      tail: Promise.resolve(),
    };
    world.servers.push(server);
    await confirm(world, server);
    return { server_id: server.id };
  },
  'groups.deleteCallbackServer': (world: World, request: Request<'groups.deleteCallbackServer'>) => {
    requireOurs(world, request.group_id);
    findServer(world, request.server_id);
    world.servers = world.servers.filter(({ id }) => id !== request.server_id);
    return 1;
  },
  'groups.setCallbackSettings': (world: World, request: Request<'groups.setCallbackSettings'>) => {
    requireOurs(world, request.group_id);
    findServer(world, request.server_id).settings = readSwitches(request);
    return 1;
  },
  'groups.setLongPollSettings': (world: World, request: Request<'groups.setLongPollSettings'>) => {
    requireOurs(world, request.group_id);
    world.longPoll.isEnabled = request.enabled === '1';
    world.longPoll.settings = readSwitches(request);
    return 1;
  },
  'groups.getLongPollServer': (world: World, request: Request<'groups.getLongPollServer'>) => {
    requireOurs(world, request.group_id);
    if (!world.longPoll.isEnabled)
      throw new VkError(
        100,
        'One of the parameters specified was missing or invalid: longpoll for this group is not enabled',
      );
    return { key: world.longPoll.key, server: `${world.url}/longpoll`, ts: String(world.longPoll.events.length) };
  },
};

function findServer(world: World, serverId: number): CallbackServer {
  const server = world.servers.find(({ id }) => id === serverId);
  if (!server) throw new VkError(104, 'Not found');
  return server;
}

function readSwitches(request: object): Set<string> {
  return new Set(
    Object.entries(request).flatMap(([name, value]) => (name.startsWith('message_') && value === '1' ? [name] : [])),
  );
}
