import type { Clock } from '../../../platform/time/clock.ts';
import type { SheetFile } from './rows.ts';

export type FetchedSheet = Omit<SheetFile, 'accountId'>;
type Place = { accountId: string; url: string };

/** What was fetched by link, for the steps that follow. Where it is gone meanwhile a hash tells whether the sheet has changed. */
export type KeptLinks = {
  find(place: Place): FetchedSheet | undefined;
  keep(place: Place, sheet: FetchedSheet): void;
  drop(accountId: string): void;
};

/** Somebody looks at a preview for so long. */
const KEPT_MS = 5 * 60_000;
const MAX_BYTES = 40 * 1024 * 1024;

type Kept = { url: string; sheet: FetchedSheet; stop: () => void };

/** One of each account; where there are too many bytes the oldest go. */
export function createKeptLinks({ clock, maxBytes = MAX_BYTES }: { clock: Clock; maxBytes?: number }): KeptLinks {
  const kept = new Map<string, Kept>();
  const drop = (accountId: string) => {
    kept.get(accountId)?.stop();
    kept.delete(accountId);
  };
  const total = () => [...kept.values()].reduce((sum, { sheet }) => sum + sheet.bytes.length, 0);
  return {
    find({ accountId, url }) {
      const found = kept.get(accountId);
      return found?.url === url ? found.sheet : undefined;
    },
    keep({ accountId, url }, sheet) {
      drop(accountId);
      if (sheet.bytes.length > maxBytes) return;
      for (const oldest of kept.keys()) {
        if (total() + sheet.bytes.length <= maxBytes) break;
        drop(oldest);
      }
      kept.set(accountId, { url, sheet, stop: clock.after(KEPT_MS, () => drop(accountId)) });
    },
    drop,
  };
}
