import fc from 'fast-check';
import sharp from 'sharp';
import { expect, it } from 'vitest';
import { blackPng, webpPromise } from '../../testing/hostile-pictures.ts';
import { MAX_FRAMES, readImageHead } from './image-head.ts';

const plain = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#ffcf33' } });

it('tells type, size and frames as the decoder does, without decoding', async () => {
  const formats = ['jpeg', 'png', 'gif', 'webp'] as const;
  for (const format of formats)
    for (const [width, height] of [
      [1, 1],
      [300, 17],
      [17, 3000],
    ] as const)
      expect(readImageHead(await plain(width, height)[format]().toBuffer())).toEqual({
        type: `image/${format}`,
        width,
        height,
        frames: 1,
        weight: 1,
        canShrink: format === 'jpeg',
      });
  const raw = { width: 8, height: 8 * 5, channels: 3, pageHeight: 8 } as const;
  const strip = Buffer.from(Array.from({ length: 8 * 8 * 3 * 5 }, (_, at) => at % 251));
  for (const format of ['gif', 'webp'] as const)
    expect(readImageHead(await sharp(strip, { raw })[format]().toBuffer())).toMatchObject({
      width: 8,
      height: 8,
      frames: 5,
    });
  const transparent = sharp({ create: { width: 30, height: 20, channels: 4, background: '#0000' } });
  for (const lossless of [true, false])
    expect(readImageHead(await transparent.clone().webp({ lossless }).toBuffer())).toMatchObject({
      width: 30,
      height: 20,
    });
});

it('a frame that outgrows its screen counts with its own size', async () => {
  const gif = Buffer.from(await plain(600, 400).gif().toBuffer());
  gif.writeUInt16LE(10, 6);
  gif.writeUInt16LE(10, 8);
  expect(readImageHead(gif)).toMatchObject({ width: 600, height: 400 });
});

it('weighs a progressive JPEG by what a decoder holds of it', async () => {
  const weigh = async (chromaSubsampling: string, progressive: boolean) =>
    readImageHead(await plain(64, 64).jpeg({ progressive, chromaSubsampling }).toBuffer())?.weight;
  expect(await weigh('4:2:0', true)).toBe(1);
  expect(await weigh('4:4:4', true)).toBe(2);
  expect(await weigh('4:4:4', false)).toBe(1);
});

it('only a JPEG whose colours share one scan can be decoded at a part of its size', async () => {
  const jpeg = async (progressive: boolean) =>
    Buffer.from(await plain(64, 64).jpeg({ progressive, chromaSubsampling: '4:4:4' }).toBuffer());
  expect(readImageHead(await jpeg(false))).toMatchObject({ canShrink: true, weight: 1 });
  expect(readImageHead(await jpeg(true))).toMatchObject({ canShrink: false, weight: 2 });
  const separate = await jpeg(false);
  // The scan says that it holds one colour: a decoder holds the whole picture until the others come.
  separate[separate.indexOf(Buffer.from([0xff, 0xda])) + 4] = 1;
  expect(readImageHead(separate)).toMatchObject({ canShrink: false, weight: 2 });
});

it('believes what a head promises, however few bytes follow', () => {
  expect(readImageHead(webpPromise(16_383))).toMatchObject({ width: 16_383, height: 16_383 });
  expect(readImageHead(blackPng(30_000).subarray(0, 40))).toMatchObject({ width: 30_000, height: 30_000 });
});

it('reads anything without throwing, and no more frames than are kept', async () => {
  const samples = [
    ...(await Promise.all(
      (['jpeg', 'png', 'gif', 'webp'] as const).map((format) => plain(40, 30)[format]().toBuffer()),
    )),
    webpPromise(6300),
  ];
  fc.assert(
    fc.property(fc.constantFrom(...samples), fc.nat(), fc.nat(255), fc.nat(), (sample, place, value, cut) => {
      const bytes = Buffer.from(sample);
      bytes[place % bytes.length] = value;
      const head = readImageHead(bytes.subarray(0, 1 + (cut % bytes.length)));
      if (head !== undefined) expect(head.frames).toBeLessThanOrEqual(MAX_FRAMES);
    }),
    { numRuns: 3000 },
  );
  fc.assert(fc.property(fc.uint8Array({ maxLength: 200 }), (bytes) => void readImageHead(Buffer.from(bytes))));
});
