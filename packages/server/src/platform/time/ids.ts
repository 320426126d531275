import { randomBytes } from 'node:crypto';
import type { Clock } from './clock.ts';

/** Source of randomness: cryptographic bytes, and a number in [0, 1) for jitter. */
export type Random = { bytes(length: number): Buffer; unit(): number };

/** Asking the system costs as much for 4 kB as for the 16 bytes of an id. No byte is given out twice; keys and tokens have their own. */
const POOL_BYTES = 4096;
const MAX_POOLED = 16;
let pool = Buffer.alloc(0);

function takeBytes(length: number): Buffer {
  if (length > MAX_POOLED) return randomBytes(length);
  if (pool.length < length) pool = randomBytes(POOL_BYTES);
  const taken = Buffer.from(pool.subarray(0, length));
  pool.fill(0, 0, length);
  pool = pool.subarray(length);
  return taken;
}

export const systemRandom: Random = {
  bytes: takeBytes,
  unit: () => takeBytes(4).readUInt32BE() / 2 ** 32,
};

/** Makes UUIDv7 ids: sortable by time, unguessable in their last 74 bits. */
export type NewId = () => string;

export function createIds({ clock, random }: { clock: Clock; random: Random }): NewId {
  return () => {
    const bytes = random.bytes(16);
    bytes.writeUIntBE(clock.now().getTime(), 0, 6);
    bytes[6] = 0x70 | ((bytes[6] ?? 0) & 0x0f);
    bytes[8] = 0x80 | ((bytes[8] ?? 0) & 0x3f);
    const hex = bytes.toString('hex');
    return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
  };
}

/** A token of 256 random bits, URL-safe. */
export function newToken(random: Random): string {
  return random.bytes(32).toString('base64url');
}
