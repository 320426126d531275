import { MAX_WAIT_MS, type OutboxItem, type OutboxStore, PATIENCE_MS, slowItem } from '../state/outbox.ts';

/** A message on its way. */
export type Flight = { since: number; abort: AbortController };

export type Flights = {
  sending: ReadonlyMap<string, Flight>;
  /** When the first of the pictures began that go one after the other. */
  seriesSince(): number;
  begin(item: OutboxItem): Flight;
  end(item: OutboxItem): void;
  /** Says which pictures take long, and ends the uploads that stand still or were taken back. Gives after how long to look again. */
  watch(): number;
};

/** An upload that takes longer is told of. */
export const SLOW_MS = 15_000;
/** One that takes longer has broken without a word: four megabytes need less on a slow mobile line. */
export const STALLED_MS = 180_000;

type Parts = { store: OutboxStore; now(): number; onSlow(): void };

/** What is being sent now, and for how long. */
export function createFlights({ store, now, onSlow }: Parts): Flights {
  const sending = new Map<string, Flight>();
  let since = 0;
  let end = 0;

  return {
    sending,
    seriesSince: () => since,
    begin: ({ clientId, kind }) => {
      const flight = { since: now(), abort: new AbortController() };
      if (kind === 'image' && flight.since - end > PATIENCE_MS) since = flight.since;
      sending.set(clientId, flight);
      return flight;
    },
    end: ({ clientId, kind }) => {
      sending.delete(clientId);
      if (kind === 'image') end = now();
    },
    watch: () => {
      let waitMs = MAX_WAIT_MS;
      for (const [clientId, flight] of sending) {
        const item = store.all().find((other) => other.clientId === clientId);
        if (item?.kind === 'text') continue;
        const age = now() - flight.since;
        if (!item || age >= STALLED_MS) flight.abort.abort();
        else waitMs = Math.min(waitMs, (age < SLOW_MS ? SLOW_MS : STALLED_MS) - age);
        if (!item || age < SLOW_MS || item.reason !== '') continue;
        store.put(slowItem(item));
        onSlow();
      }
      return waitMs;
    },
  };
}
