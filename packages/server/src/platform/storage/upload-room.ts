import { AppError } from '../errors/app-error.ts';

/** Uploads of strangers that are read or wait at one time, in all and of one network. */
const ALL = { places: 12, bytes: 40_000_000 };
const OF_ONE = { places: 3, bytes: 22_000_000 };
const RETRY_SECONDS = 2;

type Held = { places: number; bytes: number };

/** Room for the bytes of strangers: whoever finds none is refused before the body is read. */
export type UploadRoom = {
  /** Throws `request.rate_limited`. Call the result once, when the bytes are no longer needed. */
  take(network: string, bytes: number): () => void;
};

export function createUploadRoom(): UploadRoom {
  const all: Held = { places: 0, bytes: 0 };
  const byNetwork = new Map<string, Held>();
  return {
    take(network, bytes) {
      const own = byNetwork.get(network) ?? { places: 0, bytes: 0 };
      if (!fits(all, ALL, bytes) || !fits(own, OF_ONE, bytes))
        throw new AppError('request.rate_limited', { retryAfter: RETRY_SECONDS });
      byNetwork.set(network, own);
      for (const held of [all, own]) change(held, { places: 1, bytes });
      return () => {
        for (const held of [all, own]) change(held, { places: -1, bytes: -bytes });
        if (own.places === 0) byNetwork.delete(network);
      };
    },
  };
}

function fits(held: Held, bound: Held, bytes: number): boolean {
  return held.places < bound.places && held.bytes + bytes <= bound.bytes;
}

function change(held: Held, by: Held): void {
  held.places += by.places;
  held.bytes += by.bytes;
}
