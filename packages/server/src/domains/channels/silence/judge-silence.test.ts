import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createSeededRandom } from '../../../testing/seeded-random.ts';
import { judgeSilence } from './judge-silence.ts';

const HOUR_MS = 3_600_000;
const WEEK = 168;
/** Of each hour at which the task looks. */
const LOOK = 0.37;

type Shop = {
  /** Messages of customers in an hour of a working day. */
  rate: number;
  /** Messages that one customer writes at once. */
  burst: number;
  weeks: number;
  seed: number;
  /** The hour after which nothing comes in any more. */
  dropAt?: number;
};

/** Hours at which customers write: days and evenings, fewer at weekends and hardly any at night, some days more than others. */
function buildTraffic({ rate, burst, weeks, seed, dropAt = Number.POSITIVE_INFINITY }: Shop): number[] {
  const random = createSeededRandom(seed);
  const times: number[] = [];
  for (let day = 0; day < weeks * 7; day += 1) {
    const mood = 0.7 + 0.6 * random();
    for (let hour = 0; hour < 24; hour += 1) {
      const visits = (rate * mood * shareOf(hour) * (day % 7 >= 5 ? 0.5 : 1)) / burst;
      for (let at = nextVisit(random, visits); at < 1; at += nextVisit(random, visits))
        do times.push(day * 24 + hour + at + 0.03 * random());
        while (random() < 1 - 1 / burst);
    }
  }
  return times.filter((at) => at < dropAt).sort((one, other) => one - other);
}

const nextVisit = (random: () => number, visits: number) => -Math.log(1 - random()) / visits;

function shareOf(hour: number): number {
  if (hour >= 8 && hour < 21) return 1;
  return hour < 1 || hour >= 21 ? 0.3 : 0.02;
}

/** The hours at which the owner is told, once for each silence, when somebody looks every hour. */
function listAlarms(times: number[], { from, to }: { from: number; to: number }): number[] {
  const counts = new Map<number, number>();
  const alarms: number[] = [];
  let [read, last, isTold] = [0, 0, false];
  for (let now = LOOK; now < to; now += 1) {
    for (let at = times[read]; at !== undefined && at <= now; at = times[read]) {
      counts.set(Math.floor(at), (counts.get(Math.floor(at)) ?? 0) + 1);
      [read, last, isTold] = [read + 1, at, false];
    }
    if (now < from || isTold) continue;
    const traffic = { now: dateOf(now), since: dateOf(last), createdAt: dateOf(0), counts };
    isTold = judgeSilence(traffic) !== null;
    if (isTold) alarms.push(now);
  }
  return alarms;
}

const dateOf = (hours: number) => new Date(hours * HOUR_MS);

const shops = [0.3, 1, 3, 10, 40].flatMap((rate) => [1.01, 3, 6].map((burst) => ({ rate, burst })));

function countFalseAlarms(): { alarms: number; weeks: number } {
  let [alarms, weeks] = [0, 0];
  for (const [place, shop] of shops.entries())
    for (let seed = 0; seed < 6; seed += 1) {
      const times = buildTraffic({ ...shop, weeks: 8, seed: place * 100 + seed });
      alarms += listAlarms(times, { from: 2 * WEEK, to: 8 * WEEK }).length;
      weeks += 6;
    }
  return { alarms, weeks };
}

/** Hours until a drop at any time of the week is noticed, shortest first. */
function delaysOf(shop: { rate: number; burst: number }): number[] {
  const delays = Array.from({ length: 20 }, (_, seed) => {
    const dropAt = 4 * WEEK + createSeededRandom(seed)() * WEEK;
    const times = buildTraffic({ ...shop, weeks: 6, seed, dropAt });
    const [first = Number.POSITIVE_INFINITY] = listAlarms(times, { from: dropAt, to: 6 * WEEK });
    return first - dropAt;
  });
  return delays.sort((one, other) => one - other);
}

const falseAlarms = countFalseAlarms();
const drops = [
  { rate: 40, burst: 3, most: 24 },
  { rate: 10, burst: 1.01, most: 24 },
  { rate: 10, burst: 3, most: 48 },
  { rate: 3, burst: 1.01, most: 48 },
].map((shop) => ({ ...shop, delays: delaysOf(shop).map(Math.round) }));

