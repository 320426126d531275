import type { NetworkShare } from '../network-of.ts';
import { rateOf, type Upload } from './upload.ts';

/** Who has just begun has had no time to send. */
const ARRIVAL_MS = 3000;
/** Whose crowd has cost others so many times more than that of the newcomer gives way to it. */
const TIMES = 2;

type Options = { newcomer: Upload; pressOf: (crowds: readonly NetworkShare[]) => number };

/**
 * Who has to be ended for a newcomer when memory is full: the slowest of the largest crowd. A crowd is measured by its bytes
 * and how long it has held them, so that a large form that comes fast is none; nobody is ended for his like.
 */
export function chooseSlowest(uploads: Iterable<Upload>, { newcomer, pressOf }: Options): Upload | undefined {
  let chosen: { upload: Upload; press: number } | undefined;
  let press = TIMES * pressOf(newcomer.crowds);
  for (const upload of uploads) {
    if (upload === newcomer || upload.isRead || upload.bytes === 0 || upload.ms < ARRIVAL_MS) continue;
    const own = pressOf(upload.crowds);
    if (own <= press && (own < press || chosen === undefined || rateOf(upload) >= rateOf(chosen.upload))) continue;
    chosen = { upload, press: own };
    press = own;
  }
  return chosen?.upload;
}
