import type { CheckPeriod } from '@otvet/contract';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const PERIODS_MS: Record<Exclude<CheckPeriod, 'never'>, number> = {
  hour: HOUR_MS,
  day: DAY_MS,
  week: 7 * DAY_MS,
  month: 30 * DAY_MS,
};

/** When a link is looked at next; null where nobody asked for it. */
export function nextCheck(period: CheckPeriod, from: Date): Date | null {
  return period === 'never' ? null : new Date(from.getTime() + PERIODS_MS[period]);
}
