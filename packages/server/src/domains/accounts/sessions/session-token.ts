import { createHmac } from 'node:crypto';
import { isSameSecret } from '../../../platform/secrets/is-same-secret.ts';
import type { Keyring } from '../../../platform/secrets/keyring.ts';

/**
 * What a browser holds is the stored token and a signature by a key that is not in the database:
 * who reads the database alone cannot sign in.
 */
export type SessionTokens = { sign(stored: string): string; read(presented: string): string | undefined };

const MAX_CHARACTERS = 300;

export function createSessionTokens(keyring: Keyring): SessionTokens {
  const keys = keyring.derive('session-token');
  const signWith = (key: Buffer, stored: string) => createHmac('sha256', key).update(stored).digest('base64url');
  const [current] = keys;
  if (current === undefined) throw new Error('The keyring is empty');
  return {
    sign: (stored) => `${stored}.${signWith(current.bytes, stored)}`,
    read: (presented) => {
      if (presented.length > MAX_CHARACTERS) return undefined;
      const [stored, signature, ...rest] = presented.split('.');
      if (!stored || !signature || rest.length > 0) return undefined;
      const isGenuine = keys.some(({ bytes }) => isSameSecret(signature, signWith(bytes, stored)));
      return isGenuine ? stored : undefined;
    },
  };
}
