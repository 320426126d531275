/** From Monday. */
const DAYS: readonly RegExp[] = [
  /^(?:пн|понедельник\p{L}{0,3}|mon|mondays?)$/iu,
  /^(?:вт|вторник\p{L}{0,3}|tue|tues|tuesdays?)$/iu,
  /^(?:ср|сред[аыуе]м?|wed|wednesdays?)$/iu,
  /^(?:чт|четверг\p{L}{0,3}|thu|thurs|thursdays?)$/iu,
  /^(?:пт|пятниц\p{L}{1,3}|fri|fridays?)$/iu,
  /^(?:сб|суббот\p{L}{1,3}|sat|saturdays?)$/iu,
  /^(?:вс|вск|воскр|воскресень\p{L}{1,3}|sun|sundays?)$/iu,
];

/** Which day of the week a word is, from 0 for Monday; undefined where it is none. */
export function dayOf(word: string): number | undefined {
  const day = DAYS.findIndex((named) => named.test(word));
  return day === -1 ? undefined : day;
}
