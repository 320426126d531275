import { implement } from '@orpc/server';
import {
  contract,
  describeChannel,
  isOfferedChannelType,
  type MessageTemplate,
  parseDialogUniqueId,
  type TriedAnswer,
} from '@otvet/contract';
import { AppError } from '../../platform/errors/app-error.ts';
import { type ApiContext, requireUser } from '../../platform/http/api-context.ts';
import type { Dialogs } from './index.ts';
import { writeTemplate } from './write-template.ts';

const api = implement(contract.chat).$context<ApiContext>();

export type UploadedPhoto = { accountId: string; userId: string; file: File; purpose: 'pair' | 'other' };

/** What the inbox needs of the domains below; handed in by the wiring. */
export type DialogHandlerDeps = {
  dialogs: Dialogs;
  /** Something waits to be sent in this dialog. */
  deliver(input: { accountId: string; dialogId: string }): void;
  /** An answer of the assistant is due. */
  answer(input: { accountId: string; dialogId: string }): void;
  /** What the assistant would answer. */
  tryQuestion(input: {
    accountId: string;
    channelId?: string | undefined;
    knowledgeBaseId?: string | undefined;
    text: string;
  }): Promise<TriedAnswer>;
  retryMedia(input: { accountId: string; channelId: string; chatId: string; messageId: string }): Promise<void>;
  profileLink(input: { accountId: string; channelId: string; chatId: string }): Promise<string>;
  userName(input: { accountId: string; userId: string }): Promise<string>;
  templates(channel: { accountId: string; id: string }): Promise<MessageTemplate[]>;
  subscriptionStatus(accountId: string): Promise<'active' | 'paused' | 'stopped'>;
  savePhoto(input: UploadedPhoto): Promise<{ id: string; url: string }>;
};

function placeOf(context: ApiContext, uniqueId: string) {
  const parsed = parseDialogUniqueId(uniqueId);
  if (!parsed) throw new AppError('dialogs.not_found');
  return { accountId: requireUser(context).accountId, ...parsed };
}

type Place = ReturnType<typeof placeOf>;

type AskedTemplate = { name: string; language: string; variables: Record<string, string> };

function createSender(deps: DialogHandlerDeps) {
  return async (
    context: ApiContext,
    place: Place,
    content: {
      text: string;
      urls: string[];
      clientId: string | undefined;
      replyToId: string | null;
      template?: AskedTemplate | undefined;
    },
  ) => {
    const user = requireUser(context);
    const dialog = await deps.dialogs.find(place);
    if (!dialog) throw new AppError('dialogs.not_found');
    const { channelType } = dialog.chat;
    const channel = isOfferedChannelType(channelType) ? describeChannel(channelType) : undefined;
    // A quote that the customer never sees must not stand in the dialog either.
    const isQuoted = channel?.canReplyTo === true;
    if (content.replyToId !== null && !isQuoted) await deps.dialogs.message({ ...place, messageId: content.replyToId });
    const userName = await deps.userName(user);
    const { template: asked, ...written } = content;
    const sent = await deps.dialogs.send({
      ...place,
      ...written,
      replyToId: isQuoted ? content.replyToId : null,
      ...(asked && (await writeTemplate(deps, place, asked))),
      userId: user.userId,
      userName,
      clientId: content.clientId ?? null,
      state: channel?.delivery === 'stored' ? 'sent' : 'queued',
    });
    deps.deliver({ accountId: place.accountId, dialogId: sent.dialogId });
    return sent.message;
  };
}

