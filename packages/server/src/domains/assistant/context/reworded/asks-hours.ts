import { dayOf } from '../../../knowledge/index.ts';
import { wordsOf } from '../../talk/words.ts';
import { isCommon } from '../doubts/misses-subject.ts';
import { isSubject } from '../words/alike-words.ts';
import { isBusinessPlace } from './is-business-place.ts';

/** By name: «график работы», "opening hours". */
const NAMED =
  /(?<!\p{L})(?:(?:часы|режим|время|график|расписание) (?:нашей |вашей |твоей )?работы|рабочие часы|рабочее время|(?:opening|open|business|working|work|store|shop|office|trading) (?:hours|times?)|hours of (?:operation|work)|(?:what|your|the) hours|(?:какие|есть)(?: ли)?(?: у вас)? выходные|выходные (?:есть|бывают))(?!\p{L})/u;
/** With nothing beside it: «какой у вас график?», "what are your hours?". */
const NAME_ALONE =
  /^(?:(?:какой|какие|а|у|вас|ваш|ваши|your|what|what's|whats|which|are|the|and) )*(?:график|режим|часы|hours)$/u;
const OPENED =
  /^(?:откры(?:ты?|та|то|ва\p{L}*)|закры(?:ты?|та|то|ва\p{L}*)|open|opens|opened|opening|close|closes|closed|closing)$/u;
const WORKS = /^(?:работа(?:ете|ешь|ет|ют|ть|ем)|work)$/u;
const WHEN =
  /(?<!\p{L})(?:когда|(?:во|до|со|от|с|в) ?сколько?и?|(?:с|до|от|в|со) как(?:ого|ое|ом) (?:часа|время|времени|часу)|в котором часу|сегодня|завтра|сейчас|еще|уже|ночью|ночам|ночи|утром|утра|вечером|вечера|круглосуточно|праздник\p{L}*|when|what time|what hours|how late|how early|until|till|today|tomorrow|tonight|now|still|already|night|holidays?|24\/7)(?!\p{L})/u;
const ARE_YOU_OPEN =
  /(?<!\p{L})(?:вы (?:\p{L}+ )?(?:открыты|закрыты)|(?:открыты|закрыты) (?:\p{L}+ )?вы|(?:are|is) (?:you|it|the \p{L}+) (?:open|closed))(?!\p{L})/u;
/** «когда можно к вам прийти?»: while it is open. */
const VISIT =
  /(?<!\p{L})(?:когда|во сколько|в какое время) (?:\p{L}+ ){0,4}(?:прийти|придти|приходить|приехать|приезжать|подойти|подъехать|зайти|заехать|заглянуть)(?!\p{L})|(?<!\p{L})(?:when|what time) (?:can|could|may|should) (?:i|we) (?:come|visit|drop|stop|pop)(?!\p{L})/u;
const VISIT_WORD =
  /^(?:прийти|придти|приходить|приехать|приезжать|подойти|подъехать|зайти|заехать|заглянуть|лучше|come|visit|drop|stop|pop|over)$/u;
/** With nothing beside it: «пн с какого часа», «до скольки сегодня», «в субботу до скольки»; each day of the week is «день». */
const HOUR_OF_DAY =
  /^(?:(?:а|в|во|по|вы) )*(?:(?:до|со?|во) скольки?о?|(?:до|с) какого (?:часа|времени)) (?:(?:в|во|по|вы) )*(?:сегодня|завтра|день(?: и (?:(?:в|во|по) )?день)?)$|^(?:(?:а|в|во|по|вы) )*(?:сегодня|завтра|день(?: и (?:(?:в|во|по) )?день)?) (?:вы )?(?:(?:до|со?|во) скольки?о?|(?:до|с) какого (?:часа|времени))$/u;
const BEFORE_HOUR = /^(?:в|до|с|со|после|к|at|until|till|after|by)$/u;
/** It is not open yet. */
const TO_BE_OPENED = /(?<!\p{L})(?:буд(?:ет|ут) (?:\p{L}+ )?(?:открыт|работать)|new)/u;
/** Which day that is, who asks knows. */
const TODAY = /^(?:сегодня|сегодняшний|завтра|сейчас|еще|уже|today|tomorrow|tonight|now|still|already)$/u;
const DAY =
  /^(?:понедельник\p{L}*|вторник\p{L}*|сред[ауы]м?|четверг\p{L}*|пятниц\p{L}*|суббот\p{L}*|воскресень\p{L}*|выходн\p{L}*|будн\p{L}*|(?:mon|tues|wednes|thurs|fri|satur|sun)days?|weekends?|weekdays?)$/u;
const TIME_WORD =
  /^(?:час\p{L}{0,2}|режим\p{L}*|врем\p{L}*|график\p{L}*|расписани\p{L}*|сколько|скольки|рабоч\p{L}{2}|начина\p{L}+|заканчива\p{L}+|до|ноч\p{L}+|утр\p{L}+|вечер\p{L}*|круглосуточно|night|hours?|times?|operation|working|trading|late|early|until|till|what's|whats)$/u;

/** `days`: days of the week that are asked of; `places`: what the business calls its place; `other`: all that is asked besides. */
export type HoursAsked = { days: string[]; places: string[]; other: string[] };

/**
 * Whether a question, or the title of a pair, asks when the business is open, in whatever words: «часы работы», «когда вы
 * открыты?», «до скольки работаете сегодня?», "are you open now?". «до скольки работает склад?» asks it of the store (`other`).
 */
export function readHoursAsked(text: string): HoursAsked | undefined {
  const words = wordsOf(text);
  const said = words.join(' ');
  const places = words.filter(isBusinessPlace);
  const days = words.filter(isDay);
  const works = words.some((word) => OPENED.test(word) || WORKS.test(word));
  const asksWhen = WHEN.test(said) || days.length > 0;
  const isNamed = [NAMED, NAME_ALONE, ARE_YOU_OPEN, VISIT].some((way) => way.test(said));
  const byDay = words.map((word) => (isDay(word) ? 'день' : word)).join(' ');
  const isAsked = isNamed || (works && asksWhen) || HOUR_OF_DAY.test(byDay);
  if (!isAsked || TO_BE_OPENED.test(said)) return undefined;
  const other = words.filter(
    (word, at) =>
      (isSubject(word) || /^\p{N}+$/u.test(word)) &&
      !isHour(word, words[at - 1]) &&
      !isDay(word) &&
      ![OPENED, WORKS, TODAY, TIME_WORD, VISIT_WORD].some((known) => known.test(word)) &&
      !isBusinessPlace(word) &&
      !isCommon(word),
  );
  return { days, places, other };
}

const isDay = (word: string): boolean => DAY.test(word) || dayOf(word) !== undefined;

/** «в 3 ночи», «до 22», "at 9". */
const isHour = (word: string, before = ''): boolean => /^\p{N}{1,2}$/u.test(word) && BEFORE_HOUR.test(before);
