import { AppError } from '../errors/app-error.ts';

/** Uploads of strangers that are read or wait at one time, in all and of one network: few, since each is held in memory. */
const ALL = { places: 16, bytes: 60_000_000 };
const OF_ONE = { places: 5, bytes: 32_000_000 };
/** How long a place is held, before one was seen, and how much of the figure each further one makes. */
const FIRST_HOLD_MS = 3000;
const SHARE_OF_NEWEST = 0.2;
const MAX_WAIT_SECONDS = 30;

type Held = { places: number; bytes: number };

/** Room for the bytes of strangers: whoever finds none is refused before the body is read. */
export type UploadRoom = {
  /** Throws `request.rate_limited` with the time until others should have left. Call the result once, when the bytes are no longer needed. */
  take(network: string, bytes: number): () => void;
};

export function createUploadRoom(monotonicMs: () => number = () => performance.now()): UploadRoom {
  const all: Held = { places: 0, bytes: 0 };
  const byNetwork = new Map<string, Held>();
  let usualMs = FIRST_HOLD_MS;
  /** Of so many who hold a place each, one leaves every so often. */
  const secondsBefore = ({ places }: Held) =>
    Math.min(MAX_WAIT_SECONDS, Math.max(1, Math.ceil(usualMs / Math.max(1, places) / 1000)));
  return {
    take(network, bytes) {
      const own = byNetwork.get(network) ?? { places: 0, bytes: 0 };
      const full = [own, all].find((held) => !fits(held, held === all ? ALL : OF_ONE, bytes));
      if (full !== undefined) throw new AppError('request.rate_limited', { retryAfter: secondsBefore(full) });
      byNetwork.set(network, own);
      for (const held of [all, own]) change(held, { places: 1, bytes });
      const begin = monotonicMs();
      return () => {
        usualMs += (monotonicMs() - begin - usualMs) * SHARE_OF_NEWEST;
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
