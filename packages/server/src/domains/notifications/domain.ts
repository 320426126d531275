import type { Domain } from '../../platform/domain/domain.ts';
import type { PlatformParts } from '../../platform/parts/open-platform.ts';
import type { Accounts } from '../accounts/index.ts';
import type { Channels, Connectors } from '../channels/index.ts';
import { createNotifications, type Notifications } from './index.ts';
import { noticeHandlers } from './routes.ts';
import { chatQueue } from './send-to-chat.ts';
import { tellChannelLife } from './tell-channel-life.ts';
import { tellDialogStart } from './tell-dialog-start.ts';

const DAY_MS = 24 * 3_600_000;

export function createNotificationsDomain(
  platform: PlatformParts,
  before: { accounts: Accounts; channels: Channels; connectors: Connectors; baseUrl(): string },
): Domain<Notifications> {
  const { keyring, mailer, clock, newId, random, log, jobs } = platform;
  const own = { ...before, pool: platform.database.pool, keyring, clock, log };
  const chatJobs = jobs.define(chatQueue(own));
  const notifications = createNotifications({ ...own, mailer, newId, random, chatJobs });
  return {
    door: notifications,
    handlers: () => ({ notices: noticeHandlers(notifications) }),
    subscriptions: [tellChannelLife(own, notifications)],
    feedReaders: [tellDialogStart(own, notifications)],
    periodicTasks: [{ name: 'notifications.delete-old', everyMs: DAY_MS, work: notifications.deleteOld }],
  };
}
