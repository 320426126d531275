/** What the head of a picture says of it, read without decoding anything. */
export type ImageHead = {
  type: 'image/jpeg' | 'image/png' | 'image/gif' | 'image/webp';
  width: number;
  height: number;
  /** Pictures in it, counted up to `MAX_FRAMES`. */
  frames: number;
  /** Memory for a pixel, compared with that of a plain picture. */
  weight: number;
  /** A decoder can give it at a half or less of its size, row by row. */
  canShrink: boolean;
};

const PLAIN = { weight: 1, canShrink: false };

/** More frames than these are cut off. */
export const MAX_FRAMES = 100;
/** Segments, chunks and blocks that are walked over; a picture with more of them is none that a camera or a program made. */
const MAX_STEPS = 100_000;

type Size = { width: number; height: number };

/** The type by its first bytes and the size that a decoder would make room for; undefined when it is no such picture. */
export function readImageHead(bytes: Buffer): ImageHead | undefined {
  const head = readByType(bytes);
  return head !== undefined && head.width > 0 && head.height > 0 ? head : undefined;
}

function readByType(bytes: Buffer): ImageHead | undefined {
  if (bytes.length < 12) return undefined;
  if (bytes.readUInt32BE(0) === 0x89504e47 && bytes.readUInt32BE(4) === 0x0d0a1a0a) return readPng(bytes);
  if (bytes.readUInt16BE(0) === 0xffd8 && bytes[2] === 0xff) return readJpeg(bytes);
  if (/^GIF8[79]a$/.test(bytes.toString('latin1', 0, 6))) return readGif(bytes);
  if (bytes.toString('latin1', 0, 4) === 'RIFF' && bytes.toString('latin1', 8, 12) === 'WEBP') return readWebp(bytes);
  return undefined;
}

function readPng(bytes: Buffer): ImageHead | undefined {
  if (bytes.length < 33 || bytes.toString('latin1', 12, 16) !== 'IHDR') return undefined;
  return { type: 'image/png', width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20), frames: 1, ...PLAIN };
}

const START_OF_SCAN = 0xda;
const END_OF_IMAGE = 0xd9;
const PROGRESSIVE_FRAMES = new Set([0xc2, 0xc6, 0xca, 0xce]);
/** Baseline and extended sequential. */
const SHRINKING_FRAMES = new Set([0xc0, 0xc1]);

/** Markers whose segment holds the size: SOF0 to SOF15 without DHT, JPG and DAC. */
function isFrameOfJpeg(marker: number): boolean {
  return marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc;
}

function readJpeg(bytes: Buffer): ImageHead | undefined {
  const frame = findSegment(bytes, isFrameOfJpeg);
  if (frame === undefined) return undefined;
  const size = { width: bytes.readUInt16BE(frame + 7), height: bytes.readUInt16BE(frame + 5) };
  const isStreamed = isDecodedByRows(bytes, frame);
  const canShrink = isStreamed && SHRINKING_FRAMES.has(bytes.readUInt8(frame + 1));
  return { type: 'image/jpeg', ...size, frames: 1, weight: isStreamed ? 1 : weighJpeg(bytes, frame), canShrink };
}

/** The place of the first segment with such a marker, before the pixels begin or with what begins them. */
function findSegment(bytes: Buffer, isWanted: (marker: number) => boolean): number | undefined {
  let at = 2;
  for (let step = 0; step < MAX_STEPS && at + 9 <= bytes.length; step += 1) {
    if (bytes[at] !== 0xff) return undefined;
    const marker = bytes.readUInt8(at + 1);
    if (marker === 0xff) {
      at += 1;
      continue;
    }
    if (isWanted(marker)) return at;
    if (marker === START_OF_SCAN || marker === END_OF_IMAGE) return undefined;
    at += 2 + bytes.readUInt16BE(at + 2);
  }
  return undefined;
}

/** One scan holds all colours: in a progressive picture, and in one with a scan for each colour, the whole picture must be held. */
function isDecodedByRows(bytes: Buffer, frame: number): boolean {
  if (PROGRESSIVE_FRAMES.has(bytes.readUInt8(frame + 1))) return false;
  const scan = findSegment(bytes, (marker) => marker === START_OF_SCAN);
  return scan === undefined || bytes[scan + 4] === bytes[frame + 9];
}

