const BARE_HOURS =
  /^\s*(?:(?:а|и|ну|and)\s+)?(?:вы\s+)?(?:(?:с|со|во|от)\s+скольки|во\s+сколько|до\s+скольки|со?\s+скольки\s+(?:и\s+)?до\s+скольки|until when|till when)(?:\s+вы)?[\s?!.]*$/iu;
const cyrillic = /[а-яё]/iu;

/** «до скольки?» with nothing before it that it could stand on asks when the business is open, in whatever words the pair says it. */
export function askOfHours(query: string): string {
  if (!BARE_HOURS.test(query)) return query;
  const asked = query.trim().replace(/[\s?!.]+$/u, '');
  return cyrillic.test(asked) ? `${asked} вы работаете?` : `${asked} are you open?`;
}
