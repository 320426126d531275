import { createHmac } from 'node:crypto';
import { isSameSecret } from '../../../platform/secrets/is-same-secret.ts';
import type { Keyring } from '../../../platform/secrets/keyring.ts';
import type { Clock } from '../../../platform/time/clock.ts';

/** Whose device: a new password makes all devices unknown. */
type Holder = { foldedEmail: string; passwordSetAt: Date | null };

/**
 * A browser in which an address has signed in, or set its password, before, with the password of now: what strangers try meanwhile does not
 * count against it. The token proves that alone; nobody is signed in by it.
 */
export type KnownDevices = {
  issue(holder: Holder): string;
  isKnown(presented: string, holder: Holder): boolean;
};

const LIFE_SECONDS = 180 * 86_400;
const FORM = /^(\d{1,12})\.([\w-]{43})$/;

export function createKnownDevices({ keyring, clock }: { keyring: Keyring; clock: Clock }): KnownDevices {
  const keys = keyring.derive('known-device');
  const [current] = keys;
  if (current === undefined) throw new Error('The keyring is empty');
  const signWith = (key: Buffer, { foldedEmail, passwordSetAt }: Holder, expires: string) =>
    createHmac('sha256', key)
      .update(JSON.stringify([foldedEmail, passwordSetAt, expires]))
      .digest('base64url');
  const nowSeconds = () => Math.floor(clock.now().getTime() / 1000);
  return {
    issue: (holder) => {
      const expires = String(nowSeconds() + LIFE_SECONDS);
      return `${expires}.${signWith(current.bytes, holder, expires)}`;
    },
    isKnown: (presented, holder) => {
      const [, expires = '', signature = ''] = FORM.exec(presented) ?? [];
      if (Number(expires) <= nowSeconds()) return false;
      return keys.some(({ bytes }) => isSameSecret(signature, signWith(bytes, holder, expires)));
    },
  };
}
