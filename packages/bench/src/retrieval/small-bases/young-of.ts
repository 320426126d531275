import type { Business } from './read-business.ts';

/** The first pairs of a business alone, as its base is after an hour: what the other ones say is not known yet. */
export function youngOf(business: Business, pairs: number): Business {
  const passages = business.passages.filter(({ kind }) => kind === 'qa').slice(0, pairs);
  const isKnown = ({ says }: { says: string }) => passages.some(({ text }) => text.includes(says));
  const unknown = business.answerable.filter((question) => !isKnown(question)).map(({ text }) => text);
  return {
    ...business,
    passages,
    answerable: business.answerable.filter(isKnown),
    unanswerable: [...business.unanswerable, ...unknown],
  };
}
