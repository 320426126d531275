import sharp from 'sharp';
import { afterAll, expect, it } from 'vitest';
import { createConfined } from '../confined/index.ts';
import { createLog } from '../log/logger.ts';
import { systemClock } from '../time/clock.ts';
import { createImages } from './images.ts';
import type { Uploader } from './uploader.ts';

const SLOW_MS = 60_000;
const confined = createConfined({ clock: systemClock, log: createLog({ level: 'silent' }) });
const images = createImages({ confined });
afterAll(() => confined.close());

const visitor: Uploader = { kind: 'visitor', ip: '10.0.0.1', visitorId: 'anna' };
const member: Uploader = { kind: 'member', userId: 'boris' };

type Size = { width: number; height: number; orientation?: number };

/** With some grain, so that it is not packed to nothing; coarse, so that it is quickly made. */
async function draw({ width, height, orientation = 1 }: Size) {
  const noise = { type: 'gaussian', mean: 128, sigma: 40 } as const;
  const grain = sharp({
    create: { width: width >> 5, height: height >> 5, channels: 3, background: '#000000', noise },
  });
  return sharp(await grain.png().toBuffer())
    .resize(width, height, { kernel: 'nearest' })
    .withMetadata({ orientation });
}

const takePhoto = async (size: Size) => (await draw(size)).jpeg({ quality: 85 }).toBuffer();

const plain = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#ffcf33' } });

async function store(bytes: Buffer, by: Uploader) {
  const picture = { accountId: 'a', bytes, by };
  return await images.decode(picture, images.plan(picture), () => undefined);
}

it.each([
  ['24 megapixels', { width: 5712, height: 4284 }, [2560, 1920]],
  ['50 megapixels, upright', { width: 8192, height: 6144, orientation: 6 }, [1920, 2560]],
])("a visitor's photo of %s is made smaller within the bounds", { timeout: SLOW_MS }, async (_name, photo, size) => {
  const stored = await store(await takePhoto(photo), visitor);
  expect([stored.width, stored.height]).toEqual(size);
  const { format, autoOrient } = await sharp(stored.bytes).metadata();
  expect([format, autoOrient.width, autoOrient.height]).toEqual(['jpeg', ...size]);
});

it('what is within the bound keeps its size, and a member keeps more of a large one', {
  timeout: SLOW_MS,
}, async () => {
  const own = await takePhoto({ width: 4080, height: 3072, orientation: 6 });
  expect(await store(own, visitor)).toMatchObject({ width: 3072, height: 4080 });
  expect(await store(await takePhoto({ width: 8192, height: 6144 }), member)).toMatchObject({ width: 4096 });
});

it.each([
  ['a photo of a phone, upright', { width: 4080, height: 3072, orientation: 6 }, [193, 256]],
  ['a photo of 50 megapixels', { width: 8192, height: 6144 }, [256, 192]],
  ['a small one, as it is', { width: 160, height: 96 }, [160, 96]],
])('with a longest edge asked for: %s', { timeout: SLOW_MS }, async (_name, photo, size) => {
  const picture = { accountId: 'a', bytes: await takePhoto(photo), by: member, maxEdge: 256 };
  const stored = await images.decode(picture, images.plan(picture), () => undefined);
  const { autoOrient } = await sharp(stored.bytes).metadata();
  expect([stored.width, stored.height]).toEqual(size);
  expect([autoOrient.width, autoOrient.height]).toEqual(size);
});

it('a progressive JPEG near the bound is read, also one that is to be turned', {
  timeout: SLOW_MS,
}, async () => {
  const progressive = async (size: Size) => (await draw(size)).jpeg({ progressive: true }).toBuffer();
  const size = { width: 4080, height: 3072 };
  expect(await store(await progressive(size), visitor)).toMatchObject({ width: 4080, height: 3072 });
  const upright = await progressive({ ...size, orientation: 6 });
  const stored = await store(upright, visitor);
  expect(stored).toMatchObject({ width: 3072, height: 4080 });
  // A browser turns it: in memory it would be too large.
  expect(await sharp(stored.bytes).metadata()).toMatchObject({
    orientation: 6,
    autoOrient: { width: 3072, height: 4080 },
  });
  expect(await store(upright, member)).toMatchObject({ width: 3072, height: 4080 });
});

