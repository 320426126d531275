import { IncomingMessage } from 'node:http';
import { Socket } from 'node:net';
import { expect, it } from 'vitest';
import { createTestClock, type TestClock } from '../../../testing/test-clock.ts';
import { isAppError } from '../../errors/app-error.ts';
import { createUploadAdmission } from './upload-admission.ts';
import { MAX_FORM_BYTES } from './upload-counts.ts';

const MEGABYTE = 1024 * 1024;
const PIECE = 64 * 1024;
const turn = () => new Promise<void>((resolve) => setImmediate(resolve));

type From = { ip: string; accountId?: string; announced?: number };
type Sent = {
  code: string | undefined;
  retryAfter: number | undefined;
  isDone: boolean;
  read: number;
  end: () => void;
};

function build(clock: TestClock = createTestClock()) {
  const admission = createUploadAdmission({ clock });
  const seen = { held: 0, most: 0 };
  /** Sends so many bytes, then waits for `end`; with `isWhole` the form is read to its end and worked on until then. */
  function send(
    { ip, accountId, announced = MAX_FORM_BYTES }: From,
    bytes: number,
    { isWhole }: { isWhole: boolean },
  ): Sent {
    const socket = new Socket();
    socket.on('error', () => undefined);
    let arrived = 0;
    Object.defineProperty(socket, 'bytesRead', { get: () => arrived });
    const raw = new IncomingMessage(socket);
    raw.headers['content-length'] = String(announced);
    const { promise: ended, resolve: end } = Promise.withResolvers<void>();
    const sent: Sent = { code: undefined, retryAfter: undefined, isDone: false, read: 0, end };
    const read = async (piece: (bytes: number) => Promise<void>) => {
      for (; sent.read < bytes; sent.read += PIECE) {
        await piece(PIECE);
        arrived += PIECE;
        seen.held += PIECE;
        seen.most = Math.max(seen.most, seen.held);
      }
      if (!isWhole) await ended;
    };
    const done = admission.admit({ raw, ip, accountId }, { read, work: async () => ended });
    done
      .then(
        () => {
          sent.isDone = true;
        },
        (error: unknown) => {
          sent.code = isAppError(error) ? error.code : String(error);
          sent.retryAfter = isAppError(error) ? error.retryAfter : undefined;
        },
      )
      .finally(() => {
        seen.held -= sent.read;
      });
    return sent;
  }
  return { clock, send, seen };
}

const settle = async () => {
  for (let count = 0; count < 1000; count += 1) await turn();
};

it('eighty uploads at once never take more memory than the bound, and all are served in the end', async () => {
  const { send, seen } = build();
  const all = Array.from({ length: 80 }, (_, at) =>
    send({ ip: `10.0.${at % 8}.1`, accountId: `account ${at % 8}` }, MAX_FORM_BYTES - PIECE, { isWhole: true }),
  );
  for (const one of all) one.end();
  await settle();
  expect(all.map(({ code }) => code)).toEqual(Array(80).fill(undefined));
  expect(all.every(({ isDone }) => isDone)).toBe(true);
  expect(seen.most).toBeGreaterThan(40 * MEGABYTE);
  expect(seen.most).toBeLessThanOrEqual(64 * MEGABYTE);
  expect(seen.held).toBe(0);
});

it('risk: strangers of many networks hold all memory: who comes from another network is read at once', async () => {
  const { clock, send, seen } = build();
  const strangers = Array.from({ length: 80 }, (_, at) =>
    send({ ip: `10.${at % 4}.0.1` }, 5 * MEGABYTE, { isWhole: false }),
  );
  await settle();
  expect(seen.held).toBeGreaterThan(50 * MEGABYTE);
  clock.advance(4000);
  await settle();
  const customer = send({ ip: '203.0.113.9' }, 5 * MEGABYTE, { isWhole: true });
  const owner = send({ ip: '203.0.114.9', accountId: 'shop' }, 5 * MEGABYTE, { isWhole: true });
  customer.end();
  owner.end();
  await settle();
  expect([customer.isDone, owner.isDone]).toEqual([true, true]);
  expect(strangers.some(({ code }) => code === 'request.rate_limited')).toBe(true);
  expect(seen.most).toBeLessThanOrEqual(64 * MEGABYTE);
});

