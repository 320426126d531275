import { randomUUID } from 'node:crypto';
import { limits } from '@otvet/contract';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { createTestClock } from '../../testing/test-clock.ts';
import { isAppError } from '../errors/app-error.ts';
import { createUploadCharges, type Upload, type UploadCharge, type UploadCharges } from './upload-charges.ts';

const PHOTO = { bytes: 5_000_000, pixels: 12_540_000 };
const GREATEST = { bytes: limits.photoBytes, pixels: 17_000_000 };
const MINUTE_MS = 60_000;

type Sender = { accountId?: string; ip?: string; visitorId?: string };

function uploadOf(
  size: { bytes: number; pixels: number },
  { accountId = 'shop', ip = '203.0.113.1', visitorId = 'anna' }: Sender = {},
): Upload {
  return { ...size, accountId, by: { kind: 'visitor', ip, visitorId } };
}

/** The wait in seconds that an upload is refused with, else its charge. */
function attempt(charges: UploadCharges, upload: Upload): UploadCharge | number {
  try {
    return charges.take(upload);
  } catch (error) {
    return isAppError(error, 'request.rate_limited') ? (error.retryAfter ?? -1) : -1;
  }
}

function waitOf(charges: UploadCharges, upload: Upload): number {
  const charge = attempt(charges, upload);
  return typeof charge === 'number' ? charge : 0;
}

/** Sends until so many are taken, waiting as it is told; gives the seconds that it took. */
function sendAll(charges: UploadCharges, clock: ReturnType<typeof createTestClock>, uploads: Upload[]): number {
  const begin = clock.monotonicMs();
  for (const upload of uploads)
    for (let wait = waitOf(charges, upload); wait > 0; wait = waitOf(charges, upload)) clock.advance(wait * 1000);
  return (clock.monotonicMs() - begin) / 1000;
}

it('ten photos of a phone pass at once, also ten of the greatest size', () => {
  for (const size of [PHOTO, GREATEST]) {
    const clock = createTestClock();
    expect(sendAll(createUploadCharges(clock), clock, Array(10).fill(uploadOf(size)))).toBe(0);
  }
});

it('the next ten wait for half a minute each at most', () => {
  const clock = createTestClock();
  const charges = createUploadCharges(clock);
  sendAll(charges, clock, Array(20).fill(uploadOf(PHOTO)));
  for (let sent = 0; sent < 10; sent += 1) expect(waitOf(charges, uploadOf(PHOTO))).toBeLessThanOrEqual(30);
});

it('twelve customers of a shop behind one address send ten photos each in a few minutes', () => {
  const clock = createTestClock();
  const customers = Array.from({ length: 12 }, (_, at) => `customer ${at}`);
  const uploads = customers.flatMap((visitorId) => Array(10).fill(uploadOf(PHOTO, { visitorId })));
  expect(sendAll(createUploadCharges(clock), clock, uploads)).toBeLessThan(60);
});

it('risk: a stranger empties the count of another shop, or of other networks', () => {
  const clock = createTestClock();
  const charges = createUploadCharges(clock);
  let refused = 0;
  for (let sent = 0; sent < 1000; sent += 1)
    if (waitOf(charges, uploadOf(GREATEST, { accountId: 'victim', visitorId: randomUUID() })) > 0) refused += 1;
  expect(refused).toBeGreaterThan(800);
  expect(sendAll(charges, clock, Array(10).fill(uploadOf(PHOTO, { accountId: 'other' })))).toBe(0);
  const elsewhere = { accountId: 'victim', ip: '203.0.113.2', visitorId: 'boris' };
  expect(sendAll(charges, clock, Array(10).fill(uploadOf(PHOTO, elsewhere)))).toBe(0);
});

it('risk: a stranger with many shops sends without end', () => {
  const clock = createTestClock();
  const charges = createUploadCharges(clock);
  let megabytes = 0;
  for (let minute = 0; minute < 1440; minute += 1) {
    for (let sent = 0; sent < 60; sent += 1) {
      const upload = uploadOf(
        { bytes: limits.photoBytes, pixels: 10_000 },
        { accountId: randomUUID(), visitorId: randomUUID() },
      );
      if (waitOf(charges, upload) === 0) megabytes += upload.bytes / 1_000_000;
    }
    clock.advance(MINUTE_MS);
  }
  expect(megabytes).toBeLessThan(12_100);
  expect(megabytes).toBeGreaterThan(6000);
});

it('risk: a stranger with a block of IPv6 networks sends from each: the block has four times the bound of one', () => {
  const charges = createUploadCharges(createTestClock());
  let megabytes = 0;
  for (let network = 0; network < 4000; network += 1) {
    const ip = `2001:db8:77:${network.toString(16)}::1`;
    const by = { kind: 'visitor', ip, visitorId: randomUUID() } as const;
    const upload = { accountId: randomUUID(), bytes: limits.photoBytes, pixels: 100_000, by };
    if (waitOf(charges, upload) === 0) megabytes += limits.photoBytes / 1_000_000;
  }
  expect(megabytes).toBeLessThan(24_100);
  expect(megabytes).toBeGreaterThan(20_000);
});

