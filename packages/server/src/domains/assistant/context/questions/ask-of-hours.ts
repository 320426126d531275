import { wordsOf } from '../../talk/words.ts';

const BARE_HOURS =
  /^(?:(?:а|и|ну|and) )?(?:вы )?(?:во сколько|(?:с|со|во|от|до) скольки|со? скольки (?:и )?до скольки|until when|till when)(?: вы)?$/u;
const cyrillic = /[а-я]/u;

/** «до скольки?» with nothing before it that it could stand on asks when the business is open, in whatever words the pair says it. */
export function askOfHours(query: string): string {
  const asked = wordsOf(query).join(' ');
  if (!BARE_HOURS.test(asked)) return query;
  return cyrillic.test(asked) ? `${asked} вы работаете?` : `${asked} are you open?`;
}
