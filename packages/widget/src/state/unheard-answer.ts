import type { WidgetMessage } from '@otvet/contract';
import type { DialogState } from './dialog-state.ts';

/**
 * Gives each new answer once, for a screen reader. What stood there before the window was ready is known, but not the answer
 * to what the visitor wrote meanwhile: both may come in one go.
 */
export function createUnheard(): (state: DialogState) => WidgetMessage | undefined {
  const written = new Set<string | null>();
  let heardSeq: number | undefined;
  return ({ messages, outbox, isReady }) => {
    if (!isReady) {
      for (const { clientId } of outbox) written.add(clientId);
      return undefined;
    }
    // The conversation is begun anew, and its numbers with it.
    if (messages.length === 0) heardSeq = 0;
    const last = messages.filter(({ from }) => from !== 'visitor').at(-1);
    heardSeq ??= messages.find(({ clientId }) => written.has(clientId))?.seq ?? last?.seq ?? 0;
    if (last === undefined || last.seq <= heardSeq) return undefined;
    heardSeq = last.seq;
    return last;
  };
}
