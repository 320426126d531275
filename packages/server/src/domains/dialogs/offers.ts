import type { DecisionKind, Source } from '@otvet/contract';

/** What the customer may pick; null: no pair but a person. */
export type OfferedChoice = { text: string; source: Source | null };

/** The reason of an offer: the base has no sure answer, and questions near to it are offered before a person is called. */
export const NOT_KNOWN = 'not_known';

/** Whoever picks none of the offered questions for so long waits for a person: enough to read them, too short to leave. */
const OFFER_WAIT_MS = 5 * 60_000;

/** When a person is called because nobody picked what a decision offers; null where it offers nothing. */
export function offerEnd({ kind, reason }: { kind: DecisionKind; reason: string | null }, now: Date): Date | null {
  return kind === 'clarify' && reason === NOT_KNOWN ? new Date(now.getTime() + OFFER_WAIT_MS) : null;
}
