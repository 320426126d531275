import { deliverToWebhook } from './delivery.ts';
import type { Update, UpdateContent } from './types.ts';
import { type Bot, type PendingUpdate, UPDATE_LIFE_MS, type World } from './world.ts';

const HISTORY_LENGTH = 10_000;

/** Kinds that an empty `allowed_updates` leaves out. */
const OPT_IN_KINDS = new Set(['chat_member', 'message_reaction', 'message_reaction_count']);

/** Queues an update for the bot; undefined when the bot did not ask for its kind. */
export function emitUpdate(world: World, news: { bot: Bot; lane: string; content: UpdateContent }): Update | undefined {
  const { bot, lane, content } = news;
  const kind = Object.keys(content)[0] ?? '';
  const isWanted = bot.allowedUpdates.length > 0 ? bot.allowedUpdates.includes(kind) : !OPT_IN_KINDS.has(kind);
  if (!isWanted || bot.isRevoked) return undefined;
  const update: Update = { update_id: bot.nextUpdateId, ...structuredClone(content) };
  bot.nextUpdateId += 1;
  const pending = { update, lane, createdAt: world.now(), isRepeat: false };
  bot.history.set(update.update_id, pending);
  const oldest = bot.history.size > HISTORY_LENGTH ? bot.history.keys().next().value : undefined;
  if (oldest !== undefined) bot.history.delete(oldest);
  queueUpdate(world, { bot, pending });
  return update;
}

/** Hands a queued update to whichever way the bot receives. */
export function queueUpdate(world: World, news: { bot: Bot; pending: PendingUpdate }): void {
  const { bot, pending } = news;
  if (bot.hold === undefined) {
    bot.pending.push(pending);
  } else {
    bot.hold.updates.unshift(pending);
    bot.hold.left -= 1;
    if (bot.hold.left > 0) return;
    bot.pending.push(...bot.hold.updates);
    bot.hold = undefined;
  }
  bot.poll?.wake();
  deliverToWebhook(world, bot);
}

/** Forgets what an offset confirms; a negative one keeps only that many from the end. */
export function confirmUpdates(world: World, reading: { bot: Bot; offset: number }): void {
  const { bot, offset } = reading;
  const oldest = world.now() - UPDATE_LIFE_MS;
  const alive = bot.pending.filter((entry) => entry.createdAt > oldest);
  bot.pending =
    offset < 0 ? alive.slice(offset) : alive.filter((entry) => entry.isRepeat || entry.update.update_id >= offset);
}

/** The next updates for a poll; they stay queued until an offset confirms them. */
export function peekUpdates(bot: Bot, limit: number): Update[] {
  const entries = bot.pending.slice(0, limit);
  for (const entry of entries) entry.isRepeat = false;
  return entries.map((entry) => entry.update);
}