it.each([
  ['as photos', { quality: 80 }],
  ['without loss', { lossless: true }],
])('a WebP of 4 megapixels is read and stored as a JPEG of its size: %s', { timeout: SLOW_MS }, async (_name, how) => {
  const size = { width: 2300, height: 1700 };
  const stored = await store(await (await draw(size)).webp(how).toBuffer(), visitor);
  expect(stored).toMatchObject({ ...size, contentType: 'image/jpeg' });
});

it('of what the camera wrote a large photo keeps its orientation alone', { timeout: SLOW_MS }, async () => {
  const bytes = await plain(4080, 3072)
    .withExif({ IFD0: { Copyright: 'secret name' }, IFD3: { GPSLatitude: '55/1 45/1 0/1' } })
    .withMetadata({ orientation: 8 })
    .jpeg()
    .toBuffer();
  expect(bytes.includes('secret name')).toBe(true);
  const stored = await store(bytes, visitor);
  expect(stored).toMatchObject({ width: 3072, height: 4080 });
  const { orientation, exif } = await sharp(stored.bytes).metadata();
  expect(orientation).toBe(8);
  expect(exif?.length).toBeLessThan(200);
  expect(stored.bytes.includes('secret name')).toBe(false);
});

it('a WebP of a screen stays one, a large one becomes smaller', { timeout: SLOW_MS }, async () => {
  const screen = { width: 1920, height: 1080 };
  const clear = (await draw(screen)).ensureAlpha(0.5).webp();
  expect(await store(await clear.toBuffer(), visitor)).toMatchObject({ ...screen, contentType: 'image/webp' });
  const photo = (await draw({ width: 4000, height: 3000 })).webp();
  expect(await store(await photo.toBuffer(), visitor)).toMatchObject({ width: 2000, contentType: 'image/jpeg' });
});

it.each(['gif', 'webp'] as const)(
  'an animation near the bound is read, and its frames are charged: %s',
  { timeout: SLOW_MS },
  async (format) => {
    const [width, height, frames] = [480, 270, 90];
    const raw = Buffer.alloc(width * height * 3 * frames);
    for (let at = 0; at < raw.length; at += 1) raw[at] = (at + 40 * Math.floor(at / (width * height * 3))) % 251;
    const strip = { raw: { width, height: height * frames, channels: 3 as const, pageHeight: height } };
    // Packed with little effort: how it was made says nothing of how it is read.
    const bytes = await sharp(raw, strip)[format]({ effort: 1 }).toBuffer();
    expect(images.plan({ bytes, by: visitor }).pixels).toBe(width * height * frames);
    const stored = await store(bytes, visitor);
    expect(stored).toMatchObject({ width, height, contentType: `image/${format}` });
    expect((await sharp(stored.bytes).metadata()).pages).toBe(frames);
  },
);

it('a picture that only needs to be saved another way is refused in words of its own', async () => {
  const heavy = await plain(3600, 2700).jpeg({ progressive: true, chromaSubsampling: '4:4:4' }).toBuffer();
  await expect(store(heavy, visitor)).rejects.toMatchObject({ code: 'files.too_complex' });
});

it('beyond 50 megapixels, and beyond 12 in another format, there are too many pixels', async () => {
  const code = 'files.too_many_pixels';
  for (const bytes of [await plain(7200, 7200).jpeg().toBuffer(), await plain(3600, 3600).png().toBuffer()])
    await expect(store(bytes, visitor)).rejects.toMatchObject({ code });
});

it('a photo is charged for what is decoded of it', async () => {
  const pixelsOf = async (width: number, height: number) =>
    images.plan({ bytes: await plain(width, height).jpeg().toBuffer(), by: visitor }).pixels;
  expect(await pixelsOf(4080, 3072)).toBe(4080 * 3072);
  expect(await pixelsOf(5712, 4284)).toBe((5712 * 4284) / 4);
  expect(await pixelsOf(8064, 6048)).toBe((8064 * 6048) / 4);
});