/** A decoder holds every coefficient of such a picture, two bytes each: as the usual 4:2:0 it weighs 1, as 4:4:4 2. */
function weighJpeg(bytes: Buffer, frame: number): number {
  const count = bytes[frame + 9] ?? 0;
  if (count === 0 || count > 4 || frame + 10 + 3 * count > bytes.length) return 1;
  const samples = Array.from({ length: count }, (_, at) => bytes.readUInt8(frame + 11 + 3 * at));
  const most = Math.max(...samples.map((sample) => sample >> 4)) * Math.max(...samples.map((sample) => sample & 0x0f));
  const held = samples.reduce((sum, sample) => sum + (sample >> 4) * (sample & 0x0f), 0) / Math.max(1, most);
  return Math.max(1, (held * 2) / 3);
}

/** The screen and every frame: a decoder makes room for what is larger. */
function readGif(bytes: Buffer): ImageHead | undefined {
  let size: Size = { width: bytes.readUInt16LE(6), height: bytes.readUInt16LE(8) };
  let at = 13 + colourTable(bytes[10]);
  let frames = 0;
  for (let step = 0; step < MAX_STEPS && at < bytes.length && frames < MAX_FRAMES; step += 1) {
    if (bytes[at] === 0x21) {
      at = skipBlocks(bytes, at + 2);
    } else if (bytes[at] === 0x2c && at + 10 < bytes.length) {
      size = larger(size, {
        width: bytes.readUInt16LE(at + 1) + bytes.readUInt16LE(at + 5),
        height: bytes.readUInt16LE(at + 3) + bytes.readUInt16LE(at + 7),
      });
      frames += 1;
      at = skipBlocks(bytes, at + 11 + colourTable(bytes[at + 9]));
    } else {
      break;
    }
  }
  return frames === 0 ? undefined : { type: 'image/gif', ...size, frames, ...PLAIN };
}

function colourTable(flags = 0): number {
  return (flags & 0x80) === 0 ? 0 : 3 * 2 ** ((flags & 0x07) + 1);
}

/** The place after a chain of sub-blocks: each begins with its length, 0 ends the chain. */
function skipBlocks(bytes: Buffer, from: number): number {
  let at = from;
  while (at < bytes.length && bytes[at] !== 0) at += 1 + bytes.readUInt8(at);
  return at + 1;
}

function larger(one: Size, other: Size): Size {
  return { width: Math.max(one.width, other.width), height: Math.max(one.height, other.height) };
}

/** Container and bitstream formats: https://developers.google.com/speed/webp/docs/riff_container (read 2026-11-22). */
function readWebp(bytes: Buffer): ImageHead | undefined {
  let size: Size = { width: 0, height: 0 };
  let frames = 0;
  let at = 12;
  for (let step = 0; step < MAX_STEPS && at + 8 <= bytes.length && frames < MAX_FRAMES; step += 1) {
    const name = bytes.toString('latin1', at, at + 4);
    const length = bytes.readUInt32LE(at + 4);
    size = larger(size, sizeOfChunk(name, bytes.subarray(at + 8, at + 8 + length)));
    if (name === 'ANMF') frames += 1;
    at += 8 + length + (length % 2);
  }
  return { type: 'image/webp', ...size, frames: Math.max(1, frames), ...PLAIN };
}

function sizeOfChunk(name: string, chunk: Buffer): Size {
  const none = { width: 0, height: 0 };
  if (chunk.length < 10 && !(name === 'VP8L' && chunk.length >= 5)) return none;
  if (name === 'VP8X') return { width: chunk.readUIntLE(4, 3) + 1, height: chunk.readUIntLE(7, 3) + 1 };
  if (name === 'VP8 ') return { width: chunk.readUInt16LE(6) & 0x3fff, height: chunk.readUInt16LE(8) & 0x3fff };
  if (name === 'VP8L') {
    const packed = chunk.readUInt32LE(1);
    return { width: (packed & 0x3fff) + 1, height: ((packed >>> 14) & 0x3fff) + 1 };
  }
  // A frame of an animation: its place in units of two, its size less one.
  if (name === 'ANMF' && chunk.length >= 16)
    return {
      width: 2 * chunk.readUIntLE(0, 3) + chunk.readUIntLE(6, 3) + 1,
      height: 2 * chunk.readUIntLE(3, 3) + chunk.readUIntLE(9, 3) + 1,
    };
  return none;
}
