import { crc32, deflateSync } from 'node:zlib';

type Sample = { name: string; mimeType: string; bytes: Buffer };

/** A PNG with a slanted gradient: what a customer sends when a test names no picture. */
export function buildSamplePhoto(size: { width: number; height: number } = { width: 320, height: 240 }): Sample {
  const rows = Buffer.alloc(size.height * (size.width * 3 + 1));
  for (let y = 0; y < size.height; y += 1) {
    for (let x = 0; x < size.width; x += 1) {
      const share = (x / size.width + y / size.height) / 2;
      rows.set([255 - share * 60, 207 - share * 40, 51 + share * 150], y * (size.width * 3 + 1) + 1 + x * 3);
    }
  }
  const header = Buffer.alloc(13);
  header.writeUInt32BE(size.width, 0);
  header.writeUInt32BE(size.height, 4);
  header.set([8, 2, 0, 0, 0], 8);
  const bytes = Buffer.concat([
    Buffer.from('89504e470d0a1a0a', 'hex'),
    pngChunk('IHDR', header),
    pngChunk('IDAT', deflateSync(rows)),
    pngChunk('IEND', Buffer.alloc(0)),
  ]);
  return { name: 'photo.png', mimeType: 'image/png', bytes };
}

/** The first page of an Ogg Opus stream: enough for whoever looks at the content's type. */
export function buildSampleVoice(): Sample {
  const head = Buffer.from('4f707573486561640101380180bb0000000000', 'hex');
  const page = Buffer.from('4f67675300020000000000000000010000000000000000000113', 'hex');
  return {
    name: 'voice.ogg',
    mimeType: 'audio/ogg',
    bytes: Buffer.concat([page.subarray(0, 26), Buffer.from([1, head.length]), head]),
  };
}

/** A short text file. */
export const buildSampleDocument = (): Sample => ({
  name: 'document.txt',
  mimeType: 'text/plain',
  bytes: Buffer.from('Sample document of the simulator.\n'),
});

/** The head of an MP4 file. */
export const buildSampleVideo = (): Sample => ({
  name: 'video.mp4',
  mimeType: 'video/mp4',
  bytes: Buffer.from('000000186674797069736f6d0000020069736f6d69736f32', 'hex'),
});

/** A one-pixel WebP. */
export const buildSampleSticker = (): Sample => ({
  name: 'sticker.webp',
  mimeType: 'image/webp',
  bytes: Buffer.from('UklGRiIAAABXRUJQVlA4IBYAAAAwAQCdASoBAAEADsD+JaQAA3AAAAAA', 'base64'),
});

/** The same file with so many bytes. */
export const fillUp = <File extends { bytes: Uint8Array }>(file: File, size: number = file.bytes.length) => ({
  ...file,
  bytes: Buffer.concat([file.bytes, Buffer.alloc(Math.max(size - file.bytes.length, 0))]),
});

function pngChunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const chunk = Buffer.alloc(body.length + 8);
  chunk.writeUInt32BE(data.length, 0);
  chunk.set(body, 4);
  chunk.writeUInt32BE(crc32(body), body.length + 4);
  return chunk;
}
