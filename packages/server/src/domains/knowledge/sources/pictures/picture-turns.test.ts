import { randomBytes } from 'node:crypto';
import sharp from 'sharp';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { waitUntil } from '../../../../testing/wait-until.ts';
import { type OpenSources, openSources } from '../../testing/open-sources.ts';
import type { PictureAnswer } from './picture-reader.ts';

let open: OpenSources;
beforeAll(async () => {
  open = await openSources({ picturesPerDay: 2 });
});
afterEach(() => {
  open.replaced.pictureReader = undefined;
});
afterAll(() => open.close());

const HOUR_MS = 60 * 60_000;
const PRICES: PictureAnswer = {
  ...{ kind: 'written', text: 'Чистка дивана стоит 1750 рублей.', model: 'eyes' },
  ...{ promptTokens: 900, completionTokens: 40 },
};

/** Counts what a model is asked; with `isHeld` it answers when the test lets it. */
function openEyes({ isHeld = false } = {}) {
  const held: (() => void)[] = [];
  const seen = { asked: 0, held };
  const read = async () => {
    seen.asked += 1;
    if (isHeld) await new Promise<void>((resolve) => held.push(resolve));
    return PRICES;
  };
  open.replaced.pictureReader = { models: ['eyes'], canSee: () => true, read };
  return seen;
}

const draw = async () => {
  const [r = 0, g = 0, b = 0] = randomBytes(3);
  const picture = sharp({ create: { width: 20, height: 20, channels: 3, background: { r, g, b } } });
  return Buffer.from(await picture.png().toBuffer());
};

it('risk: pictures of one account are read at the cost of the host without a bound', async () => {
  const seen = openEyes();
  const [base, other] = [await open.openBase(), await open.openBase()];
  const first = await draw();
  await base.ended(await base.upload(first, 'a.png'));
  await base.ended(await base.upload(await draw(), 'b.png'));
  const third = await base.upload(await draw(), 'c.png');
  await waitUntil(async () => (await base.find(third))?.nextTryAt != null);
  expect(seen.asked).toBe(2);
  expect(await base.find(third)).toMatchObject({ state: 'waiting', reason: 'picture_limit' });
  // What is known costs nothing; another account has its own bound.
  expect(await base.ended(await base.upload(first, 'a.png'))).toMatchObject({ state: 'ready' });
  expect(seen.asked).toBe(2);
  expect(await other.ended(await other.upload(await draw(), 'a.png'))).toMatchObject({ state: 'ready' });
  expect(seen.asked).toBe(3);
  // It is read by itself on the next day.
  open.clock.advance(12 * HOUR_MS);
  await open.sources.checkDue();
  await waitUntil(async () => (await base.find(third))?.state === 'ready');
  expect(seen.asked).toBe(4);
});

it('risk: a picture that waits for its bound is given up after some tries', async () => {
  openEyes();
  const base = await open.openBase();
  await base.ended(await base.upload(await draw(), 'a.png'));
  await base.ended(await base.upload(await draw(), 'b.png'));
  const third = await base.upload(await draw(), 'c.png');
  const isPlanned = async () => (await base.find(third))?.nextTryAt != null;
  await waitUntil(isPlanned);
  await open.pool.query('update knowledge_sources set attempts = 20 where id = $1', [third]);
  open.clock.advance(24 * HOUR_MS);
  // Others of the account were sooner.
  await base.ended(await base.upload(await draw(), 'd.png'));
  await base.ended(await base.upload(await draw(), 'e.png'));
  await open.sources.checkDue();
  await waitUntil(isPlanned);
  expect(await base.find(third)).toMatchObject({ state: 'waiting', reason: 'picture_limit' });
});

it('risk: days of waiting for the bound use up the tries of a model that is busy for a moment', async () => {
  openEyes();
  const base = await open.openBase();
  await base.ended(await base.upload(await draw(), 'a.png'));
  await base.ended(await base.upload(await draw(), 'b.png'));
  const third = await base.upload(await draw(), 'c.png');
  const waits = (reason: string) =>
    waitUntil(async () => {
      const { nextTryAt = null, reason: found } = (await base.find(third)) ?? {};
      return nextTryAt !== null && found === reason;
    });
  const setDay = (shown: number) =>
    open.pool.query('update knowledge_picture_days set day = $2, shown = $3 where account_id = $1', [
      ...[base.accountId, open.clock.now(), shown],
    ]);
  await waits('picture_limit');
  for (let day = 0; day < 5; day += 1) {
    open.clock.advance(24 * HOUR_MS);
    await setDay(2);
    expect(await open.sources.checkDue()).toBeGreaterThan(0);
    await waits('picture_limit');
  }
  expect(await base.find(third)).toMatchObject({ attempts: 0 });
  open.clock.advance(24 * HOUR_MS);
  const read = async (): Promise<PictureAnswer> => ({ kind: 'unread', fault: 'busy', retryAfterMs: null });
  open.replaced.pictureReader = { models: ['eyes'], canSee: () => true, read };
  await open.sources.checkDue();
  await waits('model_busy');
  expect(await base.find(third)).toMatchObject({
    attempts: 1,
    nextTryAt: new Date(open.clock.now().getTime() + 30_000).toISOString(),
  });
});

it('risk: slow pictures of two accounts hold up the documents of a third', async () => {
  const { held } = openEyes({ isHeld: true });
  const bases = [await open.openBase(), await open.openBase()];
  const pictures = await Promise.all(
    bases.map(async (base) => ({ base, id: await base.upload(await draw(), 'a.png') })),
  );
  await waitUntil(() => held.length > 0);
  const third = await open.openBase();
  expect(await third.ended(await third.upload('Текст.'))).toMatchObject({ state: 'ready' });
  expect(held).toHaveLength(1);
  for (const _ of pictures) {
    await waitUntil(() => held.length > 0);
    held.shift()?.();
  }
  for (const { base, id } of pictures) expect(await base.ended(id)).toMatchObject({ state: 'ready' });
});
