import { type Argon2Parameters, argon2, randomBytes, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';

/**
 * Above the least that OWASP asks of argon2id (19 MiB twice): 32 MiB, as much as scrypt took, in less time. Measured in
 * docs/adr/2026-11-22-passwords.md; whoever raises it has old hashes renewed at the next sign-in of each person.
 */
export const PASSWORD_COST = { memory: 32 * 1024, passes: 2, parallelism: 1 };
export type PasswordCost = typeof PASSWORD_COST;
const SALT_BYTES = 16;
const HASH_BYTES = 32;
const MAX_COST = { memory: 256 * 1024, passes: 10, parallelism: 4 };

const derive = promisify<'argon2id', Argon2Parameters, Buffer>(argon2);
/** The form of the Password Hashing Competition, version 0x13: `$argon2id$v=19$m=32768,t=2,p=1$salt$hash`. */
const FORM = /^\$argon2id\$v=19\$m=(\d{1,7}),t=(\d{1,3}),p=(\d{1,2})\$([A-Za-z0-9+/]{11,88})\$([A-Za-z0-9+/]{22,88})$/;

type Encoded = { cost: PasswordCost; salt: Buffer; hash: Buffer };

export async function hashPassword(password: string, cost: PasswordCost): Promise<string> {
  const salt = randomBytes(SALT_BYTES);
  const hash = await deriveKey(password, { cost, salt, length: HASH_BYTES });
  const { memory, passes, parallelism } = cost;
  return `$argon2id$v=19$m=${memory},t=${passes},p=${parallelism}$${encode(salt)}$${encode(hash)}`;
}

/** Also verifies the hashes of scrypt that better-auth made: `salt:key`. */
export async function verifyPassword({ hash, password }: { hash: string; password: string }): Promise<boolean> {
  if (!hash.startsWith('$')) return verifyScrypt({ hash, password });
  const stored = read(hash);
  if (stored === undefined) return false;
  const derived = await deriveKey(password, { ...stored, length: stored.hash.length });
  return timingSafeEqual(derived, stored.hash);
}

async function verifyScrypt(given: { hash: string; password: string }): Promise<boolean> {
  const { verifyPassword: verify } = await import('better-auth/crypto');
  return verify(given);
}

/** Made by another method or at another cost than today's. */
export function isOutdated(hash: string, cost: PasswordCost): boolean {
  const stored = read(hash);
  if (stored === undefined) return true;
  const { memory, passes, parallelism } = stored.cost;
  return memory !== cost.memory || passes !== cost.passes || parallelism !== cost.parallelism;
}

// NFKC as ever: the same password typed on another system must give the same bytes.
function deriveKey(password: string, { cost, salt, length }: { cost: PasswordCost; salt: Buffer; length: number }) {
  const message = Buffer.from(password.normalize('NFKC'));
  return derive('argon2id', { message, nonce: salt, tagLength: length, ...cost });
}

function read(text: string): Encoded | undefined {
  const [, m, t, p, salt, hash] = FORM.exec(text) ?? [];
  if (salt === undefined || hash === undefined) return undefined;
  const cost = { memory: Number(m), passes: Number(t), parallelism: Number(p) };
  const isSane =
    cost.memory >= 8 * cost.parallelism &&
    cost.memory <= MAX_COST.memory &&
    cost.passes >= 1 &&
    cost.passes <= MAX_COST.passes &&
    cost.parallelism >= 1 &&
    cost.parallelism <= MAX_COST.parallelism;
  return isSane ? { cost, salt: Buffer.from(salt, 'base64'), hash: Buffer.from(hash, 'base64') } : undefined;
}

function encode(bytes: Buffer): string {
  return bytes.toString('base64').replaceAll('=', '');
}
