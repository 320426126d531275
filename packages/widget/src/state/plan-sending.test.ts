import { describe, expect, it } from 'vitest';
import { holdItem, MAX_WAIT_MS, newItem, type OutboxItem, PATIENCE_MS, refuseItem } from './outbox.ts';
import { planSending } from './plan-sending.ts';

const NOW = 1_000_000;
const build = (clientId: string, kind: OutboxItem['kind'], at: number): OutboxItem =>
  newItem({ clientId, kind, text: '', name: '' }, { now: at, others: [] });
const hold = (item: OutboxItem, waitMs: number) => holdItem(item, { reason: 'request.rate_limited', now: NOW, waitMs });
/** `since`: when the pictures began; by default now. */
const plan = (
  outbox: OutboxItem[],
  flights: [string, number][] = [],
  { now = NOW, since = NOW }: { now?: number; since?: number } = {},
) => {
  const sending = new Map(flights.map(([id, at]) => [id, { since: at }]));
  const { item, waitMs } = planSending(outbox, { now, sending, since });
  return item?.clientId ?? waitMs;
};
const [picture, second] = [build('picture', 'image', 1), build('second', 'image', 2)];
const [text, later] = [build('text', 'text', 3), build('later', 'text', 4)];

describe('order', () => {
  it('is the order of writing, and what was refused for good holds up nothing', () => {
    expect(plan([picture, text])).toBe('picture');
    expect(plan([text, later])).toBe('text');
    expect(plan([refuseItem(picture, 'files.too_large'), text])).toBe('text');
    expect(plan([refuseItem(text, '')])).toBe(MAX_WAIT_MS);
  });

  it('a text waits for a picture that goes within seconds, and passes one that does not', () => {
    expect(plan([hold(picture, PATIENCE_MS), text])).toBe(PATIENCE_MS);
    expect(plan([hold(picture, PATIENCE_MS + 1), text])).toBe('text');
    expect(plan([hold(picture, 240_000)])).toBe(240_000);
  });

  it('a held picture is the first again when its time has come', () => {
    expect(plan([hold(picture, 240_000), text], [], { now: NOW + 240_000 })).toBe('picture');
  });

  it('a text waits for an upload for seconds, then goes beside it; never a second picture', () => {
    expect(plan([picture, text], [['picture', NOW]])).toBe(PATIENCE_MS);
    expect(plan([picture, second, text], [['picture', NOW - PATIENCE_MS]])).toBe('text');
    expect(plan([picture, second], [['picture', NOW - PATIENCE_MS]])).toBe(MAX_WAIT_MS);
  });

  it('a text waits that long for all pictures before it together, counted from when it was written', () => {
    const since = NOW - 60_000;
    const written = (before: number) => build('written', 'text', NOW - before);
    expect(plan([picture, written(1000)], [['picture', NOW]], { since })).toBe(PATIENCE_MS - 1000);
    expect(plan([picture, second, written(PATIENCE_MS)], [['picture', NOW]], { since })).toBe('written');
    expect(plan([hold(picture, 1000), written(PATIENCE_MS)], [], { since })).toBe('written');
    expect(plan([picture, written(0)], [['picture', since]], { since })).toBe('written');
  });

  it('risk: the clock was set back. A text waits for a picture no longer than ever', () => {
    const ahead = build('ahead', 'text', NOW + 3_600_000);
    expect(plan([picture, ahead], [['picture', NOW]])).toBe(PATIENCE_MS);
    expect(plan([picture, ahead], [['picture', NOW - PATIENCE_MS]])).toBe('ahead');
    expect(plan([hold(picture, 1000), ahead])).toBe(1000);
  });

  it('a text is never overtaken, whatever keeps it', () => {
    const stuck = hold(build('stuck', 'text', 0), 240_000);
    expect(plan([stuck, picture, text])).toBe(240_000);
    expect(plan([text, later, build('after', 'image', 5)], [['text', NOW - 60_000]])).toBe(MAX_WAIT_MS);
  });

  it('pictures pass a held one too, and each comes back at its own time', () => {
    expect(plan([hold(picture, 240_000), second])).toBe('second');
    expect(plan([hold(picture, 240_000), hold(second, 60_000)])).toBe(60_000);
  });
});

it('risk: the clock was set back, or an earlier version stored no time. Nothing waits longer than an hour', () => {
  expect(plan([hold(picture, 60_000)], [], { now: NOW - 2 * MAX_WAIT_MS })).toBe('picture');
  const { due: _, ...old } = picture;
  expect(plan([JSON.parse(JSON.stringify(old))])).toBe('picture');
});