it('risk: four accounts of one address hold all memory: an owner of another network is read at once', async () => {
  const { clock, send } = build();
  for (let at = 0; at < 8; at += 1)
    send({ ip: '10.0.0.1', accountId: `free ${at % 4}` }, 9 * MEGABYTE, { isWhole: false });
  await settle();
  clock.advance(4000);
  const owner = send({ ip: '203.0.114.9', accountId: 'shop' }, 9 * MEGABYTE, { isWhole: true });
  owner.end();
  await settle();
  expect(owner.isDone).toBe(true);
});

it('risk: the networks of one IPv6 block take a part each', async () => {
  const { send, seen } = build();
  for (let at = 0; at < 40; at += 1) send({ ip: `2001:db8:0:${at.toString(16)}::1` }, 3 * MEGABYTE, { isWhole: false });
  await settle();
  // Two times that of one network, and one form more.
  expect(seen.held).toBeLessThanOrEqual(43 * MEGABYTE);
  expect(seen.held).toBeGreaterThan(30 * MEGABYTE);
});

it('what is announced and does not come keeps nobody out', async () => {
  const { send } = build();
  for (let at = 0; at < 40; at += 1) send({ ip: '10.0.0.1', accountId: 'shop' }, 0, { isWhole: false });
  const other = send({ ip: '10.0.0.1', accountId: 'shop' }, 5 * MEGABYTE, { isWhole: true });
  other.end();
  await settle();
  expect(other.isDone).toBe(true);
});

it('nobody is ended for his like: who finds no room waits, and is told after which time there should be some', async () => {
  const { clock, send } = build();
  const held: Sent[] = [];
  for (let at = 0; at < 11; at += 1) {
    held.push(send({ ip: `10.${at}.0.1`, accountId: `account ${at}` }, 5 * MEGABYTE, { isWhole: true }));
    await settle();
  }
  const late = send({ ip: '203.0.113.9', accountId: 'late' }, 5 * MEGABYTE, { isWhole: true });
  await settle();
  clock.advance(14_500);
  await settle();
  expect(late.code).toBeUndefined();
  clock.advance(1000);
  await settle();
  expect(late).toMatchObject({ code: 'server.unavailable', retryAfter: 3 });
  for (const one of held) one.end();
  await settle();
  expect(held.every(({ isDone }) => isDone)).toBe(true);
});

it('the wait that is told is that of who is ahead, by what he has sent', async () => {
  const { clock, send } = build();
  const slow = { ip: '10.0.0.1', accountId: 'shop' };
  // Five megabytes in ten seconds: five more take ten seconds, and three for the work.
  for (let at = 0; at < 4; at += 1) send({ ...slow, announced: 10 * MEGABYTE }, 5 * MEGABYTE, { isWhole: false });
  await settle();
  clock.advance(10_000);
  const late = Array.from({ length: 40 }, () => send(slow, 9 * MEGABYTE, { isWhole: false }));
  await settle();
  clock.advance(15_500);
  await settle();
  const told = late.filter(({ code }) => code === 'request.rate_limited').map(({ retryAfter }) => retryAfter ?? 0);
  expect(told.length).toBeGreaterThan(0);
  for (const seconds of told) {
    expect(seconds).toBeGreaterThan(3);
    expect(seconds).toBeLessThan(60);
  }
});

it('a stranger who stops is ended after six seconds; one at 40 kB a second has three minutes, a member is waited for', async () => {
  const { clock, send } = build();
  const stranger = send({ ip: '10.0.0.1' }, PIECE, { isWhole: false });
  const member = send({ ip: '10.0.0.1', accountId: 'shop' }, PIECE, { isWhole: false });
  await settle();
  clock.advance(13_000);
  await settle();
  expect([stranger.code, member.code]).toEqual(['request.invalid', undefined]);
});
