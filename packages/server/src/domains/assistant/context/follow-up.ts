import type { Retrieval } from '../../knowledge/index.ts';
import { stemWord } from '../../knowledge/index.ts';
import { wordsOf } from '../talk/words.ts';
import { findBest } from './questions/ask-which.ts';
import { isAmong } from './words/alike-words.ts';

const placed =
  /(?<![\p{L}])(?:в|во|на|по|до|из|к|ко|для|от|с|со|у|через|за|при|без|под|in|to|into|for|from|with|at|by|through|without) /iu;
const place =
  /(?<![\p{L}])(?:в|во|на|по|до|из|к|ко|для|от|с|со|у|через|за|при|без|под|in|to|into|for|from|with|at|by|through|without) (?!(?:вас|вам|нас|нам|вами|you|us|me|your|our)(?![\p{L}]))[\p{L}\p{N}-]+/giu;
const condition = /^\s*(?:(?:а|и|но|ну|and|but|so) )?(?:если|когда|what if|if)(?![\p{L}])/iu;
/** «как вернуть», «собираете?», «какой телефон»: what is done, or what is asked for. */
const done = /(?<![\p{L}])(?:как \p{L}{2,20}(?:ть|ти|чь)(?:ся)?|\p{L}{2,20}(?:ете|ите)(?:сь)?)(?![\p{L}])/iu;
const named = /(?<![\p{L}])(?:как(?:ой|ая|ое|ие)|есть)(?![\p{L}])/iu;

/** A follow-up that sets a case for what was said («а если собрал?») is never a question of its own. */
export const isCondition = (query: string): boolean => condition.test(query);

/** It asks something by itself, however short it is: «как вернуть?» straight after a question about the guarantee. */
export const isComplete = (query: string): boolean =>
  !isCondition(query) && (done.test(query) || (named.test(query) && !placed.test(query)));

/** «доставка по Твери сколько?» without the place that «а за город?» puts another one for; undefined where no place stands against another. */
export function withoutPlace(subject: string, query: string): string | undefined {
  if (!placed.test(query) || !placed.test(subject)) return undefined;
  const rest = subject.replace(place, ' ').replace(/\s+/gu, ' ').trim();
  return rest === subject ? undefined : rest;
}

/** The answer that is found again says it: «а за город?» behind a price for the town and one for the country. */
export function saysOf(words: readonly string[], retrieval: Retrieval): boolean {
  const best = findBest(retrieval);
  if (best === undefined || words.length === 0) return false;
  const said = wordsOf(best.text).map(stemWord);
  return words.every((word) => isAmong(word, said));
}
