import { expect, it } from 'vitest';
import { leavesBefore } from './channel-trouble.ts';

const NOW = new Date('2026-11-20T20:00:00.000Z');
const at = (time: string) => new Date(`2026-11-${time}:00.000Z`);

it.each([
  { windowEnd: null, until: at('21T08:00') },
  { windowEnd: at('22T20:00'), until: at('21T08:00') },
  { windowEnd: at('20T21:30'), until: at('20T21:30') },
  { windowEnd: NOW, until: null },
  { windowEnd: at('20T19:00'), until: null },
])('what is written now is tried for twelve hours, but not past its window: $windowEnd', ({ windowEnd, until }) => {
  expect(leavesBefore({ now: NOW, windowEnd })).toEqual(until);
});
