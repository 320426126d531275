const HOW_LONG =
  /(?<!\p{L})(?:(?:за )?сколько (?:это |он[аои]? )?(?:по )?(?:времени|дней|часов|минут|ждать|длится)|как(?:ой|ие|ов|овы) (?:по )?срок[иу]?|по срокам|как (?:долго|быстро)|за сколько|how (?:long|soon|fast|many (?:minutes|hours|days|weeks)))(?!\p{L})/iu;
/** They say no more than that it is done. */
const TAKES = /^(?:(?:с?дела|занима|займ|жда|выполня|длит)\p{L}*|takes?)$/iu;
const EMPTY = /^(?:это|оно|по|does|do|will|would|it|needs?|be)$/iu;
const TIME = /^(?:врем\p{L}*|срок\p{L}*|долго|быстро|дн(?:я|ей|и)|день|час\p{L}*|минут\p{L}*|time|long|days?|hours?)$/u;
const WORD = /\p{L}+/gu;
const DURATION =
  /\p{N}\s?(?:мин|ч(?:ас\p{L}*)?(?!\p{L})|дн|день|сут|рабоч|недел|месяц|minutes?|hours?|(?:working |business )?days?|weeks?|months?)|(?<!\p{L})(?:за час|за день|в тот же день|(?:весь|целый|полный) день|пол(?:дня|часа)|полтора часа|сутки|(?:half )?an hour|all day|a (?:full|whole) day|same day)(?!\p{L})/iu;
/** How long something is kept or holds is not how long it takes. */
const KEPT = /(?:гарант|возврат|вернуть|хран|warrant|guarantee|return|refund)[^;,.\n]*/giu;

/** The question without the words that ask how long a thing takes; undefined where it does not ask that. */
export function withoutHowLong(question: string): string | undefined {
  if (!HOW_LONG.test(question)) return undefined;
  const rest = question.replace(HOW_LONG, ' ');
  return rest.replace(WORD, (word) => (TAKES.test(word) || EMPTY.test(word) ? ' ' : word));
}

/** Whether a text says how long something takes. */
export const statesDuration = (text: string): boolean => DURATION.test(text.replace(KEPT, ' '));

/** A word that asks for a time, and is no part of what takes it. */
export const isWordOfTime = (word: string): boolean => TAKES.test(word) || TIME.test(word);
