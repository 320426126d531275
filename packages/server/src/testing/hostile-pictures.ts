import { crc32, deflateSync } from 'node:zlib';
import sharp from 'sharp';

export type HostilePicture = { name: string; bytes: Buffer };

const WIDE = 6300;
/** Just under what a stranger may send. */
const NARROW = 3540;
/** Just under what a baseline JPEG may have. */
const CAMERA = 7000;
const MEGABYTE = 1024 * 1024;

const plain = (side: number) => sharp({ create: { width: side, height: side, channels: 3, background: '#ffcf33' } });

function pngChunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type), data]);
  const ends = Buffer.alloc(8);
  ends.writeUInt32BE(data.length, 0);
  ends.writeUInt32BE(crc32(body), 4);
  return Buffer.concat([ends.subarray(0, 4), body, ends.subarray(4)]);
}

/** One bit per pixel, all black; `extra` goes before the pixels. */
export function blackPng(side: number, extra: Buffer[] = []): Buffer {
  const head = Buffer.alloc(13);
  head.writeUInt32BE(side, 0);
  head.writeUInt32BE(side, 4);
  head[8] = 1;
  const rows = deflateSync(Buffer.alloc((Math.ceil(side / 8) + 1) * side));
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  const ending = pngChunk('IEND', Buffer.alloc(0));
  return Buffer.concat([signature, pngChunk('IHDR', head), ...extra, pngChunk('IDAT', rows), ending]);
}

/** Texts and a colour profile that are small here and 100 MB each when they are read. */
function stuffedPng(): Buffer {
  const packed = deflateSync(Buffer.alloc(100 * MEGABYTE));
  const profile = pngChunk('iCCP', Buffer.concat([Buffer.from('p\0\0', 'latin1'), packed]));
  const text = pngChunk('zTXt', Buffer.concat([Buffer.from('t\0\0', 'latin1'), packed]));
  return blackPng(1000, [profile, text, text, text, text, text]);
}

/** 38 bytes that promise a picture of this side. */
export function webpPromise(side: number): Buffer {
  const bytes = Buffer.alloc(38);
  bytes.write('RIFF', 0);
  bytes.writeUInt32LE(30, 4);
  bytes.write('WEBPVP8L', 8);
  bytes.writeUInt32LE(18, 16);
  bytes[20] = 0x2f;
  bytes.writeUInt32LE(side - 1 + (side - 1) * 0x4000, 21);
  return bytes;
}

/** A screen of 10 × 10 with a frame of the given side. */
async function outgrownGif(side: number): Promise<Buffer> {
  const gif = Buffer.from(await plain(side).gif().toBuffer());
  gif.writeUInt16LE(10, 6);
  gif.writeUInt16LE(10, 8);
  return gif;
}

/** Baseline, with the best tables: some 300 kB for 49 megapixels. */
export async function blackJpeg(side: number, orientation = 1): Promise<Buffer> {
  return await sharp({ create: { width: side, height: side, channels: 3, background: '#000000' } })
    .withMetadata({ orientation })
    .jpeg({ optimiseCoding: true })
    .toBuffer();
}

/** The last scan of a progressive JPEG again and again: little to send, all of the picture to go over each time. */
async function scannedJpeg(side: number, scans: number): Promise<Buffer> {
  const jpeg = await plain(side).jpeg({ progressive: true }).toBuffer();
  const from = jpeg.lastIndexOf(Buffer.from([0xff, 0xda]));
  const scan = jpeg.subarray(from, jpeg.length - 2);
  return Buffer.concat([jpeg.subarray(0, from), ...Array.from({ length: scans }, () => scan), jpeg.subarray(-2)]);
}

async function animation(format: 'gif' | 'webp', { side, frames }: { side: number; frames: number }): Promise<Buffer> {
  const raw = Buffer.alloc(side * side * 3 * frames);
  for (let at = 0; at < raw.length; at += 977) raw[at] = at % 251;
  return await sharp(raw, { raw: { width: side, height: side * frames, channels: 3, pageHeight: side } })
    [format]()
    .toBuffer();
}

const half = (bytes: Buffer) => bytes.subarray(0, Math.ceil(bytes.length / 2));

/** One of every kind that costs a decoder much more than it weighs: beyond the bounds, and just within them. */
export async function buildHostilePictures(): Promise<HostilePicture[]> {
  const progressive = (side: number) => plain(side).jpeg({ progressive: true, chromaSubsampling: '4:4:4' }).toBuffer();
  const interlaced = (side: number) => plain(side).png({ progressive: true }).toBuffer();
  const kinds: [name: string, bytes: Buffer][] = [
    ['GIF 6300', await plain(WIDE).gif().toBuffer()],
    ['GIF 3540', await plain(NARROW).gif().toBuffer()],
    ['GIF with a frame beyond its screen', await outgrownGif(WIDE)],
    ['38 bytes of WebP 6300', webpPromise(WIDE)],
    ['38 bytes of WebP 3540', webpPromise(NARROW)],
    ['WebP 6300', await plain(WIDE).webp().toBuffer()],
    ['WebP 3540', await plain(NARROW).webp({ lossless: true }).toBuffer()],
    ['PNG 30000', blackPng(30_000)],
    ['PNG 3540', blackPng(NARROW)],
    ['PNG interlaced 6300', await interlaced(WIDE)],
    ['PNG interlaced 3540', await interlaced(NARROW)],
    ['PNG with 600 MB of texts', stuffedPng()],
    ['JPEG progressive 6300', await progressive(WIDE)],
    ['JPEG progressive 3540', await progressive(NARROW)],
    ['JPEG black 7000', await blackJpeg(CAMERA)],
    ['JPEG black 7000 to be turned', await blackJpeg(CAMERA, 6)],
    ['JPEG of 300 scans', await scannedJpeg(NARROW, 300)],
    ['GIF of 600 frames', await animation('gif', { side: 150, frames: 600 })],
    ['WebP of 130 frames', await animation('webp', { side: 150, frames: 130 })],
    ['GIF cut off', half(await plain(NARROW).gif().toBuffer())],
    ['WebP cut off', half(await plain(NARROW).webp().toBuffer())],
    ['PNG cut off', half(await interlaced(NARROW))],
    ['JPEG cut off', half(await progressive(NARROW))],
  ];
  return kinds.map(([name, bytes]) => ({ name, bytes }));
}
