export type ImageSize = { width: number; height: number };

/** Width and height out of the first bytes of PNG, GIF, JPEG and WebP; undefined for anything else. */
export function readImageSize(bytes: Buffer): ImageSize | undefined {
  try {
    if (bytes.readUInt32BE(0) === 0x89504e47) return { width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20) };
    if (bytes.toString('latin1', 0, 4) === 'GIF8')
      return { width: bytes.readUInt16LE(6), height: bytes.readUInt16LE(8) };
    if (bytes.readUInt16BE(0) === 0xffd8) return readJpegSize(bytes);
    if (bytes.toString('latin1', 8, 12) === 'WEBP') return readWebpSize(bytes);
    return undefined;
  } catch (error) {
    // Reading past the end: the picture is cut off.
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

function readJpegSize(bytes: Buffer): ImageSize | undefined {
  let at = 2;
  while (at < bytes.length) {
    const marker = bytes.readUInt8(at + 1);
    const isFrame = marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc;
    if (isFrame) return { height: bytes.readUInt16BE(at + 5), width: bytes.readUInt16BE(at + 7) };
    at += 2 + bytes.readUInt16BE(at + 2);
  }
  return undefined;
}

function readWebpSize(bytes: Buffer): ImageSize | undefined {
  const format = bytes.toString('latin1', 12, 16);
  if (format === 'VP8 ') return { width: bytes.readUInt16LE(26) & 0x3fff, height: bytes.readUInt16LE(28) & 0x3fff };
  if (format === 'VP8X') return { width: bytes.readUIntLE(24, 3) + 1, height: bytes.readUIntLE(27, 3) + 1 };
  if (format !== 'VP8L') return undefined;
  const packed = bytes.readUInt32LE(21);
  return { width: (packed & 0x3fff) + 1, height: ((packed >> 14) & 0x3fff) + 1 };
}
