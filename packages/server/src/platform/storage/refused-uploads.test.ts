import { randomUUID } from 'node:crypto';
import { limits } from '@otvet/contract';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestDatabase, type TestDatabase } from '../../testing/start-test-database.ts';
import { createTestClock } from '../../testing/test-clock.ts';
import { type Confined, ConfinedJobError } from '../confined/index.ts';
import { AppError, isAppError } from '../errors/app-error.ts';
import { createFiles, type Files } from './index.ts';

const QUOTA = { maxBytes: 5_000_000_000, maxFiles: 10_000 };
const MINUTE_SECONDS = 60;
/** More than any bound lets through at once. */
const MANY = 200;

let database: TestDatabase;
let photo: Buffer;
beforeAll(async () => {
  database = await startTestDatabase({ kind: 'embedded' });
  const plain = await sharp({ create: { width: 4080, height: 3072, channels: 3, background: '#ffcf33' } })
    .jpeg()
    .toBuffer();
  // As heavy as the photo of a phone: what follows the end of a JPEG is not read.
  photo = Buffer.concat([plain, Buffer.alloc(4_500_000 - plain.length)]);
});
afterAll(() => database.close());

const stored = { bytes: new Uint8Array(10), contentType: 'image/jpeg', width: 4080, height: 3072 };

/** A decoder that does what the test says. */
function decodeBy(decode: () => { value: unknown; ms: number }): Confined {
  return {
    run: async (job) => {
      const { value, ms } = decode();
      return { value: job.result.parse(value), ms };
    },
    check: async () => undefined,
    pid: undefined,
    close: async () => undefined,
  };
}

function open(decode: () => { value: unknown; ms: number }, quota = QUOTA) {
  const clock = createTestClock();
  const { pool, dataDir } = database;
  const linkKeys = [Buffer.alloc(32)];
  const confined = decodeBy(decode);
  return { clock, files: createFiles({ pool, dataDir, linkKeys, clock, newId: randomUUID, confined, quota }) };
}

type Sender = { accountId: string; visitorId: string };
const newSender = (): Sender => ({ accountId: randomUUID(), visitorId: randomUUID() });

async function send(files: Files, { accountId, visitorId }: Sender): Promise<AppError | undefined> {
  const by = { kind: 'visitor', ip: '203.0.113.1', visitorId } as const;
  const error = await files
    .saveImage({ accountId, bytes: photo, name: 'photo.jpg', maxBytes: limits.photoBytes, by })
    .then(() => undefined)
    .catch((thrown: unknown) => thrown);
  if (error === undefined || isAppError(error)) return error;
  throw error;
}

it('ten photos of 12 megapixels of one visitor are accepted within a minute, whatever the decoder had to do meanwhile', async () => {
  let turn = 0;
  const { clock, files } = open(() => {
    turn += 1;
    if (turn % 3 === 0) throw new AppError('request.rate_limited', { retryAfter: 2 });
    return { value: stored, ms: 2500 };
  });
  const anna = newSender();
  const begin = clock.monotonicMs();
  for (let sent = 0; sent < 10; sent += 1)
    for (let refused = await send(files, anna); refused !== undefined; refused = await send(files, anna)) {
      expect(refused.code).toBe('request.rate_limited');
      clock.advance((refused.retryAfter ?? 0) * 1000);
    }
  expect((clock.monotonicMs() - begin) / 1000).toBeLessThan(MINUTE_SECONDS);
  expect(await files.usage(anna.accountId)).toMatchObject({ files: 10 });
});

it.each([
  ['a full queue', () => new AppError('request.rate_limited', { retryAfter: 2 }), 'request.rate_limited'],
  ['a process that others end', () => new ConfinedJobError('killed', 'SIGKILL'), 'server.unavailable'],
  ['a server that stops', () => new AppError('server.unavailable', { retryAfter: 5 }), 'server.unavailable'],
])('%s costs the visitor nothing', async (_name, failure, code) => {
  let isFailing = true;
  const { files } = open(() => {
    if (isFailing) throw failure();
    return { value: stored, ms: 500 };
  });
  const anna = newSender();
  for (let sent = 0; sent < MANY; sent += 1) {
    const refused = await send(files, anna);
    expect([refused?.code, refused?.retryAfter]).toEqual([code, code === 'server.unavailable' ? 5 : 2]);
  }
  isFailing = false;
  for (let sent = 0; sent < 10; sent += 1) expect(await send(files, anna)).toBeUndefined();
});

it('what cannot be stored costs no bytes, and a full account nothing at all', async () => {
  const { files } = open(() => ({ value: stored, ms: 500 }), { maxBytes: 0, maxFiles: 0 });
  for (let sent = 0; sent < MANY; sent += 1) expect((await send(files, newSender()))?.code).toBe('files.quota');
});

it.each([
  ['time', 10_000],
  ['memory', 700],
] as const)(
  'a picture that the decoder was ended for is too complex, and a few of them run dry: %s',
  async (reason, ms) => {
    const { files } = open(() => {
      const error = new ConfinedJobError(reason, 'ended');
      error.ms = ms;
      throw error;
    });
    const codes: (string | undefined)[] = [];
    for (let sent = 0; sent < MANY; sent += 1) codes.push((await send(files, newSender()))?.code);
    const decoded = codes.filter((code) => code === 'files.too_complex').length;
    expect(decoded).toBeGreaterThan(0);
    expect(decoded).toBeLessThan(70);
    expect(codes.slice(decoded)).toEqual(Array(MANY - decoded).fill('request.rate_limited'));
  },
);

it.each([
  ['failed', 'files.wrong_type', { file: 'damaged' }],
  ['crashed', 'server.unavailable', undefined],
] as const)('a decoder that %s says %s, and its pixels stay charged', async (reason, code, details) => {
  const { files } = open(() => {
    throw new ConfinedJobError(reason, 'ended');
  });
  const anna = newSender();
  expect(await send(files, anna)).toMatchObject({ code, ...(details && { details }) });
  const codes: (string | undefined)[] = [];
  for (let sent = 0; sent < MANY; sent += 1) codes.push((await send(files, anna))?.code);
  expect(codes.at(-1)).toBe('request.rate_limited');
});

it('as a file of a platform a picture is kept though no decoder can read it; one that others ended comes again', async () => {
  let reason: 'crashed' | 'killed' = 'crashed';
  let isPicture = true;
  const { files } = open(() => {
    if (isPicture) {
      isPicture = false;
      throw new ConfinedJobError(reason, 'ended');
    }
    return { value: { mime: 'image/jpeg', ext: 'jpg' }, ms: 1 };
  });
  const file = { accountId: randomUUID(), bytes: photo, name: 'photo', maxBytes: limits.photoBytes };
  const saved = await files.saveFile({ ...file, by: { kind: 'platform' } });
  expect(saved).toMatchObject({ kind: 'file', contentType: 'image/jpeg', name: 'photo.jpg' });
  reason = 'killed';
  isPicture = true;
  await expect(files.saveFile({ ...file, by: { kind: 'platform' } })).rejects.toMatchObject({
    code: 'server.unavailable',
  });
});
