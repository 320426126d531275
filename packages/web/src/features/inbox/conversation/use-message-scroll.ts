import type { Message } from '@otvet/contract';
import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import type { Outgoing } from '../model/outbox.ts';

const NEAR_BOTTOM_PX = 80;

export type MessageScrollInput = { messages: readonly Message[]; outgoing: readonly Outgoing[] };

/**
 * Keeps the reading place: at the bottom new messages scroll into view, elsewhere they are counted;
 * older messages that come on top do not move what is read.
 */
export function useMessageScroll({ messages, outgoing }: MessageScrollInput) {
  const ref = useRef<HTMLDivElement>(null);
  const place = useRef({ isAtBottom: true, height: 0, firstId: '', lastSeq: 0, outgoing: 0 });
  const [isAway, setIsAway] = useState(false);
  const [unseen, setUnseen] = useState(0);

  const toBottom = () => {
    const element = ref.current;
    if (element === null) return;
    element.scrollTop = element.scrollHeight;
    place.current.isAtBottom = true;
    setIsAway(false);
    setUnseen(0);
  };

  const handleScroll = () => {
    const element = ref.current;
    if (element === null) return;
    const isAtBottom = element.scrollHeight - element.scrollTop - element.clientHeight < NEAR_BOTTOM_PX;
    place.current.isAtBottom = isAtBottom;
    setIsAway(!isAtBottom);
    if (isAtBottom) setUnseen(0);
  };

  // biome-ignore lint/correctness/useExhaustiveDependencies: runs after messages are drawn and reads the place they had before
  useLayoutEffect(() => {
    const element = ref.current;
    if (element === null) return;
    const before = place.current;
    const firstId = messages[0]?.id ?? '';
    const lastSeq = messages.reduce((last, message) => Math.max(last, message.seq), 0);
    const hasOwn = outgoing.length > before.outgoing;
    const added = messages.filter((message) => message.seq > before.lastSeq).length;
    if (before.isAtBottom || hasOwn) toBottom();
    else if (firstId !== before.firstId) element.scrollTop += element.scrollHeight - before.height;
    else if (added > 0) setUnseen((count) => count + added);
    place.current = { ...place.current, height: element.scrollHeight, firstId, lastSeq, outgoing: outgoing.length };
  }, [messages, outgoing]);

  useEffect(() => {
    const element = ref.current;
    const content = element?.firstElementChild;
    if (element === null || !content) return;
    // Pictures and the composer change heights after the messages are drawn.
    const observer = new ResizeObserver(() => {
      if (place.current.isAtBottom) element.scrollTop = element.scrollHeight;
      place.current.height = element.scrollHeight;
    });
    observer.observe(content);
    observer.observe(element);
    return () => observer.disconnect();
  }, []);

  return { ref, onScroll: handleScroll, isAway, unseen, toBottom };
}
