import type { WidgetMessage } from '@otvet/contract';
import type { DialogState } from './dialog-state.ts';

/** The newest message of our side. */
export const lastAnswer = ({ messages }: DialogState): WidgetMessage | undefined =>
  messages.filter(({ from }) => from !== 'visitor').at(-1);

/**
 * Whether the last answer is new, once, for a screen reader. What stood there before the window was ready is known, but not the
 * answer to what the visitor wrote meanwhile: both may come in one go.
 */
export function createUnheard(): (state: DialogState) => boolean {
  let written: string | undefined;
  let heard: number | undefined;
  return (state) => {
    const { messages, outbox, isReady } = state;
    if (!isReady) {
      written ??= outbox[0]?.clientId;
      return false;
    }
    const seq = lastAnswer(state)?.seq ?? 0;
    // Without messages the conversation is begun anew, and its numbers with it.
    const before = messages[0] ? (heard ?? messages.find(({ clientId }) => clientId === written)?.seq ?? seq) : 0;
    heard = seq;
    return seq > before;
  };
}
