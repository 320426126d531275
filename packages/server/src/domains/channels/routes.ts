import { implement } from '@orpc/server';
import {
  type Channel,
  type ChannelUpdate,
  channelUpdate,
  contract,
  type FieldValues,
  limits,
  PASTED_WEBHOOK_TYPE,
  VALIDATED_TOKEN_TYPE,
} from '@otvet/contract';
import { AppError } from '../../platform/errors/app-error.ts';
import { type ApiContext, requireUser } from '../../platform/http/api-context.ts';
import type { Files } from '../../platform/storage/index.ts';
import { describeOwn } from './describe-own.ts';
import type { IsBaseThere } from './finish-connecting.ts';
import type { Channels } from './index.ts';
import { numberHandlers } from './numbers/number-routes.ts';
import { readFileOptions } from './option-files.ts';
import { readCredentials } from './read-credentials.ts';
import { type Connectors, isNamed, requireConnector } from './registry-port.ts';
import { type RequestDeps, requestChannel } from './request-channel.ts';
import { showChannel } from './show-channel.ts';
import type { StoredChannel } from './store.ts';

const api = implement(contract.channels).$context<ApiContext>();

/** What the handlers need of the domains below; handed in by the wiring. */
export type ChannelHandlerDeps = {
  channels: Channels;
  connectors: Connectors;
  files: Files;
  /** Throws when the account has no such knowledge base. */
  requireBase(accountId: string, knowledgeBaseId: string): Promise<unknown>;
  isBaseThere: IsBaseThere;
  requests: RequestDeps;
  /** What keeps messages from leaving, by channel. */
  listTroubles(accountId: string): Promise<(NonNullable<Channel['trouble']> & { channelId: string })[]>;
};

/** Handlers of `contract.channels`. */
export function channelHandlers(deps: ChannelHandlerDeps) {
  const { channels, connectors, files, requireBase, isBaseThere } = deps;
  const readOptions = (accountId: string, type: string, options: Record<string, unknown> | undefined) => {
    const declared = requireConnector(connectors, type).options;
    return options && readFileOptions(files, { accountId, declared }, options);
  };

  const requireNamed = async ({ accountId, id, name }: { accountId: string; id: string; name: string }) => {
    const stored = await channels.find(accountId, id);
    if (!stored || !isNamed(connectors, { type: stored.type, name })) throw new AppError('channels.not_found');
    return stored;
  };
  const readTroubles = (accountId: string) => findTroubles(deps, accountId);
  const showToManager = createShow(deps);

  return {
    connect: api.connect.handler(async ({ input, context }) => {
      const { accountId } = requireUser(context);
      const { channelType: type, name, knowledgeBaseId, replaceWebhook, options: given, ...rest } = input;
      if (knowledgeBaseId) await requireBase(accountId, knowledgeBaseId);
      const options = await readOptions(accountId, type, given);
      const credentials = readCredentials(rest);
      const wanted = { accountId, type, name, knowledgeBaseId, replaceWebhook, options, credentials, isBaseThere };
      return showToManager(await channels.connect(wanted));
    }),
    update: api.update.handler(async ({ input, context }) => {
      const { accountId } = requireUser(context);
      const { id, channelType: name, replaceWebhook, ...rest } = input;
      const { settings, credentials } = splitUpdate(rest);
      if (Object.keys(credentials).length > 0 || replaceWebhook !== undefined) context.requireRate('connect');
      const stored = await requireNamed({ accountId, id, name });
      const { type } = stored;
      // A base that was deleted meanwhile may stay linked: saving other settings must not fail by it.
      const { knowledgeBaseId } = settings;
      if (knowledgeBaseId && knowledgeBaseId !== stored.settings.knowledgeBaseId)
        await requireBase(accountId, knowledgeBaseId);
      const options = await readOptions(accountId, type, settings.options);
      const update = { ...settings, ...(options && { options }) };
      const changed = await channels.update({ accountId, type, id, update, credentials, replaceWebhook });
      return showToManager(changed, (await readTroubles(accountId))(id));
    }),
    remove: api.remove.handler(async ({ input, context }) => {
      const { accountId, userId } = requireUser(context);
      const told = await channels.unlink({ accountId, by: userId, type: input.channelType, id: input.id });
      return { id: input.id, ...told };
    }),
    all: api.all.handler(async ({ context }) => {
      const { accountId } = requireUser(context);
      const troubleOf = await readTroubles(accountId);
      const stored = await channels.list(accountId);
      return { channels: stored.map((channel) => showInList(deps, channel, troubleOf(channel.id))) };
    }),
    templates: api.templates.handler(async ({ input, context }) => {
      const { accountId } = requireUser(context);
      const { id } = await requireNamed({ accountId, id: input.id, name: input.channelType });
      return { templates: await channels.templates({ accountId, id }) };
    }),
    one: api.one.handler(async ({ input, context }) => {
      const { accountId } = requireUser(context);
      const stored = await requireNamed({ accountId, id: input.id, name: input.channelType });
      return showToManager(stored, (await readTroubles(accountId))(stored.id));
    }),
    validateToken: validateTokenHandler(deps),
    noticeChat: noticeChatHandler(deps, requireNamed),
    ...numberHandlers(deps),
    webhook: webhookHandler(deps),
    request: requestHandler(deps),
    uploadWidgetPhoto: api.uploadWidgetPhoto.handler(async ({ input, context }) => {
      const user = requireUser(context);
      const stored = await saveLogo(files, { ...user, file: input.file });
      return { url: files.links.make({ accountId: user.accountId, fileId: stored.id }) };
    }),
  };
}