function readingHandlers({ dialogs, ...deps }: DialogHandlerDeps) {
  return {
    allChats: api.allChats.handler(async ({ input, context }) => {
      const { limit, offset, ...filter } = input;
      if (filter.tag !== undefined) return { chats: [], count: 0 };
      return await dialogs.list({ accountId: requireUser(context).accountId, limit, offset, filter });
    }),
    messages: api.messages.handler(async ({ input, context }) => {
      const { id, ...page } = input;
      return await dialogs.messages({ ...placeOf(context, id), ...page });
    }),
    init: api.init.handler(async ({ context }) => {
      const { accountId } = requireUser(context);
      const [counts, subscriptionStatus] = await Promise.all([
        dialogs.countUnread(accountId),
        deps.subscriptionStatus(accountId),
      ]);
      return { ...counts, subscriptionStatus };
    }),
    testMessage: api.testMessage.handler(
      async ({ input, context }) => await deps.tryQuestion({ accountId: requireUser(context).accountId, ...input }),
    ),
    profileLink: api.profileLink.handler(async ({ input, context }) => ({
      link: await deps.profileLink({
        accountId: requireUser(context).accountId,
        channelId: input.channelId,
        chatId: input.chatId,
      }),
    })),
    markAsRead: api.markAsRead.handler(async ({ input, context }) => ({
      chat: await dialogs.markRead(placeOf(context, input.id)),
    })),
    markAsUnread: api.markAsUnread.handler(async ({ input, context }) => ({
      chat: await dialogs.markUnread(placeOf(context, input.id)),
    })),
  };
}

function writingHandlers({ dialogs, ...deps }: DialogHandlerDeps) {
  const send = createSender({ dialogs, ...deps });
  const speaker = async (context: ApiContext) => {
    const user = requireUser(context);
    return { userId: user.userId, userName: await deps.userName(user) };
  };
  return {
    send: api.send.handler(
      async ({ input, context }) =>
        await send(context, placeOf(context, input.id), {
          text: input.text,
          urls: input.urls,
          clientId: input.clientId,
          replyToId: null,
          template: input.template,
        }),
    ),
    reply: api.reply.handler(
      async ({ input, context }) =>
        await send(context, placeOf(context, input.dialogId), {
          text: input.text,
          urls: [],
          clientId: input.clientId,
          replyToId: input.messageId,
        }),
    ),
    retry: api.retry.handler(async ({ input, context }) => {
      const place = placeOf(context, input.dialogId);
      const { userId } = requireUser(context);
      const { message, dialogId } = await dialogs.retry({ ...place, userId, messageId: input.messageId });
      deps.deliver({ accountId: place.accountId, dialogId });
      return message;
    }),
    discard: api.discard.handler(
      async ({ input, context }) =>
        await dialogs.discard({ ...placeOf(context, input.dialogId), messageId: input.messageId }),
    ),
    retryMedia: api.retryMedia.handler(async ({ input, context }) => {
      const place = { ...placeOf(context, input.dialogId), messageId: input.messageId };
      await deps.retryMedia(place);
      return await dialogs.message(place);
    }),
    pause: api.pause.handler(async ({ input, context }) => ({
      chat: await dialogs.pause(placeOf(context, input.id), await speaker(context)),
    })),
    resume: api.resume.handler(async ({ input, context }) => {
      const place = placeOf(context, input.id);
      const resumed = await dialogs.resume(place, await speaker(context));
      if (resumed.answerDueAt !== null) deps.answer({ accountId: place.accountId, dialogId: resumed.dialogId });
      return { chat: resumed.chat };
    }),
    ban: api.ban.handler(async ({ input, context }) => ({
      chat: await dialogs.setBanned(placeOf(context, input.id), true),
    })),
    unban: api.unban.handler(async ({ input, context }) => ({
      chat: await dialogs.setBanned(placeOf(context, input.id), false),
    })),
    uploadPhotos: api.uploadPhotos.handler(
      async ({ input, context }) =>
        await deps.savePhoto({
          ...requireUser(context),
          file: input.file,
          purpose: input.purpose === 'pair' ? 'pair' : 'other',
        }),
    ),
  };
}

/** Handlers of `contract.chat`. */
export function dialogHandlers(deps: DialogHandlerDeps) {
  return { ...readingHandlers(deps), ...writingHandlers(deps) };
}
