import { implement } from '@orpc/server';
import {
  type Channel,
  contract,
  initialChannelSettings,
  initialWidgetSettings,
  isOfferedChannelType,
  limits,
  type OfferedChannelType,
  type WidgetSettings,
} from '@otvet/contract';
import { AppError } from '../../platform/errors/app-error.ts';
import { type ApiContext, requireUser } from '../../platform/http/api-context.ts';
import type { Files } from '../../platform/storage/index.ts';
import type { Channels } from './index.ts';
import type { StoredChannel } from './store.ts';

const api = implement(contract.channels).$context<ApiContext>();

function requireOffered(type: string): OfferedChannelType {
  if (!isOfferedChannelType(type)) throw new AppError('channels.type_unsupported');
  return type;
}

const fileIdAtEnd = /([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})(?=[^/]*$)/;

/** The logo is kept as the address that the upload gave; readers get a freshly signed one. */
function signLogo(stored: StoredChannel, files: Files): WidgetSettings | null {
  if (stored.widget === null) return null;
  const settings = { ...initialWidgetSettings, ...stored.widget };
  const fileId = settings.customWidgetLogo === null ? undefined : fileIdAtEnd.exec(settings.customWidgetLogo)?.[1];
  return {
    ...settings,
    customWidgetLogo: fileId === undefined ? null : files.links.make({ accountId: stored.accountId, fileId }),
  };
}

function toChannel(stored: StoredChannel, files: Files): Channel {
  return {
    ...initialChannelSettings,
    ...stored.settings,
    id: stored.id,
    type: stored.type,
    accountName: stored.accountName,
    profileUrl: stored.profileUrl,
    tokenTail: stored.tokenTail,
    inactiveReason: stored.inactiveReason,
    inboundMode: stored.inboundMode,
    lastEventAt: stored.lastEventAt?.toISOString() ?? null,
    createdAt: stored.createdAt.toISOString(),
    widget: signLogo(stored, files),
  };
}

/** What the handlers need of the domains below; handed in by the wiring. */
export type ChannelHandlerDeps = {
  channels: Channels;
  files: Files;
  /** Throws when the account has no such knowledge base. */
  requireBase(accountId: string, knowledgeBaseId: string): Promise<unknown>;
};

/** Handlers of `contract.channels`. */
export function channelHandlers({ channels, files, requireBase }: ChannelHandlerDeps) {
  return {
    connect: api.connect.handler(async ({ input, context }) => {
      const { accountId } = requireUser(context);
      const { channelType, ...rest } = input;
      if (rest.knowledgeBaseId) await requireBase(accountId, rest.knowledgeBaseId);
      return toChannel(await channels.connect({ ...rest, accountId, type: requireOffered(channelType) }), files);
    }),
    update: api.update.handler(async ({ input, context }) => {
      const { accountId } = requireUser(context);
      const { channelType, id, token, replaceWebhook, ...update } = input;
      const { knowledgeBaseId } = update;
      const stored = await channels.find(accountId, id);
      // A base that was deleted meanwhile may stay linked: saving other settings must not fail by it.
      if (stored && knowledgeBaseId && knowledgeBaseId !== stored.settings.knowledgeBaseId)
        await requireBase(accountId, knowledgeBaseId);
      return toChannel(
        await channels.update({ accountId, type: channelType, id, update, token, replaceWebhook }),
        files,
      );
    }),
    remove: api.remove.handler(async ({ input, context }) => {
      const { accountId } = requireUser(context);
      await channels.unlink({ accountId, type: input.channelType, id: input.id });
      return { id: input.id };
    }),
    all: api.all.handler(async ({ context }) => ({
      channels: (await channels.list(requireUser(context).accountId)).map((stored) => toChannel(stored, files)),
    })),
    one: api.one.handler(async ({ input, context }) => {
      const stored = await channels.find(requireUser(context).accountId, input.id);
      if (!stored || stored.type !== input.channelType) throw new AppError('channels.not_found');
      return toChannel(stored, files);
    }),
    validateTelegramToken: api.validateTelegramToken.handler(async ({ input }) => {
      try {
        const account = await channels.checkCredentials('telegram', { token: input.token.trim() });
        return { valid: true, name: account.title, username: account.accountName, warning: account.foreignWebhook };
      } catch (error) {
        if (!(error instanceof AppError) || error.code !== 'channels.token_invalid') throw error;
        return { valid: false, name: null, username: null, warning: null };
      }
    }),
    uploadWidgetPhoto: api.uploadWidgetPhoto.handler(async ({ input, context }) => {
      const { accountId } = requireUser(context);
      const bytes = Buffer.from(await input.file.arrayBuffer());
      const stored = await files.saveImage({ accountId, bytes, name: input.file.name, maxBytes: limits.logoBytes });
      return { url: files.links.make({ accountId, fileId: stored.id }) };
    }),
  };
}
