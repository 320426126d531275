import { createHmac } from 'node:crypto';
import { isSameSecret } from '../secrets/is-same-secret.ts';
import type { Clock } from '../time/clock.ts';

/** Signed addresses of files, so that `<img>` works without cookies. Whoever has one may read until it ends. */
export type FileLinks = {
  /** `/files/{accountId}/{fileId}?exp=&sig=`; the same within one hour, so that browsers can cache. */
  make(file: { accountId: string; fileId: string }): string;
  /**
   * `/files/{accountId}/{fileId}/{exp}/{sig}/{name}`, for platforms that fetch what we send: it ends with a name as some
   * of them demand, has no query, and lives for weeks.
   */
  makeForPlatform(file: { accountId: string; fileId: string; name: string }): string;
  /** Seconds that a link still lives; undefined when it is forged or over. */
  check(link: { accountId: string; fileId: string; exp: string; sig: string }): number | undefined;
};

const HOUR = 3600;
const LIFE_HOURS = 24;
/** The most patient platform tries to deliver for 14 days. */
const PLATFORM_LIFE_HOURS = 15 * 24;

/** `keys`: the first signs, all are believed (older ones after a rotation). */
export function createFileLinks({ keys, clock }: { keys: Buffer[]; clock: Clock }): FileLinks {
  const [current] = keys;
  if (current === undefined) throw new Error('File links need a key');
  const nowSeconds = () => Math.floor(clock.now().getTime() / 1000);

  const endAfter = (hours: number) => String((Math.ceil(nowSeconds() / HOUR) + hours) * HOUR);

  return {
    make({ accountId, fileId }) {
      const exp = endAfter(LIFE_HOURS);
      const sig = sign({ key: current, accountId, fileId, exp });
      return `/files/${accountId}/${fileId}?exp=${exp}&sig=${sig}`;
    },
    makeForPlatform({ accountId, fileId, name }) {
      const exp = endAfter(PLATFORM_LIFE_HOURS);
      const sig = sign({ key: current, accountId, fileId, exp });
      return `/files/${accountId}/${fileId}/${exp}/${sig}/${toAddressName(name)}`;
    },
    check({ accountId, fileId, exp, sig }) {
      const isGenuine = keys.some((key) => isSameSecret(sig, sign({ key, accountId, fileId, exp })));
      const left = Number(exp) - nowSeconds();
      return isGenuine && left > 0 ? left : undefined;
    },
  };
}

/** ASCII with the extension at its end: what a platform may cut or refuse of a name is not in it. */
function toAddressName(name: string): string {
  const extension = /\.([a-z0-9]{1,10})$/i.exec(name)?.[1]?.toLowerCase();
  return extension === undefined ? 'file' : `file.${extension}`;
}

function sign(parts: { key: Buffer; accountId: string; fileId: string; exp: string }): string {
  const text = `${parts.accountId}\n${parts.fileId}\n${parts.exp}`;
  return createHmac('sha256', parts.key).update(text).digest('base64url');
}
