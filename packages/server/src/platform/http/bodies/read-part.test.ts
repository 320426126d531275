import { Readable } from 'node:stream';
import { expect, it } from 'vitest';
import { readPart } from './read-part.ts';

const partOf = (pieces: Iterable<Buffer>) =>
  Object.assign(Readable.from(pieces, { objectMode: true }), { truncated: false });
const heldBy = (pieces: readonly Buffer[]) =>
  [...new Set(pieces.map(({ buffer }) => buffer))].reduce((sum, { byteLength }) => sum + byteLength, 0);

it('risk: a file of single bytes costs a hundred times its size, and a write for each of them', async () => {
  const bytes = Buffer.from(Array.from({ length: 200_000 }, (_, at) => at % 251));
  const single = Array.from(bytes, (_, at) => bytes.subarray(at, at + 1));
  let counted = 0;
  const pieces = await readPart(partOf(single), async (more) => {
    counted += more;
  });
  expect(Buffer.concat(pieces).equals(bytes)).toBe(true);
  expect(counted).toBe(bytes.length);
  expect(pieces.length).toBeLessThan(5);
  expect(heldBy(pieces)).toBeLessThan(1.5 * bytes.length);
});

it('risk: a small file holds the memory of a large one', async () => {
  const socket = Buffer.alloc(65_536, 'a');
  const pieces = await readPart(partOf([socket.subarray(0, 300)]), async () => undefined);
  expect(Buffer.concat(pieces).toString()).toBe('a'.repeat(300));
  expect(pieces.map(({ buffer }) => buffer)).not.toContain(socket.buffer);
});

it('large pieces are taken as they come, small ones between them in their order', async () => {
  const large = [Buffer.alloc(50_000, 'a'), Buffer.alloc(60_000, 'b')] as const;
  const given = [Buffer.from('1'), large[0], Buffer.from('2'), Buffer.from('3'), large[1], Buffer.from('4')];
  const pieces = await readPart(partOf(given), async () => undefined);
  expect(Buffer.concat(pieces).equals(Buffer.concat(given))).toBe(true);
  expect(pieces).toEqual(expect.arrayContaining([large[0], large[1]]));
  expect(pieces).toHaveLength(5);
});

it('risk: a sender from beside the server holds it up for a whole file', async () => {
  const pieces = Array.from({ length: 32 }, () => Buffer.alloc(65_536, 'a'));
  let turns = 0;
  let others: NodeJS.Immediate | undefined;
  const turn = () => {
    turns += 1;
    others = setImmediate(turn);
  };
  turn();
  await readPart(partOf(pieces), async () => undefined);
  clearImmediate(others);
  expect(turns).toBeGreaterThanOrEqual(4);
});
