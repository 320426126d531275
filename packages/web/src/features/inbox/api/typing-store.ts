import { limits } from '@otvet/contract';
import { useSyncExternalStore } from 'react';
import { sendTyping } from '../../../platform/realtime/realtime.ts';

export type Typing = { by: 'customer' | 'assistant' | 'operator'; name: string | null };

/** A platform repeats its sign every few seconds, so one sign is shown a little longer than our own browsers' flag. */
const shownMs = limits.typingActiveMs + 3200;

const typing = new Map<string, { who: Typing; timer: number }>();
const listeners = new Set<() => void>();
let lastSentAt = 0;

function publish(): void {
  for (const listener of [...listeners]) listener();
}

/** Somebody types in a dialog; forgotten by itself. */
export function noteTyping(event: { uniqueId: string } & Typing): void {
  clearTyping(event.uniqueId);
  const timer = window.setTimeout(() => clearTyping(event.uniqueId), shownMs);
  typing.set(event.uniqueId, { who: { by: event.by, name: event.name }, timer });
  publish();
}

/** The message came, so nobody types any more. */
export function clearTyping(uniqueId: string): void {
  const known = typing.get(uniqueId);
  if (known === undefined) return;
  window.clearTimeout(known.timer);
  typing.delete(uniqueId);
  publish();
}

/** Who types in a dialog now. */
export function useTyping(uniqueId: string): Typing | undefined {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => typing.get(uniqueId)?.who,
  );
}

/** The operator types: tells it at most once per `typingThrottleMs`. */
export function tellTyping(uniqueId: string): void {
  const now = Date.now();
  if (now - lastSentAt < limits.typingThrottleMs) return;
  lastSentAt = now;
  sendTyping(uniqueId);
}
