import type pg from 'pg';
import { z } from 'zod';

/** Every event belongs to an account. */
export type Payloads = Record<string, { accountId: string }>;

/** Schemas of payloads by the events' names (`noun.past`). */
export type EventTable<Table extends Payloads> = { [Name in keyof Table]: z.ZodType<Table[Name]> };

/** What the table of a product says. */
export type PayloadsOf<Table extends Record<string, z.ZodType>> = { [Name in keyof Table]: z.output<Table[Name]> };

/** Something that happened and is committed. It may come twice and out of order; its effect is taken once. */
export type DomainEvent<Payload> = { id: string; at: Date; payload: Payload };

/** An event as it lies in the queue of a subscriber. */
export const storedEvent = z.object({
  id: z.uuid(),
  name: z.string(),
  at: z.coerce.date(),
  payload: z.looseObject({ accountId: z.uuid() }),
});
export type StoredEvent = z.output<typeof storedEvent>;

/** What a subscriber does with events of one name. Its effects belong into the given transaction, and nowhere else. */
export type EventHandler = { event: string; handle(tx: pg.PoolClient, event: StoredEvent): Promise<void> };

/** One queue of its own: a subscriber that fails delays nobody else. */
export type Subscription = {
  /** `domain.verb-noun`; a renamed subscriber is a new one. */
  subscriber: string;
  handlers: EventHandler[];
};

/** Reads a feed in its order, each item once, many at a time. Its effects belong into the given transaction. */
export type FeedReader = {
  feed: string;
  reader: string;
  handle(tx: pg.PoolClient, items: unknown[]): Promise<void>;
};

/** The ways to listen that the compiler checks against a table of events. */
export function createListeners<Table extends Payloads>(table: EventTable<Table>) {
  return {
    on<Name extends keyof Table & string>(
      event: Name,
      handle: (tx: pg.PoolClient, event: DomainEvent<Table[Name]>) => Promise<void>,
    ): EventHandler {
      return {
        event,
        handle: (tx, { id, at, payload }) => handle(tx, { id, at, payload: table[event].parse(payload) }),
      };
    },
    readFeed<Name extends keyof Table & string>(
      feed: Name,
      reader: string,
      handle: (tx: pg.PoolClient, items: Table[Name][]) => Promise<void>,
    ): FeedReader {
      return {
        feed,
        reader,
        handle: (tx, items) =>
          handle(
            tx,
            items.map((item) => table[feed].parse(item)),
          ),
      };
    },
  };
}
