import { createCipheriv, createDecipheriv, createHash, hkdfSync } from 'node:crypto';
import type { Random } from '../time/ids.ts';

/** What a sealed text belongs to: it opens only for the same account and purpose. */
type SealScope = { accountId: string; purpose: string };

/** Seals texts at rest and derives keys for other uses. The first key seals; the older ones only open. */
export type Keyring = {
  seal(text: string, scope: SealScope): string;
  /** Throws SecretError. */
  open(sealed: string, scope: SealScope): string;
  /** Whether a newer key has come since this was sealed: seal it again when it is next written. */
  isStale(sealed: string): boolean;
  /** One key of 32 bytes for a named use per master key, the current one first. */
  derive(use: string): DerivedKey[];
};

type DerivedKey = { version: number; bytes: Buffer };

/** A sealed text does not open. `unknown-key`: the key it was sealed with is not given; `damaged`: changed, or of another scope. */
export class SecretError extends Error {
  override readonly name = 'SecretError';
  readonly reason: 'unknown-key' | 'damaged';

  constructor(reason: 'unknown-key' | 'damaged') {
    super(
      reason === 'unknown-key'
        ? 'A stored secret was sealed with a key that is not given: start with the former SECRET_KEY or key file'
        : 'A stored secret is damaged or belongs to another account or purpose',
    );
    this.reason = reason;
  }
}

/** A key that is not given is the administrator's: with it everything opens again. Any other failure stays. */
export const isDamage = (error: unknown): boolean => !(error instanceof SecretError && error.reason === 'unknown-key');

type MasterKey = { id: string; material: Buffer; cipherKey: Buffer };

const FORMAT = 's1';
const ALGORITHM = 'aes-256-gcm';
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/** A keyring over key materials, the current one first. Form of a sealed text: `s1.<key id>.<nonce, text and tag>`. */
export function createKeyring({ materials, random }: { materials: Buffer[]; random: Random }): Keyring {
  const keys = materials.map(readMasterKey);
  const [current] = keys;
  if (current === undefined) throw new Error('A keyring needs at least one key');
  return {
    seal: (text, scope) => {
      const nonce = random.bytes(NONCE_BYTES);
      const cipher = createCipheriv(ALGORITHM, current.cipherKey, nonce);
      cipher.setAAD(describeScope(current.id, scope));
      const body = Buffer.concat([nonce, cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()]);
      return `${FORMAT}.${current.id}.${body.toString('base64url')}`;
    },
    open: (sealed, scope) => openSealed({ sealed, scope, keys }),
    isStale: (sealed) => sealed.split('.')[1] !== current.id,
    // A version is a number, as better-auth wants it, and stays with its key when newer keys come before it.
    derive: (use) => keys.map((key) => ({ version: Number.parseInt(key.id, 16), bytes: expand(key.material, use) })),
  };
}

function openSealed({ sealed, scope, keys }: { sealed: string; scope: SealScope; keys: MasterKey[] }): string {
  const [form, keyId, encoded, ...rest] = sealed.split('.');
  if (form !== FORMAT || keyId === undefined || encoded === undefined || rest.length > 0)
    throw new SecretError('damaged');
  const key = keys.find((candidate) => candidate.id === keyId);
  if (key === undefined) throw new SecretError('unknown-key');
  const body = Buffer.from(encoded, 'base64url');
  if (body.length < NONCE_BYTES + TAG_BYTES) throw new SecretError('damaged');
  const decipher = createDecipheriv(ALGORITHM, key.cipherKey, body.subarray(0, NONCE_BYTES), {
    authTagLength: TAG_BYTES,
  });
  decipher.setAAD(describeScope(key.id, scope));
  decipher.setAuthTag(body.subarray(-TAG_BYTES));
  try {
    const text = decipher.update(body.subarray(NONCE_BYTES, -TAG_BYTES));
    return Buffer.concat([text, decipher.final()]).toString('utf8');
  } catch {
    throw new SecretError('damaged');
  }
}

// JSON keeps the parts apart: account "a" with purpose "bc" never equals account "ab" with purpose "c".
function describeScope(keyId: string, { accountId, purpose }: SealScope): Buffer {
  return Buffer.from(JSON.stringify([FORMAT, keyId, accountId, purpose]), 'utf8');
}

function readMasterKey(material: Buffer): MasterKey {
  const id = createHash('sha256').update(expand(material, 'key id')).digest('hex').slice(0, 8);
  return { id, material, cipherKey: expand(material, 'seal') };
}

function expand(material: Buffer, use: string): Buffer {
  return Buffer.from(hkdfSync('sha256', material, Buffer.alloc(0), `otvet ${use}`, 32));
}
