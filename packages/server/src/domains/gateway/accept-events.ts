import type { InboundEvent, RawEvent } from '../../connectors/port.ts';
import type { LiveChannel } from '../channels/index.ts';
import { createTextAcceptor, findPlainText } from './accept-text.ts';
import type { GatewayDeps } from './deps.ts';
import { orderOf } from './order-of-event.ts';
import { toKey } from './storable-id.ts';
import { createEventStore } from './store-events.ts';
import type { createWork } from './work.ts';

/** An event that is still unread after this long lost its process: the sweep takes it. */
const EVENT_GRACE_MS = 3000;
/** In a rush its process has it for longer: it waits until the rush is over. */
export const LONGEST_GRACE_MS = 30_000;

/** `channel` saves its lookup where the caller just had it. `isReadLater`: it cannot be read now, the sweep tries it. */
export type Accepted = {
  accountId: string;
  channelId: string;
  events: RawEvent[];
  channel?: LiveChannel;
  isReadLater?: boolean;
};
export type Accept = (input: Accepted) => Promise<{ stored: number }>;
type Read = RawEvent & { chatId: string; parsed: InboundEvent[] | undefined };

/** Stores raw events durably before it resolves; repeats are dropped by their id. */
export function createAccept(deps: GatewayDeps, work: ReturnType<typeof createWork>): Accept {
  const storeEvents = createEventStore(deps.pool);
  const texts = createTextAcceptor(deps, work);

  /** A payload that fails here is stored all the same: reading it fails again, is counted and logged. */
  function readEvent(channel: LiveChannel | undefined, event: RawEvent): Read {
    const eventId = toKey(event.eventId);
    try {
      const parsed = channel?.connector.parse(event.payload, channel.self);
      return { ...event, eventId, parsed, chatId: toKey(orderOf(parsed)) };
    } catch {
      return { ...event, eventId, parsed: undefined, chatId: '' };
    }
  }

  async function store(input: Accepted): Promise<{ stored: number }> {
    const { accountId, channelId } = input;
    const channel = input.channel ?? (await deps.channels.live(channelId));
    const events = input.events.map((event) => readEvent(channel, event));
    const now = deps.sharedClock.now();
    const isRush = work.rush.isOn();
    const sweepAt = new Date(now.getTime() + (isRush ? LONGEST_GRACE_MS : EVENT_GRACE_MS));
    const [first] = events;
    const message = channel && first?.parsed && events.length === 1 ? findPlainText(channel, first.parsed) : undefined;
    if (channel && first && message && !input.isReadLater && !isRush) {
      const { eventId, chatId, payload } = first;
      const event = { accountId, channelId, eventId, chatId, payload, attempt: 0, receivedAt: now };
      if (texts.isFree(event)) return await texts.accept({ channel, message, event, sweepAt });
    }
    const places = events.map(({ chatId }) => ({ channelId, chatId }));
    const fresh = await texts.inTurn(places, () => storeEvents({ accountId, channelId, events, now, sweepAt }));
    const { size } = fresh;
    if (size < events.length) await texts.repeatedReachedDisk();
    if (input.isReadLater) return { stored: size };
    for (const { parsed, ...event } of events) {
      if (!fresh.delete(event.eventId)) continue;
      const accepted = { ...event, accountId, channelId, attempt: 0, receivedAt: now };
      work.ingest(accepted, channel && parsed ? { channel, parsed } : undefined);
    }
    return { stored: size };
  }

  return async (input) => {
    // Calls and not events: one that brings a hundred waits by itself.
    work.rush.arrive(1);
    const accepted = await store(input);
    if (accepted.stored === 0) work.rush.repeat(1);
    return accepted;
  };
}
