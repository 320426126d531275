import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Clock } from '../time/clock.ts';

/** Signed addresses of files, so that `<img>` works without cookies. Whoever has one may read until it ends. */
export type FileLinks = {
  /** `/files/{accountId}/{fileId}?exp=&sig=`; the same within one hour, so that browsers can cache. */
  make(file: { accountId: string; fileId: string }): string;
  /** Seconds that a link still lives; undefined when it is forged or over. */
  check(link: { accountId: string; fileId: string; exp: string; sig: string }): number | undefined;
};

const HOUR = 3600;
const LIFE_HOURS = 24;

/** `keys`: the first signs, all are believed (older ones after a rotation). */
export function createFileLinks({ keys, clock }: { keys: Buffer[]; clock: Clock }): FileLinks {
  const [current] = keys;
  if (current === undefined) throw new Error('File links need a key');
  const nowSeconds = () => Math.floor(clock.now().getTime() / 1000);

  return {
    make({ accountId, fileId }) {
      const exp = String((Math.ceil(nowSeconds() / HOUR) + LIFE_HOURS) * HOUR);
      const sig = sign({ key: current, accountId, fileId, exp }).toString('base64url');
      return `/files/${accountId}/${fileId}?exp=${exp}&sig=${sig}`;
    },
    check({ accountId, fileId, exp, sig }) {
      const given = Buffer.from(sig, 'base64url');
      const isGenuine = keys.some((key) => {
        const expected = sign({ key, accountId, fileId, exp });
        return given.length === expected.length && timingSafeEqual(given, expected);
      });
      const left = Number(exp) - nowSeconds();
      return isGenuine && left > 0 ? left : undefined;
    },
  };
}

function sign(parts: { key: Buffer; accountId: string; fileId: string; exp: string }): Buffer {
  return createHmac('sha256', parts.key).update(`${parts.accountId}\n${parts.fileId}\n${parts.exp}`).digest();
}
