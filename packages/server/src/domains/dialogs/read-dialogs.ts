import { type Chat, canHearAgain, type Message, readMediaFailure } from '@otvet/contract';
import { AppError } from '../../platform/errors/app-error.ts';
import type { DialogDeps } from './deps.ts';
import {
  countDialogs,
  countUnread,
  countWaiting,
  type DialogRow,
  findAttachmentFile,
  findDialogRow,
  findMessageRow,
  findStoredAttachments,
  findTypicalWait,
  listAnsweredWith,
  listAnswersFrom,
  listAuthors,
  listChangedMessages,
  listDialogRows,
  listLatestMessages,
  listWaitingRows,
} from './list-store.ts';
import { toMessage } from './message-rows.ts';
import type { Place, Scope } from './scope.ts';
import { toChat } from './show-chat.ts';
import { listUnanswered } from './unanswered/list-unanswered.ts';

export type DialogFilter = {
  cid?: string | undefined;
  cn?: string | undefined;
  cmpl?: boolean | undefined;
  rvd?: boolean | undefined;
  r?: boolean | undefined;
  ban?: boolean | undefined;
  waiting?: boolean | undefined;
};

/** One dialog by channel and chat. */
export async function findDialog(deps: DialogDeps, place: Place): Promise<{ id: string; chat: Chat } | undefined> {
  const [row, channels] = await Promise.all([
    findDialogRow.first(deps.pool, place),
    deps.channels.describe(place.accountId),
  ]);
  return row && { id: row.id, chat: toChat(row, channels.get(row.channelId)) };
}

type MessageKey = { accountId: string; dialogId: string; messageId: string };

/** One message of a dialog. */
export async function findMessage(
  deps: DialogDeps,
  key: MessageKey,
): Promise<{ message: Message; vendorId: string | null } | undefined> {
  const row = await findMessageRow.first(deps.pool, key);
  return row && { message: toMessage(row, signerOf(deps, key.accountId)), vendorId: row.vendorId };
}

const signerOf = (deps: DialogDeps, accountId: string) => (fileId: string) => deps.signFile({ accountId, fileId });

/** One page of dialogs and how many there are. */
async function listDialogs(
  deps: DialogDeps,
  input: { accountId: string; limit: number; offset: number; filter: DialogFilter },
): Promise<{ chats: Chat[]; count: number }> {
  const { filter, accountId, limit, offset } = input;
  const channels = await deps.channels.describe(accountId);
  const ofType = [...channels.values()].filter(({ family }) => family === filter.cn).map(({ id }) => id);
  const wanted = {
    accountId,
    channelId: filter.cid,
    channelIds: filter.cn === undefined ? null : ofType,
    taskDone: filter.cmpl,
    revived: filter.rvd,
    banned: filter.ban,
    unread: filter.r,
  };
  const isWaiting = filter.waiting === true;
  const [rows, counted] = await Promise.all([
    (isWaiting ? listWaitingRows : listDialogRows).all(deps.pool, { ...wanted, limit, offset }),
    (isWaiting ? countWaiting : countDialogs).first(deps.pool, wanted),
  ]);
  const chats = rows.map((row: DialogRow) => toChat(row, channels.get(row.channelId)));
  return { chats, count: counted?.count ?? 0 };
}

type MessagePage = {
  accountId: string;
  dialogId: string;
  limit: number;
  offset: number;
  before: number | undefined;
  after: number | undefined;
};

/** Messages oldest first. `after` gives what changed since that version; else the newest page, or the one before a sequence number. */
async function listMessages(deps: DialogDeps, page: MessagePage): Promise<{ messages: Message[]; hasMore: boolean }> {
  const { after, ...rest } = page;
  // One more than asked for tells whether there is more.
  const limit = page.limit + 1;
  const rows =
    after === undefined
      ? await listLatestMessages.all(deps.pool, { ...rest, limit })
      : await listChangedMessages.all(deps.pool, { ...rest, after, limit });
  const kept = rows.slice(0, page.limit).map((row) => toMessage(row, signerOf(deps, page.accountId)));
  return { messages: after === undefined ? kept.reverse() : kept, hasMore: rows.length > page.limit };
}

type Page = Place & { limit: number; offset: number; before?: number | undefined; after?: number | undefined };

