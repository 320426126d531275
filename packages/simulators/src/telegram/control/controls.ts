import { waitFor } from '../../http/event-feed.ts';
import { type BotInput, outOfOrder, type RegisteredBot, redeliver, registerBot, revokeToken } from '../bots.ts';
import { storeMedia } from '../customers/customer-content.ts';
import {
  type ChatInput,
  type CustomerActionInput,
  type PersonInput,
  personSchema,
} from '../customers/customer-input.ts';
import { type CustomerSent, customerSends } from '../customers/customer-sends.ts';
import { addToGroup, removeFromGroup, setBlocked, upgradeGroup } from '../customers/membership.ts';
import { openPrivateChat, rememberPerson } from '../customers/people.ts';
import type { FaultScripts } from '../faults.ts';
import type { BotApiCall, ChatMessage, Ledger } from '../ledger.ts';
import { requireBot, type World } from '../world.ts';

const DEFAULT_WAIT_MS = 120_000;

/** What a test or the demo can do on the platform's side. */
export type TelegramControls = {
  ledger: Ledger;
  faults: FaultScripts;
  registerBot(bot?: BotInput): RegisteredBot;
  revokeToken(token: string): void;
  customerSends(action: CustomerActionInput): CustomerSent;
  /** The person stops (and starts again) the bot; the update's id, unless the bot did not ask for it. */
  block(who: { token: string; userId: number }): number | undefined;
  unblock(who: { token: string; userId: number }): number | undefined;
  /** The person deletes the account: nothing is told, sends answer 403. */
  deactivate(who: { token: string; userId: number }): void;
  addToGroup(change: { token: string; chat: ChatInput; by: PersonInput }): number[];
  removeFromGroup(change: { token: string; chatId: number; by: PersonInput }): number | undefined;
  /** Returns the supergroup's id. */
  upgradeGroup(change: { token: string; chatId: number; by: PersonInput }): number;
  /** The person has started the bot before this run: it may write to them, nobody is told. */
  hasStarted(who: { token: string; person: PersonInput }): void;
  setAvatar(avatar: { token: string; person: PersonInput; bytes?: Uint8Array; base64?: string }): void;
  redeliver(
    updateId: number,
    options?: { token?: string | undefined; isParallel?: boolean | undefined },
  ): Promise<void>;
  /** The next `count` updates arrive together, the last one first. */
  outOfOrder(order: { token: string; count: number }): void;
  messagesOf(chatId: number, token?: string): ChatMessage[];
  waitForMessage(
    chatId: number,
    predicate: (message: ChatMessage) => boolean,
    timeoutMs?: number,
  ): Promise<ChatMessage>;
  waitForCall(predicate: (call: BotApiCall) => boolean, timeoutMs?: number): Promise<BotApiCall>;
  /** Until nothing waits for the bot's webhook any more. */
  waitUntilDelivered(token: string, timeoutMs?: number): Promise<void>;
};

/** Binds the controls to one simulated platform. */
export function createControls(world: World): TelegramControls {
  const person = (input: PersonInput) => rememberPerson(world, personSchema.parse(input));
  const messagesOf = (chatId: number, token?: string) =>
    world.ledger.messages.filter((entry) => entry.message.chat.id === chatId && (token ?? entry.token) === entry.token);
  return {
    ledger: world.ledger,
    faults: world.faults,
    registerBot: (bot = {}) => registerBot(world, bot),
    revokeToken: (token) => revokeToken(world, token),
    customerSends: (action) => customerSends(world, action),
    block: (who) => setBlocked(world, { ...who, isBlocked: true }),
    unblock: (who) => setBlocked(world, { ...who, isBlocked: false }),
    deactivate: ({ token, userId }) => {
      const user = world.users.get(userId);
      if (user === undefined) throw new Error(`Nobody with the id ${userId} has written yet.`);
      openPrivateChat(world, { token, user }).state = 'deactivated';
    },
    addToGroup: (change) => addToGroup(world, { ...change, by: person(change.by) }),
    removeFromGroup: (change) => removeFromGroup(world, { ...change, by: person(change.by) }),
    upgradeGroup: (change) => upgradeGroup(world, { ...change, by: person(change.by) }),
    hasStarted: ({ token, person: input }) => {
      openPrivateChat(world, { token, user: person(input) }).state = 'open';
    },
    setAvatar: ({ token, person: input, bytes, base64 }) => {
      const file = storeMedia(world, { token, kind: 'photo', media: { bytes, base64, name: 'avatar.png' } });
      world.avatars.set(`${token} ${person(input).id}`, file.fileId);
    },
    redeliver: (updateId, options = {}) => redeliver(world, { updateId, ...options }),
    outOfOrder: (order) => outOfOrder(world, order),
    messagesOf,
    waitForMessage: (chatId, predicate, timeoutMs = DEFAULT_WAIT_MS) =>
      waitFor({
        feed: world.events,
        find: () => messagesOf(chatId).find(predicate),
        timeoutMs,
        what: `a message in chat ${chatId}`,
      }),
    waitForCall: (predicate, timeoutMs = DEFAULT_WAIT_MS) =>
      waitFor({
        feed: world.events,
        find: () => world.ledger.calls.find(predicate),
        timeoutMs,
        what: 'a Bot API call',
      }),
    waitUntilDelivered: async (token, timeoutMs = DEFAULT_WAIT_MS) => {
      const bot = requireBot(world, token);
      const find = () => (bot.pending.length === 0 ? true : undefined);
      await waitFor({ feed: world.events, find, timeoutMs, what: 'the updates to be delivered' });
    },
  };
}
