import { dayOf } from './day-of-week.ts';
import { asksFor, subjectOf } from './fact-words.ts';
import { type Cell, toCell } from './price-columns.ts';
import { readHours } from './read-values.ts';

/** `day`: of which day of the week, so that «пн–пт», «будни» and «ежедневно» can be compared day by day. */
export type DayHours = { kind: 'hours'; subject: string; value: string; name: string; day: number };

const ALL_DAYS = [0, 1, 2, 3, 4, 5, 6];
const SATURDAY = 5;
const WORKDAYS = /(?<!\p{L})(?:будн\p{L}{1,3}|рабочие дни|weekdays?)(?!\p{L})/iu;
const WEEKEND = /(?<!\p{L})(?:выходн(?:ые|ым|ых)|weekends?)(?!\p{L})/iu;
/** Said of each day in so many words; hours without any days may be those of most. */
const EVERY_DAY =
  /(?<!\p{L})(?:ежедневно|каждый день|без выходных|every day|daily|7 days a week|seven days a week)(?!\p{L})/iu;
const EXCEPT = /(?<!\p{L})(?:кроме|исключ\p{L}{1,6}|праздн\p{L}{1,6}|except|excluding|holidays?)(?!\p{L})/iu;
const CLOSED = /^(?:выходной(?: день)?|закрыто?|не работаем|не работает|day off|closed)\.?$/iu;
/** One clause more: of which days the hours are is not sure. */
const BESIDE = /(?<!\p{L})(?:выходной|закрыт|не работа|перерыв|обед|day off|closed|break|lunch)/iu;
const NO_DAY_OFF = /без (?:перерыв\p{L}{0,3} и )?выходных/giu;
const RANGE = /^\s?(?:[-–—]|по|до|to|through|till|until)\s?$/iu;
const NAMES_DAYS = /^(?:дни|день|день недели|дни недели|days?|day of the week)$/iu;
const MAX_ABOVE = 60;
const ABOVE = ' › ';

/** Hours of a sentence, or behind a name, of each day that is named in so many words. */
export function hoursByDay({
  named,
  said,
  ...fact
}: {
  named: string;
  said: string;
  value: string;
  name: string;
}): DayHours[] {
  const subject = subjectOf(withoutDays(named), 'hours');
  return weekdaysIn(`${named} ${said}`).map((day) => ({ ...fact, kind: 'hours', subject, day }));
}

/** The days of the week that a text names, a range as all of its days; empty where it says none, or more of some. */
function weekdaysIn(text: string): number[] {
  const said = text.replaceAll(NO_DAY_OFF, 'ежедневно');
  if (EXCEPT.test(said) || BESIDE.test(said)) return [];
  const days = [
    ...(WORKDAYS.test(said) ? ALL_DAYS.slice(0, SATURDAY) : []),
    ...(WEEKEND.test(said) ? ALL_DAYS.slice(SATURDAY) : []),
  ];
  let last: { day: number; end: number } | undefined;
  for (const { 0: word, index } of said.matchAll(WORD)) {
    const day = dayOf(word);
    if (day === undefined) continue;
    const from = last !== undefined && RANGE.test(said.slice(last.end, index)) ? last.day : day;
    days.push(...ALL_DAYS.slice(from, day + 1));
    last = { day, end: index + word.length };
  }
  // «Ежедневно с понедельника по пятницу» is not of every day.
  return days.length === 0 && EVERY_DAY.test(said) ? ALL_DAYS : [...new Set(days)];
}

const WORD = /\p{L}+/gu;
const withoutDays = (text: string): string =>
  text
    .replaceAll(NO_DAY_OFF, ' ')
    .replace(WORKDAYS, ' ')
    .replace(WEEKEND, ' ')
    .replaceAll(WORD, (word) => (dayOf(word) === undefined ? word : ' '));

/** «День: Суббота; Часы: 11:00–19:00» below «Часы работы»: the line above a table, or its heading, says whose hours they are. */
export function ofDayTable({ question, body }: { question: string; body: string }): DayHours[] {
  let above = question.split(ABOVE).at(-1) ?? '';
  const found: DayHours[] = [];
  for (const line of body.split('\n')) {
    const cells = line.includes('; ') && line.length <= MAX_ROW ? line.split('; ') : [];
    if (cells.length === 0) above = line;
    else if (cells.length === 2) found.push(...ofDayRow(cells.map(toCell), above));
  }
  return found;
}

const MAX_ROW = 300;

function ofDayRow(cells: readonly Cell[], above: string): DayHours[] {
  const days = cells.find(({ name }) => NAMES_DAYS.test(name.trim()));
  const hours = cells.find((cell) => cell !== days && asksFor(cell.name, 'hours'));
  if (days === undefined || hours === undefined || above.length > MAX_ABOVE) return [];
  const [value, ...others] = CLOSED.test(hours.value.trim()) ? ['closed'] : readHours(hours.value, { isBare: true });
  if (value === undefined || others.length > 0) return [];
  // «Контакты» stands above the hours of the shop as well.
  const named = subjectOf(above, 'phone') === '' ? hours.name : `${above} ${hours.name}`;
  return hoursByDay({ named, said: days.value, value, name: above });
}