/** The part of the door that reads. */
export function createReading(deps: DialogDeps, scope: Scope) {
  return {
    find: (place: Place) => findDialog(deps, place),
    list: (input: Parameters<typeof listDialogs>[1]) => listDialogs(deps, input),
    /** Each counted up to 1000. */
    countUnread: async (accountId: string): Promise<{ count: number; waiting: number }> =>
      (await countUnread.first(deps.pool, { accountId })) ?? { count: 0, waiting: 0 },
    async messages(input: Page): Promise<{ messages: Message[]; chat: Chat; hasMore: boolean }> {
      const dialog = await scope.requireDialog(input);
      const { accountId, limit, offset, before, after } = input;
      const page = await listMessages(deps, { accountId, dialogId: dialog.id, limit, offset, before, after });
      return { ...page, chat: dialog.chat };
    },
    async message(input: Place & { messageId: string }): Promise<Message> {
      const dialog = await scope.requireDialog(input);
      const found = await findMessage(deps, { ...input, dialogId: dialog.id });
      if (!found) throw new AppError('dialogs.message_not_found');
      return found.message;
    },
    /**
     * Attachments of a message that failed to load and may load now, as its platform calls them; and those that are
     * there, but without words that may be had now.
     */
    async failedMedia(input: Place & { messageId: string }) {
      const dialog = await findDialogRow.first(deps.pool, input);
      const found = dialog && (await findStoredAttachments.first(deps.pool, { ...input, dialogId: dialog.id }));
      if (!found) throw new AppError('dialogs.message_not_found');
      const media = found.attachments.flatMap(({ id, state, reason, vendorRef, speech }) =>
        state === 'failed' && vendorRef && readMediaFailure({ reason }).canRetry
          ? [{ attachmentId: id, vendorRef, isHeard: speech !== undefined }]
          : [],
      );
      const unheard = found.attachments.flatMap(({ id, state, url, contentType, speech }) =>
        state === 'ready' && url !== null && speech !== undefined && canHearAgain(speech)
          ? [{ attachmentId: id, fileId: url, contentType }]
          : [],
      );
      return { dialogId: dialog.id, seq: found.seq, media, unheard };
    },
    /** Passages of any base that customers' questions were answered with lately, the most frequent first. */
    async answeredWith(input: { accountId: string; since: Date; limit: number }): Promise<string[]> {
      return (await listAnsweredWith.all(deps.pool, input)).map(({ passageId }) => passageId);
    },
    /** Answers of the newest dialogs that stood on these passages, the newest first. */
    answersFrom: (input: { accountId: string; since: Date; passageIds: string[] }) =>
      listAnswersFrom.all(deps.pool, input),
    /** What customers of these channels asked lately and the assistant did not know, the newest first. */
    unanswered: (input: { accountId: string; channelIds: string[]; since: Date }) => listUnanswered(deps.pool, input),
    readForVisitor: (input: Place & { afterVersion: number; limit: number }) => readForVisitor(deps, input),
    typicalWaitSeconds: (channel: { accountId: string; channelId: string }) => readTypicalWait(deps, channel),
    /** The stored file of an attachment that belongs to this very dialog. */
    findVisitorFile: async (input: Place & { attachmentId: string }): Promise<string | undefined> =>
      (await findAttachmentFile.first(deps.pool, input))?.url ?? undefined,
  };
}

const NOTHING_TO_READ = {
  version: 0,
  messages: [],
  authors: new Map<string, string>(),
  isTriggered: false,
  hasCustomerMessage: false,
  isWaiting: false,
};

/** What a visitor of our own client may catch up on; version 0 where there is no dialog yet. */
async function readForVisitor(deps: DialogDeps, input: Place & { afterVersion: number; limit: number }) {
  const dialog = await findDialogRow.first(deps.pool, input);
  if (!dialog) return NOTHING_TO_READ;
  const { accountId, limit, afterVersion } = input;
  const after = afterVersion > 0 ? afterVersion : undefined;
  const page = { accountId, dialogId: dialog.id, limit, offset: 0, before: undefined, after };
  const { messages, hasMore } = await listMessages(deps, page);
  const last = Math.max(afterVersion, ...messages.map((message) => message.version));
  // A cut page of changes ends at its last version, so that the next one begins there.
  const version = hasMore && after !== undefined ? last : Math.max(last, dialog.version);
  // A call that is newer than the dialog as it was read: whether it still holds, only a later look tells.
  const isCalled = messages.some((message) => message.decision === 'hand-over' && message.version > dialog.version);
  const { waitingSince } = (isCalled && (await findDialogRow.first(deps.pool, input))) || dialog;
  const authors = await readAuthors(deps, { accountId, dialogId: dialog.id, messages });
  return {
    version,
    messages,
    authors,
    isTriggered: dialog.taskDone,
    hasCustomerMessage: dialog.lastSeq > 0,
    isWaiting: waitingSince !== null,
  };
}

/** By message, the people of the account. */
async function readAuthors(
  deps: DialogDeps,
  { messages, ...dialog }: { accountId: string; dialogId: string; messages: Message[] },
): Promise<Map<string, string>> {
  const ids = messages.filter(({ author }) => author === 'operator').map(({ id }) => id);
  const found = ids.length === 0 ? [] : await listAuthors.all(deps.pool, { ...dialog, ids });
  return new Map(found.flatMap(({ id, authorId }) => (authorId === null ? [] : [[id, authorId]])));
}

const HOUR_MS = 3_600_000;
const WAITS_OF_MS = 14 * 24 * HOUR_MS;
const WAITS_OF_DIALOGS = 200;
/** Of fewer calls nothing is said. */
const MIN_CALLS = 3;

/** How long a customer of the channel usually waits for the first words of a person: the median of the last two weeks. */
async function readTypicalWait(
  deps: DialogDeps,
  channel: { accountId: string; channelId: string },
): Promise<number | undefined> {
  const now = deps.clock.now();
  const before = (ms: number) => new Date(now.getTime() - ms);
  const times = { now, since: before(WAITS_OF_MS), overdueAt: before(HOUR_MS) };
  const found = await findTypicalWait.first(deps.pool, { ...channel, ...times, limit: WAITS_OF_DIALOGS });
  return found === undefined || found.calls < MIN_CALLS ? undefined : (found.medianSeconds ?? undefined);
}