/** As everybody of the account sees it: the address for webhooks is not for all. */
function showInList(deps: ChannelHandlerDeps, stored: StoredChannel, trouble: Channel['trouble']): Channel {
  const entered = deps.channels.enteredAddress(stored);
  return showChannel(stored, deps, { trouble, enteredAddress: entered && { ...entered, url: null } });
}

/** With what was typed to connect it. */
function createShow(deps: ChannelHandlerDeps) {
  return (stored: StoredChannel, trouble: Channel['trouble'] = null): Channel =>
    showChannel(stored, deps, { trouble, ...describeOwn(deps, stored) });
}

function validateTokenHandler({ channels }: Pick<ChannelHandlerDeps, 'channels'>) {
  return api.validateToken.handler(async ({ input, context }) => {
    const { accountId } = requireUser(context);
    try {
      const typed = { token: input.token.trim() };
      const account = await channels.checkCredentials(accountId, VALIDATED_TOKEN_TYPE, typed);
      return { valid: true, name: account.title, username: account.accountName, warning: account.foreignWebhook };
    } catch (error) {
      if (!(error instanceof AppError) || error.code !== 'channels.token_invalid') throw error;
      return { valid: false, name: null, username: null, warning: null };
    }
  });
}

type RequireNamed = (channel: { accountId: string; id: string; name: string }) => Promise<StoredChannel>;

function noticeChatHandler({ channels }: Pick<ChannelHandlerDeps, 'channels'>, requireNamed: RequireNamed) {
  return api.noticeChat.handler(async ({ input, context }) => {
    const { accountId } = requireUser(context);
    const { id } = await requireNamed({ accountId, id: input.id, name: input.channelType });
    const chat = await channels.findNoticeChat({ accountId, id });
    return { chat: chat && { ...chat, until: chat.until.toISOString() } };
  });
}

function webhookHandler({ channels }: Pick<ChannelHandlerDeps, 'channels'>) {
  return api.webhook.handler(async ({ context }) => {
    const { accountId } = requireUser(context);
    return { url: await channels.findWebhookUrl({ accountId, type: PASTED_WEBHOOK_TYPE }) };
  });
}

function requestHandler({ requests }: Pick<ChannelHandlerDeps, 'requests'>) {
  return api.request.handler(async ({ input, context }) => {
    const { accountId, userId } = requireUser(context);
    const { ip, locale } = context;
    await requestChannel(requests, { ...input, accountId, userId, ip, locale });
    return { ok: true as const };
  });
}

async function findTroubles({ listTroubles }: Pick<ChannelHandlerDeps, 'listTroubles'>, accountId: string) {
  const byChannel = new Map((await listTroubles(accountId)).map(({ channelId, ...trouble }) => [channelId, trouble]));
  return (id: string): Channel['trouble'] => byChannel.get(id) ?? null;
}

async function saveLogo(files: Files, logo: { accountId: string; userId: string; file: File }) {
  const { accountId, userId, file } = logo;
  const bytes = Buffer.from(await file.arrayBuffer());
  const by = { kind: 'member' as const, userId };
  return await files.saveImage({ accountId, bytes, name: file.name, maxBytes: limits.logoBytes, by });
}

/** Names that are no settings are credentials, which the declaration of the type judges. */
function splitUpdate(given: Record<string, unknown>): { settings: ChannelUpdate; credentials: FieldValues } {
  const entries = Object.entries(given);
  const isSetting = ([name]: [string, unknown]) => Object.hasOwn(channelUpdate.shape, name);
  return {
    settings: channelUpdate.parse(Object.fromEntries(entries.filter(isSetting))),
    credentials: readCredentials(Object.fromEntries(entries.filter((entry) => !isSetting(entry)))),
  };
}
