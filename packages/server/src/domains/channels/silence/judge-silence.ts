const HOUR_MS = 3_600_000;
const DAY_HOURS = 24;
const WEEK_HOURS = 7 * DAY_HOURS;
/** How far the counts of a channel are looked at. */
export const WEEKS_KNOWN = 4;
const MIN_WEEKS = 2;
/** Fewer messages stay away by chance. */
const MIN_EXPECTED = 16;
/** So many visits of customers have to stay away, whatever each of them writes. */
const MIN_VISITS = 7;
const MIN_SILENT_HOURS = 2;
/** Longer than a silence that the channel came through by itself. */
const BEYOND_USUAL = 1.25;
/** People are told at hours at which customers usually write, not at night. */
const BUSY_SHARE = 0.5;

export type Traffic = {
  now: Date;
  /** Since when nothing came in, although it would have been noticed. */
  since: Date;
  /** Since when the channel exists. */
  createdAt: Date;
  /** Messages of customers by the number of the hour, counted from 1970; hours without any are left out. */
  counts: ReadonlyMap<number, number>;
};

/**
 * How many messages usually come in such a time as that in which none came; null: it may be chance. What is usual comes
 * from the same hours of the last weeks, each taken at the lower of its middle values, so that one week of a campaign or
 * of an outage changes nothing; customers who write much at once make silences of their own, and those are known too.
 */
export function judgeSilence({ now, since, createdAt, counts }: Traffic): number | null {
  const weeks = Math.min(WEEKS_KNOWN, Math.floor((now.getTime() - createdAt.getTime()) / HOUR_MS / WEEK_HOURS));
  const end = now.getTime() / HOUR_MS;
  const start = Math.max(since.getTime() / HOUR_MS, end - WEEK_HOURS);
  if (weeks < MIN_WEEKS || end - start < MIN_SILENT_HOURS) return null;
  const usualAt = (hour: number) => usualCount(counts, hour, weeks);
  const expected = sumHours(start, end, usualAt);
  if (expected < MIN_EXPECTED || !isBusy(Math.floor(end), usualAt)) return null;
  const from = Math.floor(end) - weeks * WEEK_HOURS;
  const history = { counts, from, to: Math.floor(start), usualAt };
  const needed = Math.max(MIN_VISITS * messagesPerVisit(history), BEYOND_USUAL * knownSilence(history));
  return expected > needed ? expected : null;
}

type UsualAt = (hour: number) => number;

/** Of an hour of the week, evened out with the hours beside it. */
function usualCount(counts: ReadonlyMap<number, number>, hour: number, weeks: number): number {
  const count = (at: number) => counts.get(at) ?? 0;
  const values: number[] = [];
  for (let week = 1; week <= weeks; week += 1) {
    const at = hour - week * WEEK_HOURS;
    values.push((count(at - 1) + count(at) + count(at + 1)) / 3);
  }
  return values.sort((one, other) => one - other)[Math.floor((weeks - 1) / 2)] ?? 0;
}

/** Hours are taken by the part of them that lies in the time. */
function sumHours(start: number, end: number, usualAt: UsualAt): number {
  let sum = 0;
  for (let hour = Math.floor(start); hour < end; hour += 1)
    sum += usualAt(hour) * (Math.min(hour + 1, end) - Math.max(hour, start));
  return sum;
}

function isBusy(hour: number, usualAt: UsualAt): boolean {
  return usualAt(hour) >= (BUSY_SHARE * sumHours(hour - DAY_HOURS, hour, usualAt)) / DAY_HOURS;
}

type History = { counts: ReadonlyMap<number, number>; from: number; to: number; usualAt: UsualAt };

/** How much an hour differs from the one before it, beyond chance: one who writes five messages at once is one visit. */
function messagesPerVisit({ counts, from, to }: History): number {
  let total = 0;
  let squares = 0;
  for (let hour = from; hour < to; hour += 1) {
    const count = counts.get(hour) ?? 0;
    const before = counts.get(hour - 1) ?? 0;
    total += count + before;
    squares += (count - before) ** 2;
  }
  return total === 0 ? 1 : Math.max(1, squares / total);
}

/** The second longest silence, in messages that usually come: one was perhaps a fault itself. */
function knownSilence({ counts, from, to, usualAt }: History): number {
  const silences = [0, 0];
  let current = 0;
  for (let hour = from; hour <= to; hour += 1) {
    if (hour < to && !counts.has(hour)) {
      current += usualAt(hour);
    } else {
      silences.push(current);
      current = 0;
    }
  }
  return silences.sort((one, other) => other - one)[1] ?? 0;
}
