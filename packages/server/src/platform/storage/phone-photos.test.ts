import sharp from 'sharp';
import { afterAll, expect, it } from 'vitest';
import { createConfined } from '../confined/index.ts';
import { createLog } from '../log/logger.ts';
import { systemClock } from '../time/clock.ts';
import { createImages } from './images.ts';
import type { Uploader } from './uploader.ts';

const SLOW_MS = 60_000;
const confined = createConfined({ clock: systemClock, log: createLog({ level: 'silent' }) });
afterAll(() => confined.close());

const visitor: Uploader = { kind: 'visitor', network: '10.0.0.1', visitorId: 'anna' };
const member: Uploader = { kind: 'member', userId: 'boris' };

type Photo = { width: number; height: number; orientation?: number };

/** With the grain of a real photo, so that it weighs as much. */
async function takePhoto({ width, height, orientation = 1 }: Photo): Promise<Buffer> {
  const noise = { type: 'gaussian', mean: 128, sigma: 40 } as const;
  const grain = sharp({
    create: { width: width >> 3, height: height >> 3, channels: 3, background: '#000000', noise },
  });
  return await sharp(await grain.png().toBuffer())
    .resize(width, height)
    .withMetadata({ orientation })
    .jpeg({ quality: 85 })
    .toBuffer();
}

const plain = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#ffcf33' } });

function process(bytes: Buffer, by: Uploader) {
  return createImages({ confined, clock: systemClock }).process({ accountId: 'a', bytes, by });
}

it.each([
  ['24 megapixels', { width: 5712, height: 4284 }, [2560, 1920]],
  ['24 megapixels, upright', { width: 5712, height: 4284, orientation: 6 }, [1920, 2560]],
  ['48 megapixels, upright', { width: 8064, height: 6048, orientation: 6 }, [1920, 2560]],
  ['50 megapixels, upright', { width: 8192, height: 6144, orientation: 6 }, [1920, 2560]],
  ['16 megapixels', { width: 4608, height: 3456 }, [2560, 1920]],
])("a visitor's photo of %s is made smaller within the bounds", { timeout: SLOW_MS }, async (_name, photo, size) => {
  const stored = await process(await takePhoto(photo), visitor);
  expect([stored.width, stored.height]).toEqual(size);
  expect(await sharp(stored.bytes).metadata()).toMatchObject({ format: 'jpeg', width: size[0], height: size[1] });
});

it('what is within the bound keeps its size, and a member keeps more of a large one', {
  timeout: SLOW_MS,
}, async () => {
  expect(await process(await takePhoto({ width: 4080, height: 3072 }), visitor)).toMatchObject({ width: 4080 });
  expect(await process(await takePhoto({ width: 5712, height: 4284 }), member)).toMatchObject({ width: 5712 });
  expect(await process(await takePhoto({ width: 8192, height: 6144 }), member)).toMatchObject({ width: 4096 });
});

it('a picture that only needs to be saved another way is refused in words of its own', async () => {
  const heavy = plain(3600, 2700).jpeg({ progressive: true, chromaSubsampling: '4:4:4' });
  await expect(process(await heavy.toBuffer(), visitor)).rejects.toMatchObject({ code: 'files.too_complex' });
  const light = plain(3600, 2700).jpeg({ progressive: true });
  expect(await process(await light.toBuffer(), visitor)).toMatchObject({ width: 3600 });
});

it('beyond 50 megapixels, and beyond 12 in another format, there are too many pixels', async () => {
  const code = 'files.too_many_pixels';
  for (const bytes of [await plain(7200, 7200).jpeg().toBuffer(), await plain(3600, 3600).png().toBuffer()])
    await expect(process(bytes, visitor)).rejects.toMatchObject({ code });
});

it('is charged for what is decoded: ten photos of 24 megapixels at once, and not ten of 48', async () => {
  const images = createImages({ confined, clock: { ...systemClock, now: () => new Date(0) } });
  const send = (bytes: Buffer) => images.process({ accountId: 'a', bytes, by: visitor });
  const phone = await plain(5712, 4284).jpeg().toBuffer();
  for (let sent = 0; sent < 10; sent += 1) expect((await send(phone)).width).toBe(2560);
  const large = await plain(8064, 6048).jpeg().toBuffer();
  for (let sent = 0; sent < 5; sent += 1) await send(large);
  await expect(send(large)).rejects.toMatchObject({ code: 'request.rate_limited' });
});
