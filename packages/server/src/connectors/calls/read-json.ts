/** Real payloads of platforms are about ten levels deep. */
const MAX_DEPTH = 64;
/** The largest batches are of a thousand events, of some thirty values each. */
const MAX_VALUES = 100_000;
const [QUOTE, BACKSLASH, COMMA] = [0x22, 0x5c, 0x2c];
const OPENING = new Set([0x5b, 0x7b]);
const CLOSING = new Set([0x5d, 0x7d]);

/** Perhaps a whole number that a double cannot hold. */
const LONG_NUMBER = /\d{16}/;

/** Ids of some platforms are whole numbers above 2^53: these stay text, digit by digit. */
function keepDigits(_key: string, value: unknown, { source = '' }: { source?: string } = {}): unknown {
  const isLong = typeof value === 'number' && Number.isInteger(value) && !Number.isSafeInteger(value);
  return isLong && /^-?\d+$/.test(source) ? source : value;
}

/**
 * JSON of a platform, whole numbers above 2^53 as text; undefined where it is none, or nested so deep that it is slow to
 * parse and breaks whoever writes it out again, or of so many values that reading them by a schema takes seconds.
 */
export function readJson(bytes: Buffer | undefined): unknown {
  if (bytes === undefined || isTooMuch(bytes)) return undefined;
  try {
    const text = bytes.toString('utf8');
    return LONG_NUMBER.test(text) ? JSON.parse(text, keepDigits) : JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Counted on the bytes, before anything is built. */
function isTooMuch(body: Buffer): boolean {
  let depth = 0;
  let values = 0;
  let isText = false;
  for (let at = 0; at < body.length; at += 1) {
    const byte = body[at] ?? 0;
    if (isText && byte === BACKSLASH) at += 1;
    else if (byte === QUOTE) isText = !isText;
    else if (isText) continue;
    else if (OPENING.has(byte)) depth += 1;
    else if (CLOSING.has(byte)) depth -= 1;
    else if (byte === COMMA) values += 1;
    if (depth > MAX_DEPTH || values > MAX_VALUES) return true;
  }
  return false;
}
