import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import type { Bot, PendingUpdate, Webhook, World } from './world.ts';
import { nowSeconds, UPDATE_LIFE_MS } from './world.ts';

// How the real server delivers: github tdlib/telegram-bot-api, WebhookActor.cpp (10.0), read 2026-11.
const FIRST_RETRY_MS = 1000;
const LAST_RETRY_MS = 60_000;
const LONGEST_RETRY_AFTER_SECONDS = 3600;
const GONE_LIFE_MS = 23 * 60 * 60 * 1000;

type Attempt = { status: number; error: string | undefined; retryAfterMs: number | undefined; reply: unknown };

/** Starts the lanes that have something to deliver, up to the webhook's number of connections. */
export function deliverToWebhook(world: World, bot: Bot): void {
  const webhook = bot.webhook;
  if (webhook === undefined || world.signal.aborted) return;
  for (const entry of bot.pending) {
    if (webhook.busyLanes.size >= webhook.maxConnections) return;
    if (webhook.busyLanes.has(entry.lane)) continue;
    webhook.busyLanes.add(entry.lane);
    void deliverLane(world, { bot, webhook, lane: entry.lane });
  }
}

/** One attempt outside of any order: for repeats that overtake the original. */
export async function deliverOnce(
  world: World,
  target: { bot: Bot; webhook: Webhook; entry: PendingUpdate },
): Promise<void> {
  await attemptDelivery(world, { ...target, attempt: 1 });
}

async function deliverLane(world: World, target: { bot: Bot; webhook: Webhook; lane: string }): Promise<void> {
  const { bot, webhook, lane } = target;
  const signal = AbortSignal.any([world.signal, webhook.stop.signal]);
  let attempt = 1;
  while (!signal.aborted) {
    const entry = bot.pending.find((candidate) => candidate.lane === lane);
    if (entry === undefined) break;
    const result = await attemptDelivery(world, { bot, webhook, entry, attempt });
    if (signal.aborted) break;
    const isDone = result.error === undefined || world.now() - entry.createdAt > UPDATE_LIFE_MS;
    if (isDone) {
      bot.pending = bot.pending.filter((candidate) => candidate !== entry);
      attempt = 1;
      world.events.emit({ type: 'delivery', updateId: entry.update.update_id, status: result.status });
      if (result.error === undefined) await executeReply(world, { bot, reply: result.reply });
      continue;
    }
    await sleep(result.retryAfterMs ?? retryDelay(world, attempt), undefined, { signal, ref: false }).catch(
      () => undefined,
    );
    attempt += 1;
  }
  webhook.busyLanes.delete(lane);
  deliverToWebhook(world, bot);
}

async function attemptDelivery(
  world: World,
  target: { bot: Bot; webhook: Webhook; entry: PendingUpdate; attempt: number },
): Promise<Attempt> {
  const { bot, webhook, entry, attempt } = target;
  const result = await postUpdate(world, { webhook, entry });
  world.ledger.deliveries.push({
    updateId: entry.update.update_id,
    token: bot.token,
    at: world.now(),
    attempt,
    status: result.status,
    error: result.error,
  });
  if (result.error !== undefined) bot.lastError = { date: nowSeconds(world), message: result.error };
  removeGoneWebhook(world, { bot, webhook, status: result.status });
  return result;
}

async function postUpdate(world: World, target: { webhook: Webhook; entry: PendingUpdate }): Promise<Attempt> {
  const { webhook, entry } = target;
  const headers = new Headers({ 'content-type': 'application/json' });
  if (webhook.secretToken !== undefined) headers.set('x-telegram-bot-api-secret-token', webhook.secretToken);
  const timeout = AbortSignal.timeout(world.webhookTimeoutMs);
  try {
    const response = await world.fetch(webhook.url, {
      method: 'POST',
      headers,
      body: JSON.stringify(entry.update),
      redirect: 'manual',
      signal: AbortSignal.any([timeout, world.signal, webhook.stop.signal]),
    });
    const text = await response.text();
    if (response.ok)
      return { status: response.status, error: undefined, retryAfterMs: undefined, reply: readReply(text) };
    return {
      status: response.status,
      error: `Wrong response from the webhook: ${response.status} ${response.statusText}`,
      retryAfterMs: readRetryAfter(response.headers.get('retry-after')),
      reply: undefined,
    };
  } catch {
    const error = timeout.aborted ? 'Read timeout expired' : 'Connection refused';
    return { status: 0, error, retryAfterMs: undefined, reply: undefined };
  }
}

function readReply(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function readRetryAfter(header: string | null): number | undefined {
  const seconds = Number(header ?? Number.NaN);
  return Number.isFinite(seconds) ? Math.min(Math.max(seconds, 0), LONGEST_RETRY_AFTER_SECONDS) * 1000 : undefined;
}

function retryDelay(world: World, attempt: number): number {
  const firstMs = world.backoff?.firstMs ?? FIRST_RETRY_MS;
  const maxMs = world.backoff?.maxMs ?? LAST_RETRY_MS * (1 + world.random());
  return Math.min(firstMs * 2 ** (attempt - 1), maxMs);
}

function removeGoneWebhook(world: World, target: { bot: Bot; webhook: Webhook; status: number }): void {
  const { bot, webhook, status } = target;
  if (status !== 410) {
    webhook.goneSince = undefined;
    return;
  }
  webhook.goneSince ??= world.now();
  if (world.now() - webhook.goneSince <= GONE_LIFE_MS) return;
  webhook.stop.abort();
  if (bot.webhook === webhook) bot.webhook = undefined;
}

async function executeReply(world: World, target: { bot: Bot; reply: unknown }): Promise<void> {
  const reply = z.looseObject({ method: z.string() }).safeParse(target.reply);
  if (reply.success) await world.executeReply(target.bot, reply.data);
}
