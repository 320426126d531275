import { type Retrieval, stemWord } from '../../../knowledge/index.ts';
import { wordsOf } from '../../talk/words.ts';
import { isAmong, isSubject } from '../alike-words.ts';
import { findBest } from '../ask-which.ts';
import { isCommon } from '../misses-subject.ts';
import { wordsToSay } from '../say-passage.ts';

const asks =
  /(?<!\p{L})(?:(?:до|с|со|во) скольки|во сколько|(?:часы|режим|время) работы|когда (?:вы )?(?:открыва|закрыва|открыт|работа)\p{L}*|(?:работаете|открыты) (?:ли )?(?:вы )?(?:в|во|по|до|сегодня|завтра|сейчас)|(?:в|во|по) \p{L}+ (?:вы )?(?:работаете|открыты)|opening hours|(?:when|what time|until when|till when) (?:do|are|will) you (?:open|close|closed?)|are you open)(?!\p{L})/iu;
/** They ask of the hours themselves. */
const hourWords = new Set(
  'открываетесь открывается открыты закрываетесь закрывается закрыты часы режим время график расписание open opening close closed hours time'.split(
    ' ',
  ),
);
const STATES_HOURS =
  /\p{N}{1,2}[:.]\p{N}{2}|(?<!\p{L})(?:с|до|from|till|until) \p{N}{1,2}(?!\p{N})|круглосуточно|24\/7|\p{N} ?[ap]m(?!\p{L})/iu;
const DAILY = /каждый день|ежедневно|без выходных|every day|daily|seven days/iu;
const DAY =
  /^(?:понедельник|вторник|сред[ау]|четверг|пятниц[ау]|суббот[ау]|воскресень[ея]|сегодня|завтра|(?:mon|tues|wednes|thurs|fri|satur|sun)days?|today|tomorrow)$/u;
const cyrillic = /[а-я]/iu;
const names = { russian: ['график работы', 'часы работы'], english: ['opening hours'] };

/** What was searched for, and what it found. */
type Found = { query: string; retrieval: Retrieval };

/**
 * «во сколько открываетесь», «вы работаете в воскресенье?»: people ask of the hours in verbs, bases name them by nouns. Where the
 * search is not sure they are searched for by their name too. Taken only where the words that would be given state hours, and
 * the passage knows the day, the place or whatever else is asked (of every day it says so itself).
 */
export async function findHours(
  question: string,
  search: (query: string) => Promise<Retrieval>,
): Promise<Found | undefined> {
  if (!asks.test(question)) return undefined;
  const other = wordsOf(question).filter((word) => isSubject(word) && !isCommon(word) && !hourWords.has(word));
  for (const name of names[cyrillic.test(question) ? 'russian' : 'english']) {
    const query = [...other, name].join(' ');
    const retrieval = await search(query);
    const best = findBest(retrieval);
    if (best === undefined || !STATES_HOURS.test(wordsToSay(best))) continue;
    const known = wordsOf(`${best.title} ${best.text}`).map(stemWord);
    const isOpenDaily = DAILY.test(best.text);
    if (other.every((word) => isAmong(word, known) || (isOpenDaily && DAY.test(word)))) return { query, retrieval };
  }
  return undefined;
}
