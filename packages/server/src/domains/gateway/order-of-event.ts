import type { InboundEvent } from '../../connectors/port.ts';

/**
 * The chat in whose order a raw event is read; empty where it refers to none. Where a message tells beside itself that its
 * chat was another one, it stands in the order of its own: the next message is told of nothing, and must not overtake it.
 */
export function orderOf(parsed: readonly InboundEvent[] | undefined): string {
  const [first] = parsed ?? [];
  const own = parsed?.find((event) => 'chat' in event);
  if (first?.kind === 'chat-moved' && !own) return first.fromChatId;
  return own && 'chat' in own ? own.chat.id : '';
}