describe('figures on invented traffic', () => {
  it(`${falseAlarms.alarms} false alarms in ${falseAlarms.weeks} weeks of channels, quiet and busy, even and in bursts`, () => {
    expect(falseAlarms.weeks).toBeGreaterThanOrEqual(500);
    expect(falseAlarms.alarms).toBeLessThanOrEqual(2);
  });

  for (const { rate, burst, most, delays } of drops)
    it(`a drop at ${rate} messages an hour, ${Math.round(burst)} a visit, is noticed after ${delays[10]} hours, ${delays[19]} at the latest`, () => {
      expect(delays[19]).toBeLessThanOrEqual(most);
    });
});

/** The same number of messages at every hour, or at every hour of the day. */
function evenCounts(hours: number, countAt: (hour: number) => number): Map<number, number> {
  const counts = Array.from({ length: hours }, (_, hour) => [hour, countAt(hour)] as const);
  return new Map(counts.filter(([, count]) => count > 0));
}

const END = 10 * WEEK + 12;
const busy = { now: dateOf(END), createdAt: dateOf(0) };

it('says how many usually come in such a time', () => {
  const counts = evenCounts(END - 10, () => 4);
  expect(judgeSilence({ ...busy, since: dateOf(END - 10), counts })).toBeCloseTo(40);
});

describe('risk: an alarm that is none', () => {
  it('a channel younger than two weeks, or with hardly any messages, is never told of', () => {
    const anyTime = fc.record({
      age: fc.integer({ min: 0, max: 2 * WEEK - 1 }),
      silent: fc.integer({ min: 1, max: WEEK }),
    });
    fc.assert(
      fc.property(anyTime, ({ age, silent }) => {
        const since = dateOf(END - silent);
        const counts = evenCounts(END - silent, () => 50);
        expect(judgeSilence({ ...busy, createdAt: dateOf(END - age), since, counts })).toBeNull();
        const quiet = evenCounts(END - silent, (hour) => (hour % 24 === 12 ? 2 : 0));
        expect(judgeSilence({ ...busy, since, counts: quiet })).toBeNull();
      }),
    );
  });

  it('nothing is said at night, however long nobody wrote before it', () => {
    const dayOnly = (hour: number) => (hour % 24 >= 9 && hour % 24 < 21 ? 20 : 1);
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 7 }), fc.integer({ min: 1, max: 100 }), (hour, silent) => {
        const now = 10 * WEEK + hour + LOOK;
        const counts = evenCounts(Math.floor(now - silent), dayOnly);
        expect(judgeSilence({ ...busy, now: dateOf(now), since: dateOf(now - silent), counts })).toBeNull();
      }),
    );
  });

  it('what did not come while we were away is no silence: only the time since then counts', () => {
    const counts = evenCounts(END - 48, () => 10);
    expect(judgeSilence({ ...busy, since: dateOf(END - 48), counts })).not.toBeNull();
    expect(judgeSilence({ ...busy, since: dateOf(END - 1), counts })).toBeNull();
  });

  it('one week of a campaign makes no other week look silent, and one message ends a silence', () => {
    const campaign = evenCounts(END - 3, (hour) => (hour > END - 2 * WEEK && hour < END - WEEK + 24 ? 200 : 1));
    expect(judgeSilence({ ...busy, since: dateOf(END - 3), counts: campaign })).toBeNull();
    expect(judgeSilence({ ...busy, since: dateOf(END - 0.5), counts: evenCounts(END, () => 10) })).toBeNull();
  });

  it('a longer silence is never less of an alarm', () => {
    const counts = evenCounts(END - 60, () => 10);
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 59 }), fc.integer({ min: 1, max: 59 }), (one, other) => {
        const judge = (silent: number) => judgeSilence({ ...busy, since: dateOf(END - silent), counts }) ?? 0;
        expect(judge(Math.max(one, other))).toBeGreaterThanOrEqual(judge(Math.min(one, other)));
      }),
    );
  });
});
