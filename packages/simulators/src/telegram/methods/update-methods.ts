import { z } from 'zod';
import { deliverToWebhook } from '../delivery.ts';
import { BotApiError, badRequest, conflict } from '../errors.ts';
import type { Update } from '../types.ts';
import { confirmUpdates, peekUpdates } from '../updates.ts';
import type { Bot } from '../world.ts';
import { defineMethod, flag, integer, type MethodContext, structured, text } from './method.ts';

const PORTS = new Set(['', '443', '80', '88', '8443']);
const LONGEST_POLL_SECONDS = 50;
const DEFAULT_CONNECTIONS = 40;

const allowedUpdates = structured(z.array(z.string())).optional();

export const setWebhook = defineMethod(
  {
    url: text.optional(),
    certificate: text.optional(),
    ip_address: text.optional(),
    max_connections: integer.optional(),
    allowed_updates: allowedUpdates,
    drop_pending_updates: flag.optional(),
    secret_token: text.optional(),
  },
  (context, params) => {
    const { world, bot } = context;
    const url = params.url ?? '';
    if (url !== '') checkWebhookUrl(url, world.allowHttp);
    checkSecretToken(params.secret_token);
    if (params.allowed_updates !== undefined) bot.allowedUpdates = params.allowed_updates;
    bot.poll?.terminate('terminated by setWebhook request');
    endWebhook(bot, params.drop_pending_updates === true);
    if (url === '') return true;
    bot.webhook = {
      url,
      secretToken: params.secret_token,
      maxConnections: Math.min(Math.max(params.max_connections ?? DEFAULT_CONNECTIONS, 1), 100),
      ipAddress: params.ip_address,
      hasCertificate: context.files.some((file) => file.field === 'certificate'),
      busyLanes: new Set(),
      goneSince: undefined,
      stop: new AbortController(),
    };
    deliverToWebhook(world, bot);
    return true;
  },
);

export const deleteWebhook = defineMethod({ drop_pending_updates: flag.optional() }, ({ bot }, params) => {
  endWebhook(bot, params.drop_pending_updates === true);
  return true;
});

export const getWebhookInfo = defineMethod({}, ({ bot }) => ({
  url: bot.webhook?.url ?? '',
  has_custom_certificate: bot.webhook?.hasCertificate ?? false,
  pending_update_count: bot.pending.length,
  ...(bot.webhook === undefined
    ? {}
    : { max_connections: bot.webhook.maxConnections, ip_address: bot.webhook.ipAddress ?? '127.0.0.1' }),
  ...(bot.webhook === undefined || bot.lastError === undefined
    ? {}
    : { last_error_date: bot.lastError.date, last_error_message: bot.lastError.message }),
  ...(bot.allowedUpdates.length > 0 ? { allowed_updates: bot.allowedUpdates } : {}),
}));

export const getUpdates = defineMethod(
  {
    offset: integer.optional(),
    limit: integer.optional(),
    timeout: integer.optional(),
    allowed_updates: allowedUpdates,
  },
  async (context, params): Promise<Update[]> => {
    const { world, bot } = context;
    if (bot.webhook !== undefined) {
      throw conflict(
        "can't use getUpdates method while webhook is active; use deleteWebhook to delete the webhook first",
      );
    }
    bot.poll?.terminate('terminated by other getUpdates request; make sure that only one bot instance is running');
    if (params.allowed_updates !== undefined) bot.allowedUpdates = params.allowed_updates;
    confirmUpdates(world, { bot, offset: params.offset ?? 0 });
    const limit = Math.min(Math.max(params.limit ?? 100, 1), 100);
    const seconds = Math.min(Math.max(params.timeout ?? 0, 0), LONGEST_POLL_SECONDS);
    if (bot.pending.length === 0 && seconds > 0) await waitForUpdate(context, seconds * 1000);
    return peekUpdates(bot, limit);
  },
);

function waitForUpdate({ world, bot, signal }: MethodContext, timeoutMs: number): Promise<void> {
  return new Promise((resolve, reject) => {
    const settle = (finish: () => void) => {
      clearTimeout(timer);
      signal.removeEventListener('abort', wake);
      world.signal.removeEventListener('abort', wake);
      if (bot.poll === poll) bot.poll = undefined;
      finish();
    };
    const wake = () => settle(resolve);
    const timer = setTimeout(wake, timeoutMs);
    const poll = {
      wake,
      terminate: (reason: string) =>
        settle(() => reject(reason === 'Unauthorized' ? new BotApiError(401, reason) : conflict(reason))),
    };
    bot.poll = poll;
    signal.addEventListener('abort', wake, { once: true });
    world.signal.addEventListener('abort', wake, { once: true });
  });
}

function endWebhook(bot: Bot, dropsPending: boolean): void {
  bot.webhook?.stop.abort();
  bot.webhook = undefined;
  bot.lastError = undefined;
  if (dropsPending) bot.pending = [];
}

function checkWebhookUrl(address: string, allowHttp: boolean): void {
  const url = URL.parse(address);
  if (url === null) throw badRequest('invalid webhook URL specified');
  const isLocalTest = allowHttp && url.protocol === 'http:';
  if (isLocalTest) return;
  if (url.protocol !== 'https:') throw badRequest('bad webhook: An HTTPS URL must be provided for webhook');
  if (!allowHttp && !PORTS.has(url.port)) {
    throw badRequest('bad webhook: Webhook can be set up only on ports 80, 88, 443 or 8443');
  }
}

function checkSecretToken(token: string | undefined): void {
  if (token === undefined || token === '') return;
  if (token.length > 256) throw badRequest('secret token is too long');
  if (!/^[A-Za-z0-9_-]+$/.test(token)) throw badRequest('secret token contains unallowed characters');
}
