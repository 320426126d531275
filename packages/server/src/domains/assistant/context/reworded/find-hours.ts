import type { FoundPassage, Retrieval } from '../../../knowledge/index.ts';
import { findBest } from '../questions/ask-which.ts';
import { knowsAll } from '../words/shared-words.ts';
import { type HoursAsked, readHoursAsked } from './asks-hours.ts';
import { giveFirst, sayIn } from './give.ts';
import { hoursIn, statesHours } from './states-hours.ts';

const cyrillic = /[а-я]/iu;
const russian = [
  'график работы',
  'часы работы',
  'режим работы',
  'мы открыты, работаем с',
  'пн вт пт сб вс ежедневно выходной',
];
const english = ['opening hours', 'business hours', 'we are open from', 'mon fri sat daily closed'];

/**
 * «во сколько открываетесь», «вы работаете в воскресенье?»: people ask of the hours in verbs, bases name them by nouns, or say them
 * in a line of a page. They are searched for by their names, and taken where a passage is about them and states them, however sure
 * the search is of it; and where the plain search is sure of something else («Запись открыта с 1 февраля»).
 */
export async function findHours(
  question: string,
  { plain, search }: { plain: Retrieval; search: (query: string) => Promise<Retrieval> },
): Promise<Retrieval | undefined> {
  const asked = readHoursAsked(question);
  if (asked === undefined) return undefined;
  const best = findBest(plain);
  const own = best && hoursIn(best, asked);
  if (best !== undefined && own !== undefined && asked.other.length === 0) return giveFirst(plain, sayIn(best, own));
  if (best !== undefined && (asked.other.length > 0 || own !== undefined)) return undefined;
  const names = cyrillic.test(question) ? [...russian, ...english] : [...english, ...russian];
  for (const name of names) {
    const retrieval = await search([...asked.other, ...asked.places, ...asked.days, name].join(' '));
    const found = retrieval.passages.flatMap((passage) => {
      const said = hoursIn(passage, asked);
      return said === undefined ? [] : [sayIn(passage, said)];
    });
    const [first] = found.toSorted((left, right) => Number(right.kind === 'qa') - Number(left.kind === 'qa'));
    if (first === undefined && isOfThing(findBest(retrieval), asked)) return retrieval;
    if (first !== undefined) return giveFirst(retrieval, first);
  }
  return undefined;
}

/** «до скольки работает доставка?» is answered by «График доставки»: what is asked has hours of its own. */
const isOfThing = (best: FoundPassage | undefined, { other, days }: HoursAsked): boolean =>
  best !== undefined && other.length > 0 && days.length === 0 && statesHours(best) && knowsAll(other, best.title);