it('who sends only what the decoder must be killed for runs dry at once, and stays so', () => {
  const clock = createTestClock();
  const charges = createUploadCharges(clock);
  let killed = 0;
  for (let second = 0; second < 600; second += 1) {
    // Each time as somebody new, and in another shop.
    const upload = uploadOf(PHOTO, { accountId: randomUUID(), visitorId: randomUUID() });
    const charge = attempt(charges, upload);
    if (typeof charge !== 'number') {
      charge.noteDecoding({ ms: 10_000, hasEnded: true });
      charge.giveBack();
      killed += 1;
    }
    clock.advance(1000);
  }
  expect(killed).toBeGreaterThan(3);
  // Of ten minutes the decoder had three for them.
  expect(killed).toBeLessThan(20);
});

it('risk: what the decoder was ended for by one network closes the block around it for others', () => {
  const charges = createUploadCharges(createTestClock());
  const ip = '2001:db8:77:1::1';
  for (let ended = 0; ended < 60; ended += 1) {
    const charge = attempt(charges, uploadOf(PHOTO, { ip, accountId: randomUUID(), visitorId: randomUUID() }));
    if (typeof charge !== 'number') charge.noteDecoding({ ms: 10_000, hasEnded: true });
  }
  expect(waitOf(charges, uploadOf(PHOTO, { ip, visitorId: randomUUID() }))).toBeGreaterThan(0);
  for (const neighbour of ['2001:db8:77:2::1', '2001:db8:77:ff01::1'])
    expect(waitOf(charges, uploadOf(PHOTO, { ip: neighbour, visitorId: randomUUID() }))).toBe(0);
});

it('what a slow machine takes for a photo is no fault of the sender', () => {
  const clock = createTestClock();
  const charges = createUploadCharges(clock);
  for (let sent = 0; sent < 10; sent += 1) {
    expect(waitOf(charges, uploadOf({ bytes: 1, pixels: 0 }))).toBe(0);
    charges.take(uploadOf(PHOTO)).noteDecoding({ ms: 5000, hasEnded: false });
  }
});

it('the pictures of platforms and of people who are signed in are counted apart', () => {
  const charges = createUploadCharges(createTestClock());
  const ofPlatform: Upload = { ...PHOTO, accountId: 'shop', by: { kind: 'platform' } };
  while (waitOf(charges, ofPlatform) === 0);
  expect(waitOf(charges, { ...PHOTO, accountId: 'shop', by: { kind: 'member', userId: 'boris' } })).toBe(0);
  expect(waitOf(charges, uploadOf(PHOTO))).toBe(0);
});

/** How many more of these photos pass now, by visitor and shop, and the wait after them. */
function countLeft(charges: UploadCharges): number[] {
  return ['anna', 'boris'].flatMap((visitorId) =>
    ['shop', 'other'].flatMap((accountId) => {
      const upload = uploadOf({ bytes: 900_000, pixels: 2_000_000 }, { visitorId, accountId });
      let passed = 0;
      while (waitOf(charges, upload) === 0) passed += 1;
      return [passed, waitOf(charges, upload)];
    }),
  );
}

it('what was charged and then refused is given back, but for the pixels that a decoder has seen', () => {
  const anyUpload = fc.record({
    visitorId: fc.constantFrom('anna', 'boris'),
    accountId: fc.constantFrom('shop', 'other'),
    bytes: fc.integer({ min: 1, max: limits.photoBytes }),
    pixels: fc.integer({ min: 100_000, max: 17_000_000 }),
    passMs: fc.integer({ min: 0, max: 10_000 }),
    becomes: fc.constantFrom('stored', 'refused', 'refused by the decoder'),
  });
  fc.assert(
    fc.property(fc.array(anyUpload, { maxLength: 40 }), (uploads) => {
      const clock = createTestClock();
      // The second never sees what is refused in the end.
      const [charges, reference] = [createUploadCharges(clock), createUploadCharges(clock)];
      for (const { visitorId, accountId, bytes, pixels, passMs, becomes } of uploads) {
        clock.advance(passMs);
        const charge = attempt(charges, uploadOf({ bytes, pixels }, { visitorId, accountId }));
        if (typeof charge === 'number') continue;
        if (becomes !== 'refused') charge.noteDecoding({ ms: 0, hasEnded: false });
        if (becomes !== 'stored') charge.giveBack();
        const stays = { stored: { bytes, pixels }, refused: undefined, 'refused by the decoder': { bytes: 0, pixels } };
        const size = stays[becomes];
        if (size !== undefined) reference.take(uploadOf(size, { visitorId, accountId }));
      }
      expect(countLeft(charges)).toEqual(countLeft(reference));
    }),
    { numRuns: 200 },
  );
});
