import type { DecisionKind } from '@otvet/contract';

/** Who was told less than so long ago that a person is called is not told again. */
export const CALL_PAUSE_MS = 60 * 60_000;

/** The reason of an answer that is a courtesy for a courtesy. */
export const SMALL_TALK = 'small_talk';

/** A line that we always say (a person was called, a courtesy): the list of dialogs shows what stood before it. */
export const isRoutine = ({ kind, reason }: { kind: DecisionKind; reason: string | null }): boolean =>
  kind === 'hand-over' || reason === SMALL_TALK;

/** The same of a stored message, as SQL; `message` is the alias of the messages. What the program notes is nobody's message. */
export const isRoutineRow = (
  message: string,
): string => `(${message}.author = 'system' or ${message}.author = 'assistant'
    and (${message}.decision = 'hand-over' or ${message}.reason = '${SMALL_TALK}'))`;
