import type { TypingSignal } from '@otvet/contract';
import { createTypingSignal, TYPING_ACTIVE_MS } from '@otvet/contract/values';
import { createAtom, useSelector } from '@tanstack/react-store';
import { sendTyping } from '../../../platform/realtime/realtime.ts';

export type Typing = { by: 'customer' | 'assistant' | 'operator'; name: string | null };

const typing = createAtom<ReadonlyMap<string, Typing>>(new Map());
const timers = new Map<string, number>();

/** Somebody types in a dialog: shown until the next signal is overdue. */
export function noteTyping({ uniqueId, by, name }: { uniqueId: string } & Typing): void {
  window.clearTimeout(timers.get(uniqueId));
  timers.set(
    uniqueId,
    window.setTimeout(() => clearTyping(uniqueId), TYPING_ACTIVE_MS),
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

/** The operator's own signal in a dialog; whoever takes it stops it when the message is sent or left. */
export function createOwnTyping(uniqueId: string): TypingSignal {
  return createTypingSignal({ send: () => sendTyping(uniqueId) });
}
