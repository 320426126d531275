import { watchOwn } from '../session/own-data.ts';
import { DRAFTS, type Draft, forgetDraft, freePlace, keepDraft, leavePlace, readDraft } from './drafts.ts';

type Typed = Pick<Draft, 'at' | 'values' | 'before'>;

export type OpenDraft = {
  /** What was left before. */
  left: Draft | null;
  keep: (typed: Typed) => void;
  /** It was saved or given up. */
  forget: () => void;
  /** While the form is shown; gives what ends it. */
  watch: () => () => void;
};

/**
 * The draft of a form that is open in this tab. It goes on with the newest one of its name. Where another tab writes or
 * forgets the same one, what was typed here is kept in a place of its own.
 */
export function openDraft(name: string): OpenDraft {
  const left = readDraft(name);
  let place = left?.place ?? null;
  let typed: Typed | null = null;
  const keep = (next: Typed) => {
    typed = next;
    // Nothing typed: no other tab is in the way.
    if (place === null && Object.keys(next.values).length === 0) return;
    place ??= freePlace(name);
    keepDraft({ ...next, place });
  };
  return {
    left,
    keep,
    forget: () => {
      if (place !== null) forgetDraft(place);
      place = null;
      typed = { at: new Date(), values: {}, before: {} };
    },
    watch: () =>
      watchOwn(DRAFTS, ({ name: changed, before, after }) => {
        if (place === null || changed !== DRAFTS + place || before === after) return;
        leavePlace(place);
        place = null;
        // Words that only stand here, and were not written here, are the other tab's to keep, unless it lets them go.
        const own = after === null ? (typed ?? left) : typed;
        if (own !== null) keep(own);
      }),
  };
}
