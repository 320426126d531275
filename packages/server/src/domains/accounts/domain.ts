import type { ProductEvents } from '../../events/index.ts';
import { takesWebhooks } from '../../platform/config/takes-webhooks.ts';
import type { Domain } from '../../platform/domain/domain.ts';
import type { PlatformParts } from '../../platform/parts/open-platform.ts';
import { type Accounts, createAccounts } from './create-accounts.ts';
import { PASSWORD_COST, type PasswordCost } from './passwords/hash-password.ts';
import { recordChannelChanges } from './record-channel-changes.ts';
import { userHandlers } from './routes.ts';

const DAY_MS = 24 * 3_600_000;
const LOAD_AHEAD_MS = 2000;

/** `baseUrl`: the address that mailed links begin with. */
export function createAccountsDomain(
  platform: PlatformParts,
  {
    events,
    baseUrl,
    passwordCost = PASSWORD_COST,
  }: { events: ProductEvents; baseUrl(): string; passwordCost?: PasswordCost | undefined },
): Domain<Accounts> {
  const { config, keyring, mailer, clock, newId, random, log, files } = platform;
  const { pool } = platform.database;
  const { isSignupOpen, plans, model, transcription, publicUrl, webhookUrl } = config;
  const hasTranscription = transcription !== undefined;
  const hasWebhookAddress = takesWebhooks(webhookUrl);
  const own = { pool, keyring, mailer, files, clock, newId, random, log, publicUrl, hasWebhookAddress };
  const accounts = createAccounts({
    ...own,
    isSignupOpen,
    plans,
    passwordCost,
    hasModel: model !== undefined,
    hasTranscription,
    baseUrl,
    events,
  });
  return {
    door: accounts,
    handlers: () => ({ user: userHandlers({ accounts }) }),
    mount: accounts.registerAuthRoutes,
    connectSockets: (realtime) => {
      accounts.onUserDataChanged(({ accountId }) => realtime.publish(accountId, 'user-data.changed'));
    },
    subscriptions: [recordChannelChanges({ clock, newId })],
    periodicTasks: [{ name: 'accounts.delete-expired', everyMs: DAY_MS, work: accounts.deleteExpired }],
    // What a start leaves out, before anybody waits for it. What fails is loaded at its use.
    begin: () => void clock.after(LOAD_AHEAD_MS, () => void accounts.loadAhead().catch(() => undefined)),
    stop: accounts.close,
  };
}
