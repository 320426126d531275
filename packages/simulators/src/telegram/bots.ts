import { z } from 'zod';
import { deliverOnce } from './delivery.ts';
import { queueUpdate } from './updates.ts';
import { type Bot, requireBot, type World } from './world.ts';

const TOKEN_ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_-';
const SECRET_LENGTH = 35;

export const botSchema = z.strictObject({
  token: z
    .string()
    .regex(/^[1-9]\d*:[^/]+$/)
    .max(80)
    .optional(),
  username: z.string().optional(),
  name: z.string().default('Тестовый бот'),
  /** Off by default, as the platform's privacy mode is on. */
  canReadAllGroupMessages: z.boolean().default(false),
  /** Ids of updates and messages go on from here: for a bot that was known to another run already. */
  numbersFrom: z.int().positive().optional(),
});
export type BotInput = z.input<typeof botSchema>;
export type RegisteredBot = { token: string; id: number; username: string; name: string; isRevoked: boolean };

/** Makes a bot as @BotFather would; a token that is known already gets its new name. */
export function registerBot(world: World, input: BotInput): RegisteredBot {
  const wanted = botSchema.parse(input);
  const token = wanted.token ?? makeToken(world);
  const id = Number(token.split(':')[0]);
  const known = world.bots.get(token);
  const username = wanted.username ?? known?.user.username ?? `otvet_${id}_bot`;
  const user = { id, is_bot: true, first_name: wanted.name, username };
  const bot: Bot = known ?? {
    token,
    user,
    canReadAllGroupMessages: wanted.canReadAllGroupMessages,
    isRevoked: false,
    webhook: undefined,
    lastError: undefined,
    allowedUpdates: [],
    pending: [],
    nextUpdateId: wanted.numbersFrom ?? 100_000_000 + Math.floor(world.random() * 800_000_000),
    nextMessageId: wanted.numbersFrom ?? 1,
    poll: undefined,
    history: new Map(),
    hold: undefined,
    callbacks: new Map(),
  };
  bot.user = user;
  world.bots.set(token, bot);
  world.events.emit({ type: 'bots' });
  return describeBot(bot);
}

export const describeBot = (bot: Bot): RegisteredBot => ({
  token: bot.token,
  id: bot.user.id,
  username: bot.user.username ?? '',
  name: bot.user.first_name,
  isRevoked: bot.isRevoked,
});

/** The owner revokes the token: every call answers 401, the webhook is gone, a running poll ends. */
export function revokeToken(world: World, token: string): void {
  const bot = requireBot(world, token);
  bot.isRevoked = true;
  bot.webhook?.stop.abort();
  bot.webhook = undefined;
  bot.poll?.terminate('Unauthorized');
  world.events.emit({ type: 'bots' });
}

/** Brings an update once more; in parallel means past the order and at once (webhook only). */
export async function redeliver(
  world: World,
  repeat: { updateId: number; token?: string | undefined; isParallel?: boolean | undefined },
): Promise<void> {
  const candidates = repeat.token === undefined ? [...world.bots.values()] : [requireBot(world, repeat.token)];
  const bot = candidates.find((candidate) => candidate.history.has(repeat.updateId));
  const pending = bot?.history.get(repeat.updateId);
  if (bot === undefined || pending === undefined) throw new Error(`No update ${repeat.updateId} was made.`);
  const entry = { ...pending, createdAt: world.now(), isRepeat: true };
  if (repeat.isParallel === true && bot.webhook !== undefined)
    return deliverOnce(world, { bot, webhook: bot.webhook, entry });
  queueUpdate(world, { bot, pending: entry });
}

/** Holds the next updates back and lets them go in reverse order. */
export function outOfOrder(world: World, order: { token: string; count: number }): void {
  requireBot(world, order.token).hold = { left: order.count, updates: [] };
}

function makeToken(world: World): string {
  const id = 1_000_000_000 + Math.floor(world.random() * 8_000_000_000);
  const secret = Array.from({ length: SECRET_LENGTH }, () =>
    TOKEN_ALPHABET.charAt(Math.floor(world.random() * TOKEN_ALPHABET.length)),
  );
  return `${id}:${secret.join('')}`;
}
