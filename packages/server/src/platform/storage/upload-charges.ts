import { chargesOfNetworks } from '../http/index.ts';
import { type Charge, chargeAll, createRates, giveBackAll, oweAll } from '../rates/index.ts';
import type { Clock } from '../time/clock.ts';
import type { Uploader } from './uploader.ts';

const MEGABYTE = 1_000_000;
const MEGAPIXEL = 1_000_000;
const DAY_MINUTES = 1440;

/**
 * Of strangers, in megabytes. A visitor sends ten pictures of the greatest size at once. His neighbours behind one address
 * of a mobile network have some twelve times that, in each shop for itself; what one network sends to all shops is bounded too.
 */
const BYTES = {
  'bytes.visitor': { capacity: 120, perMinute: 10 },
  'bytes.network-in-account': { capacity: 1500, perMinute: 1500 / DAY_MINUTES },
  'bytes.network': { capacity: 6000, perMinute: 6000 / DAY_MINUTES },
};

/** In megapixels that are decoded: 12 or 13 of a photo, at most 17. The decoder does some 1500 in a minute. */
const PIXELS = {
  'pixels.visitor': { capacity: 300, perMinute: 300 },
  'pixels.network-in-account': { capacity: 1500, perMinute: 600 },
  'pixels.network': { capacity: 3600, perMinute: 750 },
  'pixels.platform': { capacity: 1200, perMinute: 600 },
  'pixels.account': { capacity: 1200, perMinute: 600 },
  'pixels.user': { capacity: 800, perMinute: 400 },
};
const MIN_PIXELS = 100_000;

/** A photo of 12 megapixels takes half a second of a processor; this gives it six. */
const START_MS = 1000;
const MS_FOR_MEGAPIXEL = 400;
/** Of the time beyond: as much as the decoder could read meanwhile, several times over. */
const MEGAPIXELS_PER_MS_BEYOND = 0.16;
/** A process that had to be ended: the next picture waits for a new one. */
const MEGAPIXELS_OF_AN_END = 60;

export type Upload = {
  accountId: string;
  by: Uploader;
  bytes: number;
  /** That are decoded; 0: it is no picture. */
  pixels: number;
};

/** How the decoder was used: milliseconds of a processor, and whether its process ended by it. */
export type DecoderUse = { ms: number; hasEnded: boolean };

export type UploadCharge = {
  /** The decoder has worked on it: its pixels stay charged, and what it took beyond them is. */
  noteDecoding(use: DecoderUse): void;
  /** Nothing is stored: the bytes go back, and the pixels if no decoder has seen them. */
  giveBack(): void;
};

/** What uploads cost. All bounds are looked at before any is charged. */
export type UploadCharges = {
  /** Throws `request.rate_limited` with the time until all of it would pass. */
  take(upload: Upload): UploadCharge;
};

export function createUploadCharges(clock: Pick<Clock, 'now'>): UploadCharges {
  const bytes = createRates(clock, BYTES);
  const pixels = createRates(clock, PIXELS);

  function chargesOf({ accountId, by, ...upload }: Upload): Record<'bytes' | 'pixels', Charge[]> {
    const size = upload.bytes / MEGABYTE;
    const cost = upload.pixels === 0 ? 0 : Math.max(MIN_PIXELS, upload.pixels) / MEGAPIXEL;
    if (by.kind === 'platform')
      return { bytes: [], pixels: [{ limit: pixels('pixels.platform'), key: accountId, cost }] };
    if (by.kind === 'member')
      return {
        bytes: [],
        pixels: [
          { limit: pixels('pixels.user'), key: by.userId, cost },
          { limit: pixels('pixels.account'), key: accountId, cost },
        ],
      };
    const { ip, visitorId } = by;
    return {
      bytes: [
        { limit: bytes('bytes.visitor'), key: visitorId, cost: size },
        ...chargesOfNetworks(bytes('bytes.network-in-account'), { ip, part: accountId, cost: size }),
        ...chargesOfNetworks(bytes('bytes.network'), { ip, cost: size }),
      ],
      pixels: [
        { limit: pixels('pixels.visitor'), key: visitorId, cost },
        ...chargesOfNetworks(pixels('pixels.network-in-account'), { ip, part: accountId, cost }),
        ...chargesOfNetworks(pixels('pixels.network'), { ip, cost }),
      ],
    };
  }

  return {
    take(upload) {
      const charges = chargesOf(upload);
      // What is no picture need not wait for pixels that are owed.
      chargeAll([...charges.bytes, ...(upload.pixels === 0 ? [] : charges.pixels)]);
      let isDecoded = false;
      return {
        noteDecoding(use) {
          isDecoded = true;
          oweAll(charges.pixels, costBeyond(upload.pixels, use));
        },
        giveBack() {
          giveBackAll(charges.bytes);
          if (!isDecoded) giveBackAll(charges.pixels);
        },
      };
    },
  };
}

/** In megapixels: of the time over what the pixels should take, and of a process that had to be ended. */
function costBeyond(pixels: number, { ms, hasEnded }: DecoderUse): number {
  const msBeyond = Math.max(0, ms - START_MS - (pixels / MEGAPIXEL) * MS_FOR_MEGAPIXEL);
  return msBeyond * MEGAPIXELS_PER_MS_BEYOND + (hasEnded ? MEGAPIXELS_OF_AN_END : 0);
}
