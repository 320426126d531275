/** When a message was written, as it stands at the beginning of a line. `day`: empty where only the time is told. */
export type Stamp = { day: string; rest: string };

const OPENS = /\[?\s{0,2}/y;
const DAY =
  /\d{1,4}[./-]\d{1,2}[./-]\d{2,4}|\d{1,2}\.\d{1,2}(?=,?\s\d{1,2}:\d{2})|\d{1,2}\s\p{L}{3,9}\.?(?:\s\d{4})?(?:\sг\.?)?/uy;
const TIME =
  /\d{1,2}:\d{2}(?::\d{2}(?:\.\d{1,6})?)?(?:z|[+-]\d{2}:?\d{2})?(?:\s?(?:[ap]\.?\s?m\.?|дп|пп|uhr)(?!\p{L}))?/iuy;
const TIME_WITH_POINTS = /\d{1,2}\.\d{2}(?:\.\d{2})?(?![\d.])/y;
const BETWEEN = /(?:,\s{0,3}|T|\s{1,3})(?:(?:в|at)\s)?/y;
const CLOSES = /\s{0,2}\]?(?=[\s,\p{L}]|$)\s{0,3}(?:[-–—]\s)?/uy;

/** The date and the time, whichever of them stands first. */
export function readStampOf(line: string): Stamp | undefined {
  const from = endOf(OPENS, line, 0) ?? 0;
  const day = endOf(DAY, line, from);
  const first = day ?? endOf(TIME, line, from);
  const between = first === undefined ? undefined : endOf(BETWEEN, line, first);
  if (first === undefined || between === undefined) return undefined;
  const second =
    day === undefined
      ? endOf(DAY, line, between)
      : (endOf(TIME, line, between) ?? endOf(TIME_WITH_POINTS, line, between));
  const end = second === undefined ? undefined : endOf(CLOSES, line, second);
  if (second === undefined || end === undefined) return undefined;
  return { day: day === undefined ? line.slice(between, second) : line.slice(from, day), rest: line.slice(end) };
}

function endOf(form: RegExp, line: string, at: number): number | undefined {
  form.lastIndex = at;
  return form.test(line) ? form.lastIndex : undefined;
}
