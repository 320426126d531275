import { limits } from '@otvet/contract';
import type { ProductEvents } from '../../events/index.ts';
import type { Domain } from '../../platform/domain/domain.ts';
import type { PlatformParts } from '../../platform/parts/open-platform.ts';
import type { Files } from '../../platform/storage/index.ts';
import type { Accounts } from '../accounts/index.ts';
import type { Channels } from '../channels/index.ts';

import { createDialogs, type Dialogs } from './index.ts';
import { createChangeMerger } from './merge-changes.ts';
import { messageFeed } from './message-feed-store.ts';
import { type DialogHandlerDeps, dialogHandlers, type UploadedPhoto } from './routes.ts';

const RENEW_EVERY_MS = 8000;
const DAY_MS = 24 * 3_600_000;
const EARLY_RECEIPTS_MS = 5000;
const GIVE_UP_EVERY_MS = 30_000;
const WATCH_EVERY_MS = 1000;
const COME_BACK_EVERY_MS = 5000;

type LaterDoors = {
  gateway: Pick<DialogHandlerDeps, 'deliver' | 'retryMedia' | 'profileLink'>;
  assistant: Pick<DialogHandlerDeps, 'tryQuestion'> & {
    scheduleAnswer(due: { accountId: string; dialogId: string; dueAt: Date }): void;
  };
};

async function savePhoto(files: Files, { accountId, userId, file, purpose }: UploadedPhoto) {
  const bytes = Buffer.from(await file.arrayBuffer());
  const by = { kind: 'member' as const, userId };
  const stored = await files.saveImage({ accountId, bytes, name: file.name, maxBytes: limits.photoBytes, by, purpose });
  return { id: stored.id, url: files.links.make({ accountId, fileId: stored.id }) };
}

export function createDialogsDomain(
  platform: PlatformParts,
  { events, accounts, channels }: { events: ProductEvents; accounts: Accounts; channels: Channels },
): Domain<Dialogs, LaterDoors> {
  const { clock, sharedClock, newId, log, nodeId, files } = platform;
  const { pool, lateCommits } = platform.database;
  const signFile = (file: { accountId: string; fileId: string }) => files.links.make(file);
  const dialogs = createDialogs({
    nodeId,
    pool,
    lateCommits,
    channels,
    clock,
    sharedClock,
    newId,
    log,
    signFile,
    describeFile: files.find,
    attachFiles: files.attach,
    events,
  });
  return {
    door: dialogs,
    handlers: ({ gateway, assistant }) => ({
      chat: dialogHandlers({
        dialogs,
        deliver: gateway.deliver,
        answer: (dialog) => assistant.scheduleAnswer({ ...dialog, dueAt: sharedClock.now() }),
        tryQuestion: assistant.tryQuestion,
        retryMedia: gateway.retryMedia,
        profileLink: gateway.profileLink,
        templates: channels.templates,
        userName: accounts.nameOf,
        subscriptionStatus: accounts.subscriptionStatusOf,
        savePhoto: (photo) => savePhoto(files, photo),
      }),
    }),
    connectSockets: (realtime) => {
      dialogs.onChanged(
        createChangeMerger(clock, ({ accountId, uniqueId, version, isNew }) =>
          realtime.publish(accountId, 'dialog.changed', { uniqueId, version, isNew }),
        ),
      );
      dialogs.onTyping(({ accountId, uniqueId, by, name, userId }) =>
        realtime.publish(accountId, 'dialog.typing', { uniqueId, by, name, userId }),
      );
      dialogs.onTroubleChanged(({ accountId, channelId }) =>
        realtime.publish(accountId, 'channel.changed', { id: channelId }),
      );
    },
    feeds: [messageFeed],
    periodicTasks: [
      { name: 'dialogs.renew-claims', everyMs: RENEW_EVERY_MS, work: dialogs.renewClaims },
      { name: 'dialogs.delete-early-changes', everyMs: DAY_MS, work: dialogs.deleteEarlyChanges },
      { name: 'dialogs.apply-early-receipts', everyMs: EARLY_RECEIPTS_MS, work: dialogs.applyEarlyReceipts },
      { name: 'dialogs.delete-early-receipts', everyMs: GIVE_UP_EVERY_MS, work: dialogs.deleteEarlyReceipts },
      { name: 'dialogs.give-up-deliveries', everyMs: GIVE_UP_EVERY_MS, work: dialogs.giveUpDeliveries },
      { name: 'dialogs.come-back', everyMs: COME_BACK_EVERY_MS, work: dialogs.comeBack },
      { name: 'dialogs.watch-troubles', everyMs: WATCH_EVERY_MS, work: dialogs.watchTroubles },
    ],
    prepare: async () => {
      await dialogs.abandonClaims();
    },
  };
}
