import { limits } from '@otvet/contract';
import { createAtom, useSelector } from '@tanstack/react-store';
import { sendTyping } from '../../../platform/realtime/realtime.ts';

export type Typing = { by: 'customer' | 'assistant' | 'operator'; name: string | null };

/** A platform repeats its sign every few seconds, so one sign is shown a little longer than our own browsers' flag. */
const shownMs = limits.typingActiveMs + 3200;

const typing = createAtom<ReadonlyMap<string, Typing>>(new Map());
const timers = new Map<string, number>();
let lastSentAt = 0;

/** Somebody types in a dialog; forgotten by itself. */
export function noteTyping({ uniqueId, by, name }: { uniqueId: string } & Typing): void {
  window.clearTimeout(timers.get(uniqueId));
  timers.set(
    uniqueId,
    window.setTimeout(() => clearTyping(uniqueId), shownMs),
  );
  const known = typing.get().get(uniqueId);
  if (known?.by !== by || known.name !== name) typing.set((present) => new Map(present).set(uniqueId, { by, name }));
}

/** The message came, so nobody types any more. */
export function clearTyping(uniqueId: string): void {
  window.clearTimeout(timers.get(uniqueId));
  if (timers.delete(uniqueId)) typing.set((present) => new Map([...present].filter(([other]) => other !== uniqueId)));
}

/** Who types in a dialog now. */
export function useTyping(uniqueId: string): Typing | undefined {
  return useSelector(typing, (present) => present.get(uniqueId));
}

/** The operator types: one signal per `typingThrottleMs`. */
export function signalTyping(uniqueId: string): void {
  const now = Date.now();
  if (now - lastSentAt < limits.typingThrottleMs) return;
  lastSentAt = now;
  sendTyping(uniqueId);
}
